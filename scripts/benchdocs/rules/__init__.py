"""Check a suite: one module a subject, one generator a rule, one pipeline.

Start with `rule` for the form of a rule, `registry` for the list of all rules, `check` for the pipeline.
Reports, schemas, authoring and the site build on it. Rules read the suite; they never write and never print.
"""
