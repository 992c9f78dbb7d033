"""Turn benchmark specs into a checked, linked and charted documentation site."""
