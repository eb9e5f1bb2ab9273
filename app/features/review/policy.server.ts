import type { Actor } from '#app/platform/.server/actor.ts'

/** What is done here: reviewing is every member of staff's, administering the admins' alone. */
export type StaffAction = 'review' | 'administer'

/** Whether somebody may do it. */
export function can(actor: Actor, action: StaffAction): boolean {
  return action === 'review' ? actor.isStaff : actor.role === 'Admin'
}
