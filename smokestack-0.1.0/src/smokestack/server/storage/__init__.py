"""The database: connections, schema and migrations, tables and bot jobs in it, and backups."""
