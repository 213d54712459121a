-- Charges that the acceptance of an application left out, with the reasons.
ALTER TABLE member_applications ADD COLUMN not_charged text;
