"""Due times, downtime and vacations."""
