import { isAdmin, isStaff, type PermissionCheck } from '#app/platform/.server/security/actor.ts'

/** Shows and hides anybody's podcast, and sees those that are hidden. */
export const canHidePodcasts: PermissionCheck = isAdmin

/** Hides a podcast, as was decided about reports. */
export const canWithholdPodcasts: PermissionCheck = isStaff
