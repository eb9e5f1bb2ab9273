CREATE TABLE "cart_items" (
	"cart_id" uuid NOT NULL,
	"product_id" bigint NOT NULL,
	"variant_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"shown_amount" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_cart_id_variant_id_pk" PRIMARY KEY("cart_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text,
	"profile_id" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carts_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "carts_profile_id_unique" UNIQUE("profile_id")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"variant_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"name" text NOT NULL,
	"size" text,
	"color" text,
	"image" text,
	"amount" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "order_items_order_id_variant_id_pk" PRIMARY KEY("order_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"profile_id" uuid,
	"checkout_key" uuid NOT NULL,
	"cart_id" uuid,
	"email" text,
	"name" text,
	"address" jsonb,
	"currency" text DEFAULT 'GBP' NOT NULL,
	"subtotal" integer NOT NULL,
	"shipping" integer NOT NULL,
	"tax" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"shipping_method" text NOT NULL,
	"shipping_name" text NOT NULL,
	"stripe_session_id" text,
	"stripe_payment_intent_id" text,
	"printful_external_id" text NOT NULL,
	"printful_order_id" bigint,
	"shipments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_checkout_key_unique" UNIQUE("checkout_key"),
	CONSTRAINT "orders_stripe_session_id_unique" UNIQUE("stripe_session_id"),
	CONSTRAINT "orders_printful_external_id_unique" UNIQUE("printful_external_id"),
	CONSTRAINT "orders_printful_order_id_unique" UNIQUE("printful_order_id")
);
--> statement-breakpoint
CREATE TABLE "shop_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "shop_stripe_prices" (
	"variant_id" bigint PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"stripe_product_id" text NOT NULL,
	"stripe_price_id" text NOT NULL,
	"amount" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_syncs" (
	"kind" text PRIMARY KEY NOT NULL,
	"succeeded_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"failure" text,
	"refused" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "slug" text;--> statement-breakpoint
UPDATE "shop_products" SET "slug" = 'product-' || "id";--> statement-breakpoint
ALTER TABLE "shop_products" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "synced_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_products" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_stripe_prices" ADD CONSTRAINT "shop_stripe_prices_product_id_shop_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."shop_products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carts_updated_at_index" ON "carts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "orders_created_at_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_state_index" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_profile_id_index" ON "orders" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_payment_intent_index" ON "orders" USING btree ("stripe_payment_intent_id");--> statement-breakpoint
CREATE INDEX "shop_stripe_prices_product_id_index" ON "shop_stripe_prices" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "shop_products" ADD CONSTRAINT "shop_products_slug_unique" UNIQUE("slug");