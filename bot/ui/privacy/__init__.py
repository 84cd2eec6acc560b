"""What people read about the data that's stored about them, and how they delete it."""
