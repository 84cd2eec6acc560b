"""What board messages and answers say, in the reader's language. Nothing here knows Discord's buttons."""
