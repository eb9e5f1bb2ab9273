ALTER TABLE "businesses" ADD COLUMN "folded_text" text GENERATED ALWAYS AS (fold_text(name || E'\n' || coalesce(city, ''))) STORED;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "folded_email" text GENERATED ALWAYS AS (fold_text(personal_email)) STORED;--> statement-breakpoint
CREATE INDEX "businesses_search_index" ON "businesses" USING gin ("folded_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_created_at_index" ON "profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "profiles_search_index" ON "profiles" USING gin ("folded_name" gin_trgm_ops,"folded_email" gin_trgm_ops);