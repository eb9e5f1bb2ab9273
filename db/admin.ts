import { parseArgs } from 'node:util'
import { unsafeGrantRole } from '#app/features/profile/service.server.ts'
import type { Role } from '#app/platform/.server/actor.ts'
import { withPlatform } from './with-platform.ts'

const usage = `Usage: npm run admin -- grant EMAIL [--role reviewer|admin]
       npm run admin -- revoke EMAIL`

const roles: Record<string, Role> = { reviewer: 'Reviewer', admin: 'Admin' }

/** Whose role is to be which; null when that is not clear. */
function readArguments(): { email: string; role: Role } | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { role: { type: 'string' } } })
    const [act, email, ...rest] = positionals
    if (!email?.includes('@') || rest.length > 0) return null
    if (act === 'revoke') return values.role === undefined ? { email, role: 'Member' } : null
    const role = roles[values.role ?? 'admin']
    return act === 'grant' && role ? { email, role } : null
  } catch {
    return null
  }
}

const wish = readArguments()
if (wish === null) {
  console.error(usage)
  process.exitCode = 1
} else {
  const { email, role } = wish
  await withPlatform(async (platform) => {
    if (!(await unsafeGrantRole(platform, email, role))) {
      console.error(`There is no member with the sign-in address ${email}. Nothing was changed.`)
      return false
    }
    console.log(`${email} is ${role === 'Admin' ? 'an Admin' : `a ${role}`} from now on.`)
    return true
  })
}
