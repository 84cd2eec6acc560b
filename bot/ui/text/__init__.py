"""What board messages and answers say, in the reader's language, independently of Discord's buttons."""
