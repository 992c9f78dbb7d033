"""Answer questions about all specs together: who belongs to whom, what each weighs, what a score means.

Start with `suite`. Every room above may use it. Nothing here reads or writes a file.
"""
