-- The lookups of the product. Names are the organisation's own words; the same stand in app/features/reference/rules.ts,
-- and a test holds the two alike.
--> statement-breakpoint
INSERT INTO armed_forces_branches (id, name) VALUES
  (1, 'Royal Navy'),
  (2, 'Royal Marines'),
  (3, 'British Army'),
  (4, 'Royal Air Force'),
  (5, 'Royal Fleet Auxiliary'),
  (6, 'Merchant Navy');
--> statement-breakpoint
INSERT INTO military_relationship_types (id, name) VALUES
  (1, 'Veteran'),
  (2, 'Serving member'),
  (3, 'Reservist'),
  (4, 'Spouse or partner'),
  (5, 'Family member'),
  (6, 'Supporter');
--> statement-breakpoint
INSERT INTO verification_statuses (id, name) VALUES
  (1, 'Pending'),
  (2, 'In Review'),
  (3, 'Verified'),
  (4, 'Rejected');
--> statement-breakpoint
INSERT INTO business_types (id, name) VALUES
  (1, 'Sole trader'),
  (2, 'Partnership'),
  (3, 'Limited company'),
  (4, 'Limited liability partnership'),
  (5, 'Community interest company'),
  (6, 'Charity');
--> statement-breakpoint
INSERT INTO industries (id, name) VALUES
  (1, 'Accountancy & Finance'),
  (2, 'Agriculture & Environment'),
  (3, 'Arts & Crafts'),
  (4, 'Automotive'),
  (5, 'Beauty & Wellbeing'),
  (6, 'Charity & Community'),
  (7, 'Cleaning & Facilities'),
  (8, 'Construction & Trades'),
  (9, 'Consultancy & Coaching'),
  (10, 'Defence & Security'),
  (11, 'Education & Training'),
  (12, 'Energy & Utilities'),
  (13, 'Engineering & Manufacturing'),
  (14, 'Events & Entertainment'),
  (15, 'Food & Drink'),
  (16, 'Health & Care'),
  (17, 'Hospitality & Travel'),
  (18, 'IT & Cyber'),
  (19, 'Legal Services'),
  (20, 'Logistics & Transport'),
  (21, 'Marketing & Media'),
  (22, 'Property & Estates'),
  (23, 'Retail & E-commerce'),
  (24, 'Sport & Outdoors');
--> statement-breakpoint
INSERT INTO user_types (id, name, is_staff) VALUES
  (1, 'Member', false),
  (2, 'Reviewer', true),
  (3, 'Admin', true);
--> statement-breakpoint
-- A profile names its business and a business its owner: Drizzle cannot say both without a circle of imports, and rows
-- that name each other are checked when their transaction ends.
ALTER TABLE profiles ADD CONSTRAINT profiles_business_id_fk FOREIGN KEY (business_id) REFERENCES businesses (id) ON DELETE SET NULL
  DEFERRABLE INITIALLY DEFERRED;
