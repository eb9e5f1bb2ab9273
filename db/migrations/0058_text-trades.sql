CREATE TABLE "text_trades" (
	"listing_id" uuid PRIMARY KEY NOT NULL,
	"trade_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "text_trades" ADD CONSTRAINT "text_trades_listing_id_businesses_id_fk" FOREIGN KEY ("listing_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_trades" ADD CONSTRAINT "text_trades_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_trades_trade_id_index" ON "text_trades" USING btree ("trade_id");