"""Compute the geometry of the charts; templates draw it as inline SVG."""
