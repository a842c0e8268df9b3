"""The search of everything: members, clubs, tournaments, lists, articles, also where what was typed has errors."""
