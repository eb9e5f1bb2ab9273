CREATE TABLE "report_contests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"report_id" uuid,
	"profile_id" uuid,
	"words" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"answer" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"is_decided_alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "report_contests_report_id_unique" UNIQUE("report_id")
);
--> statement-breakpoint
CREATE TABLE "report_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"measure" text NOT NULL,
	"rule" text NOT NULL,
	"answer" text,
	"notice" text,
	"owner_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_decided_alone" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"business_id" uuid,
	"report_count" integer DEFAULT 0 NOT NULL,
	"last_reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"words" text,
	"email" text,
	"profile_id" uuid,
	"is_own" boolean NOT NULL,
	"submission_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report_contests" ADD CONSTRAINT "report_contests_item_id_report_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."report_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_contests" ADD CONSTRAINT "report_contests_decision_id_report_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."report_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_contests" ADD CONSTRAINT "report_contests_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_contests" ADD CONSTRAINT "report_contests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_contests" ADD CONSTRAINT "report_contests_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_item_id_report_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."report_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_owner_id_profiles_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_decided_by_profiles_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_items" ADD CONSTRAINT "report_items_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_item_id_report_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."report_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_contests_appeal_index" ON "report_contests" USING btree ("decision_id") WHERE kind = 'appeal';--> statement-breakpoint
CREATE INDEX "report_contests_decision_id_index" ON "report_contests" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "report_contests_item_id_index" ON "report_contests" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "report_contests_open_index" ON "report_contests" USING btree ("created_at") WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX "report_contests_profile_id_index" ON "report_contests" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "report_contests_decided_by_index" ON "report_contests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "report_decisions_item_id_index" ON "report_decisions" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "report_decisions_owner_id_index" ON "report_decisions" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "report_decisions_decided_by_index" ON "report_decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "report_items_open_index" ON "report_items" USING btree ("subject_type","subject_id") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE INDEX "report_items_last_reported_at_index" ON "report_items" USING btree ("last_reported_at","id");--> statement-breakpoint
CREATE INDEX "report_items_business_id_index" ON "report_items" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "report_items_closed_at_index" ON "report_items" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "reports_item_id_index" ON "reports" USING btree ("item_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_profile_id_index" ON "reports" USING btree ("profile_id");