"""The boards games are played on: hexes as bitboards (squares and the open plane come with their games)."""
