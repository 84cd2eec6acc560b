"""What a handler works with: who asks, where, in which language, what they may do, and how to reply."""
