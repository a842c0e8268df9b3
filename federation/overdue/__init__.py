"""What clubs did not pay in time: reminders, and the surcharge and suspension that the profile provides."""
