CREATE TABLE "monthly_mail_stops" (
	"user_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_word_counts" (
	"business_id" uuid NOT NULL,
	"week" date NOT NULL,
	"word" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "search_word_counts_business_id_week_word_pk" PRIMARY KEY("business_id","week","word")
);
--> statement-breakpoint
CREATE TABLE "trade_weeks" (
	"trade_id" text NOT NULL,
	"week" date NOT NULL,
	"firms" integer NOT NULL,
	"view" double precision NOT NULL,
	"found" double precision NOT NULL,
	"phone" double precision NOT NULL,
	"website" double precision NOT NULL,
	"email" double precision NOT NULL,
	"enquiries" double precision NOT NULL,
	CONSTRAINT "trade_weeks_trade_id_week_pk" PRIMARY KEY("trade_id","week")
);
--> statement-breakpoint
ALTER TABLE "monthly_mail_stops" ADD CONSTRAINT "monthly_mail_stops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_word_counts" ADD CONSTRAINT "search_word_counts_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_weeks" ADD CONSTRAINT "trade_weeks_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_word_counts_week_index" ON "search_word_counts" USING btree ("week");--> statement-breakpoint
CREATE INDEX "trade_weeks_week_index" ON "trade_weeks" USING btree ("week");