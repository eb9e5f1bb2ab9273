CREATE TABLE "business_registrations" (
	"business_id" uuid NOT NULL,
	"scheme" text NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "business_registrations_business_id_scheme_pk" PRIMARY KEY("business_id","scheme")
);
--> statement-breakpoint
CREATE TABLE "fact_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"fact" text NOT NULL,
	"value" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamp with time zone,
	"reviewer_id" uuid,
	"method" text,
	"until" date,
	"words" text
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "insurance_kind" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "insurance_until" date;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "opening_hours" text;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "size" text;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "fact_check_id" uuid;--> statement-breakpoint
ALTER TABLE "business_registrations" ADD CONSTRAINT "business_registrations_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_checks" ADD CONSTRAINT "fact_checks_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_checks" ADD CONSTRAINT "fact_checks_reviewer_id_profiles_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fact_checks_business_id_index" ON "fact_checks" USING btree ("business_id","fact","asked_at");--> statement-breakpoint
CREATE INDEX "fact_checks_reviewer_id_index" ON "fact_checks" USING btree ("reviewer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fact_checks_waiting_unique" ON "fact_checks" USING btree ("business_id","fact") WHERE decided_at IS NULL;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD CONSTRAINT "verification_documents_fact_check_id_fact_checks_id_fk" FOREIGN KEY ("fact_check_id") REFERENCES "public"."fact_checks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_documents_fact_check_id_index" ON "verification_documents" USING btree ("fact_check_id");--> statement-breakpoint
-- Pages of businesses show both; see 0024_page-changes.sql.
DO $do$
DECLARE
  shown text;
  change record;
BEGIN
  FOREACH shown IN ARRAY ARRAY['business_registrations', 'fact_checks'] LOOP
    FOR change IN
      SELECT * FROM (VALUES
        ('INSERT', 'NEW TABLE AS new_rows'),
        ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
        ('DELETE', 'OLD TABLE AS old_rows')
      ) AS t (event, tables)
    LOOP
      EXECUTE format(
        'CREATE TRIGGER announce_business_pages_%s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes(%s)',
        lower(change.event), change.event, shown, change.tables,
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$
      );
    END LOOP;
  END LOOP;
END
$do$;--> statement-breakpoint
-- What was confirmed belongs to the owner who asked for it.
CREATE FUNCTION delete_fact_checks_of_business() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM fact_checks WHERE business_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delete_fact_checks AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION delete_fact_checks_of_business();
