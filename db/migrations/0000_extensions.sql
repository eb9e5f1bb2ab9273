-- Trigrams make "contains" searches cheap; unaccent lets 'cafe' find 'café'.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
