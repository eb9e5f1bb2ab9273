-- Outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_display_name_index" ON "profiles" USING gin (fold_text(display_name) gin_trgm_ops);
--> statement-breakpoint
-- Until the first ANALYZE after it PostgreSQL knows nothing about what is in the index, and reads all members instead.
ANALYZE "profiles";
