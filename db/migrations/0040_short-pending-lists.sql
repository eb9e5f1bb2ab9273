-- What is written to a GIN index waits in a list that each search reads from end to end. 4 MB, as PostgreSQL has it, is up to 2,000
-- listings; 256 kB still puts an import's rows in order many at a time. After an upgrade from before the search, a job builds them.
ALTER INDEX IF EXISTS "directory_listings_text" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_name_words" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_service_words" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX IF EXISTS "directory_listings_all_words" SET (gin_pending_list_limit = 256);
