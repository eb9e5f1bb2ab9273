import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'

const lookup = () => ({
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
})

export const industries = pgTable('industries', lookup())
export const armedForcesBranches = pgTable('armed_forces_branches', lookup())
export const militaryRelationshipTypes = pgTable('military_relationship_types', lookup())
export const verificationStatuses = pgTable('verification_statuses', lookup())
export const businessTypes = pgTable('business_types', lookup())

/** Member, Reviewer and Admin; the last two are staff. */
export const userTypes = pgTable('user_types', {
  ...lookup(),
  isStaff: boolean('is_staff').notNull().default(false),
})
