"""Work out what the audit section shows: conformance, weights, decisions, completeness."""
