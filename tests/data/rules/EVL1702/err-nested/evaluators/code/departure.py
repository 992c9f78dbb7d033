class Judge:
    def evaluate(labels, output, narrative):
        return {}
