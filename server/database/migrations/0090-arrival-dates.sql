-- The arrival of a transfer may be on a later day than its departure: the money is under way between, as over the end of a year.
-- Of departures; empty: the day of the departure.
ALTER TABLE transactions ADD COLUMN arrival_date date;
ALTER TABLE transactions ADD COLUMN arrival_value_date date;
