-- The holder of the account of each authorisation, which banks confirm by pairs of NIF and IBAN.
ALTER TABLE mandates
  ADD COLUMN holder_nif text,
  ADD COLUMN holder_check text NOT NULL DEFAULT 'unchecked',
  ADD COLUMN holder_checked_on date;
UPDATE mandates a SET holder_nif = p.nif FROM members m JOIN people p ON p.id = m.person_id
  WHERE m.id = a.member_id AND p.name = a.debtor_name AND a.state IN ('pending', 'active', 'suspended');
