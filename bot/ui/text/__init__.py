"""What board messages and answers say, in the reader's language, independent of Discord's buttons."""
