"""What happens without a click."""
