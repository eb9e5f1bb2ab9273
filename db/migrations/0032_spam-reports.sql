CREATE TABLE "lead_spam_reports" (
	"lead_id" uuid PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead_spam_reports" ADD CONSTRAINT "lead_spam_reports_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_spam_reports_sender_index" ON "lead_spam_reports" USING btree ("sender","created_at");--> statement-breakpoint
CREATE INDEX "lead_spam_reports_business_id_index" ON "lead_spam_reports" USING btree ("business_id","created_at");--> statement-breakpoint
CREATE INDEX "lead_spam_reports_created_at_index" ON "lead_spam_reports" USING btree ("created_at");