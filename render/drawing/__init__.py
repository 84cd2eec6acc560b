"""Tools for drawing: outlines, masks, colors and palettes, and painting with them."""
