-- What a receipt says that may change elsewhere afterwards: {title, mentions, name, nif, memberNumber, names: {memberId: name}}.
-- Of receipts issued before this, what is known now; their title and legal texts follow the settings.
ALTER TABLE payments ADD COLUMN receipt jsonb;
UPDATE payments p SET receipt = jsonb_build_object('name', w.name, 'nif', w.nif, 'memberNumber', m.member_number,
  'names', (SELECT jsonb_object_agg(i.member_id, o.name) FROM payment_items i
    JOIN members n ON n.id = i.member_id JOIN people o ON o.id = n.person_id WHERE i.payment_id = p.id))
FROM members m JOIN people w ON w.id = m.person_id WHERE m.id = p.member_id;
