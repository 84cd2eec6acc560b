"""The values that use cases take and return. They know nothing about the database or Discord."""
