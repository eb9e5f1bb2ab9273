import type { Actor } from '#app/platform/.server/security/actor.ts'

/** A member as services know them. */
export function actorOf(userId: string): Actor {
  return { userId, sessionId: 'a session', email: 'member@sample.example', role: 'Member', isStaff: false }
}
