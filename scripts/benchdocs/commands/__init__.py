"""The commands of `benchdocs`, one module for each purpose that they serve."""
