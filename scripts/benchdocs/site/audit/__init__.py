"""Work out what the audit section shows: conformance, traceability, coverage, completeness."""
