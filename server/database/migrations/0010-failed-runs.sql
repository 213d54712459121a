-- What became of a generation of quotas, or of an issue of cards, that could not be done.
ALTER TABLE quota_runs ADD problem text;
ALTER TABLE card_runs ADD problem text;
