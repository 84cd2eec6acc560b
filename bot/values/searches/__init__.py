"""People who look for an opponent, and who fits whom."""
