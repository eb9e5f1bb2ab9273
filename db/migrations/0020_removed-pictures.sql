CREATE TABLE "removed_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"folder" uuid NOT NULL,
	"kind" text NOT NULL,
	"picture_id" uuid,
	"key" text NOT NULL,
	"order_index" integer NOT NULL,
	"caption" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"master_key" text,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "removed_pictures_folder_index" ON "removed_pictures" USING btree ("folder");