-- What the acceptance of an application did not charge, and why.
ALTER TABLE member_applications ADD COLUMN not_charged text;
