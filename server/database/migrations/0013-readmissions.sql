-- Readmissions whose joia is still to be charged, on their day. Written with the change of state, gone with the charge.
CREATE TABLE awaited_readmissions (
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (member_id, day)
);
