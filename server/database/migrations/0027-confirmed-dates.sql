-- That somebody confirmed the date of a payment that was questioned: before the organisation began, or many years ago.
ALTER TABLE payments ADD COLUMN date_confirmed boolean NOT NULL DEFAULT false;
