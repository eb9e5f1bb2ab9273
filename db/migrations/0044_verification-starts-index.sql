-- Outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "directory_listings_starts" ON "directory_listings" USING btree ("starts_at", "business_id") WHERE starts_at IS NOT NULL;
--> statement-breakpoint
-- Until the first ANALYZE PostgreSQL takes a third of all listings for ones that have not begun.
ANALYZE "directory_listings" ("starts_at");
