CREATE TABLE "upload_places" (
	"member_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"list" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_places_member_id_place_pk" PRIMARY KEY("member_id","place")
);
