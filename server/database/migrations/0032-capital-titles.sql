-- Of a cooperative: how many titles of capital the member subscribed.
ALTER TABLE members ADD COLUMN capital_titles integer;
