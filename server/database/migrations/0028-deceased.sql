-- Whoever is in such a state is deceased. Until now the program knew it by the name of the state.
ALTER TABLE member_state_names ADD COLUMN marks_death boolean NOT NULL DEFAULT false;
UPDATE member_state_names SET marks_death = true WHERE marks_end AND lower(name) LIKE 'falecid%';
