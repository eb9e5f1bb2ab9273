CREATE TABLE "document_openings" (
	"document_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"sent_at" timestamp with time zone,
	"shown_at" timestamp with time zone,
	CONSTRAINT "document_openings_document_id_reviewer_id_pk" PRIMARY KEY("document_id","reviewer_id")
);
--> statement-breakpoint
CREATE TABLE "verification_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid NOT NULL,
	"basis" text NOT NULL,
	"words" text,
	"recorded_by" uuid,
	"recorded_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"is_confirmed_alone" boolean DEFAULT false NOT NULL,
	"decision_id" uuid,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_document_id_verification_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."verification_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_reviewer_id_profiles_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_records" ADD CONSTRAINT "verification_records_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_records" ADD CONSTRAINT "verification_records_recorded_by_profiles_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_records" ADD CONSTRAINT "verification_records_confirmed_by_profiles_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_records" ADD CONSTRAINT "verification_records_decision_id_verification_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."verification_decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_openings_reviewer_id_index" ON "document_openings" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "verification_records_profile_id_index" ON "verification_records" USING btree ("profile_id","recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_records_open_unique" ON "verification_records" USING btree ("profile_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "verification_records_recorded_by_index" ON "verification_records" USING btree ("recorded_by");--> statement-breakpoint
CREATE INDEX "verification_records_confirmed_by_index" ON "verification_records" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "verification_records_decision_id_index" ON "verification_records" USING btree ("decision_id");