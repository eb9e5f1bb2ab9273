import { isAdmin, isStaff, type Permission } from '#app/platform/.server/security/actor.ts'

/** Shows and hides anybody's podcast, and sees those that are hidden. */
export const canHidePodcasts: Permission = isAdmin

/** Hides a podcast, as was decided about reports. */
export const canWithholdPodcasts: Permission = isStaff
