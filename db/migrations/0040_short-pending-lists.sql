-- What is written to a GIN index waits in a list that each search reads from end to end. 4 MB, as PostgreSQL has it, is up to 2,000
-- listings; 256 kB still puts an import's rows in order many at a time. The last three may not be there yet: where
-- listings are older than they are, a job builds them, with the same limit.
ALTER INDEX IF EXISTS "directory_listings_text" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_name_words" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_service_words" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_all_words" SET (gin_pending_list_limit = 256);
