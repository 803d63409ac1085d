"""All tables of one log together: opening, capacity, wake-ups, background work, the cage."""
