def evaluate(labels, output, narrative):
    return {}
