-- Pictures of card templates. One that no template shows goes when no template can be brought back that showed it.

CREATE TABLE card_images (
  id uuid PRIMARY KEY REFERENCES stored_files,
  unused_since date
);
CREATE INDEX card_images_unused_since ON card_images (unused_since) WHERE unused_since IS NOT NULL;
