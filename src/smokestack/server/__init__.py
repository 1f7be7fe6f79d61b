"""The house that hosts tables: storage, identities, live updates, bot work and pages."""
