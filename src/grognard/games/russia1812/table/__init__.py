"""What a person sees: scenes, words, forecasts, overlays, lessons, reports. No rule lives here, nobody imports it."""
