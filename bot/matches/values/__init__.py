"""The values that use cases take and return. They know no database and no Discord."""
