class evaluate:
    pass
