CREATE TABLE "trade_words" (
	"word" text NOT NULL,
	"trade_id" text NOT NULL,
	"source" text NOT NULL,
	"weight" real NOT NULL,
	CONSTRAINT "trade_words_word_trade_id_source_pk" PRIMARY KEY("word","trade_id","source")
);
--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "trade_words" ADD CONSTRAINT "trade_words_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trade_words_trade_id_index" ON "trade_words" USING btree ("trade_id");