"""What clubs do with their members in a season: renewals, new members, transfers, departures, each with a receipt."""
