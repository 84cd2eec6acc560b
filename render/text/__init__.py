"""Players' names and figures: which font has which character, and drawing them."""
