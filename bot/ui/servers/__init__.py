"""What moderators see and do, and announced results."""
