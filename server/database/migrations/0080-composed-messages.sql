-- What an area composes the content of a message from, each time that it is sent or printed; null for content that does not change.
ALTER TABLE messages ADD COLUMN composition jsonb, ADD COLUMN composed_at timestamptz;

UPDATE messages m SET composition = jsonb_build_object('composer', 'notice', 'includesEnded', true, 'includesAgreed', false,
  'charges', n.charges)
FROM (SELECT message_id, jsonb_agg(jsonb_build_object('id', unsettled_payment_id, 'step', step)) AS charges
  FROM charge_notices GROUP BY message_id) n
WHERE n.message_id = m.id AND m.state <> 'sent';
UPDATE messages m SET composition = jsonb_build_object('composer', 'paymentMessage', 'batchId', m.batch_id,
  'chargeIds', b.charge_ids, 'attachesAdvice', m.attachments IS NOT NULL)
FROM message_batch_people b
WHERE m.state <> 'sent' AND m.cause = 'paymentMessage' AND b.batch_id = m.batch_id AND b.person_id = m.person_id
  AND b.member_id::text = m.about_id;
