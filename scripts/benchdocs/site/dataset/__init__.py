"""Publish the suite as data: JSON with its schema, CSV, a workbook, one archive of evidence."""
