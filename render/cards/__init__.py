"""The other pictures: challenges, charts, and pieces for buttons."""
