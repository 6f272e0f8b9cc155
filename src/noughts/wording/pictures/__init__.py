"""Positions and games as pictures: SVG, still and animated, with marks that look drawn by hand."""
