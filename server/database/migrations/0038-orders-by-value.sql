-- Lists are put in the order of states and categories by the first ids of each.
CREATE INDEX members_category_id_order ON members (category_id, id);
CREATE INDEX members_current_state_id_order ON members (current_state_id, id);
CREATE INDEX member_applications_state_id_order ON member_applications (state_id, id);
DROP INDEX members_category_id;
DROP INDEX members_current_state_id;
ALTER INDEX members_category_id_order RENAME TO members_category_id;
ALTER INDEX members_current_state_id_order RENAME TO members_current_state_id;
