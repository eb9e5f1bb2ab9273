-- Outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_local_part_index" ON "profiles" USING btree (reverse(split_part(folded_email, '@', 1)) COLLATE "C");
--> statement-breakpoint
-- Until the first ANALYZE after it PostgreSQL knows nothing about what is in the index, and reads all members instead.
ANALYZE "profiles";
