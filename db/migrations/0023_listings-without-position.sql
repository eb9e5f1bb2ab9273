-- On a table with rows the index would lock out every change while it is built; a job builds it there instead.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM directory_listings) THEN
    CREATE INDEX directory_listings_without_position ON directory_listings (business_id) WHERE position IS NULL;
  END IF;
END
$$;
