"""People with an account: signing in, devices and statistics."""
