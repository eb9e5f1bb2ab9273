CREATE TABLE "installation" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"deployment" text NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id"),
	CONSTRAINT "installation_deployment" CHECK ("installation"."deployment" IN ('production', 'local', 'demo'))
);
