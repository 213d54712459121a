-- Each print of a card is in its history, with who asked for it.
INSERT INTO audit_events (id, at, user_name, resource, record_id, action)
SELECT new_id(), b.finished_at, b.created_by_name, 'membershipCards', x.card_id, 'printed'
FROM print_batches b CROSS JOIN LATERAL unnest(b.card_ids) AS x (card_id) JOIN membership_cards c ON c.id = x.card_id
WHERE b.finished_at IS NOT NULL;
