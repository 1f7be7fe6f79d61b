"""Tables, seats and turns as plain objects: no database, no network, no clock of their own."""
