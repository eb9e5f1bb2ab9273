import { inArray, sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Role } from '#app/platform/.server/actor.ts'
import {
  type ArmedForcesBranch,
  type BusinessType,
  type Industry,
  listedStatuses,
  type MilitaryRelationshipType,
  type VerificationStatus,
} from './rules.ts'

const lookup = <Name extends string>() => ({
  id: integer('id').primaryKey(),
  name: text('name').$type<Name>().notNull().unique(),
})

export const industries = pgTable('industries', lookup<Industry>())
export const armedForcesBranches = pgTable('armed_forces_branches', lookup<ArmedForcesBranch>())
export const militaryRelationshipTypes = pgTable('military_relationship_types', lookup<MilitaryRelationshipType>())
export const verificationStatuses = pgTable('verification_statuses', lookup<VerificationStatus>())
export const businessTypes = pgTable('business_types', lookup<BusinessType>())

/** Member, Reviewer and Admin; the last two are staff. */
export const userTypes = pgTable('user_types', {
  ...lookup<Role>(),
  isStaff: boolean('is_staff').notNull().default(false),
})

/** Whether the businesses of a member with the joined status are listed. */
export const isListedStatus = sql<boolean>`coalesce(${inArray(verificationStatuses.name, listedStatuses)}, false)`
