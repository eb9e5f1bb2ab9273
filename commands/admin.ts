import { parseArgs } from 'node:util'
import { unsafeRemoveTwoFactor } from '#app/features/account/two-factor-service.server.ts'
import { rotateCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { unsafeGrantRole } from '#app/features/profile/service.server.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { runCommandOnPlatform } from './with-platform.ts'

const usage = `Usage: npm run admin -- grant EMAIL [--role reviewer|admin]
       npm run admin -- revoke EMAIL
       npm run admin -- remove-second-factor EMAIL
       npm run admin -- rotate-signing-key`

const roles: Record<string, Role> = { reviewer: 'Reviewer', admin: 'Admin' }
const roleNames: Record<Role, string> = { Member: 'a Member', Reviewer: 'a Reviewer', Admin: 'an Admin' }

type CommandOptions = { act: 'rotate-signing-key' } | AccountCommand

type AccountCommand = { email: string } & ({ act: 'role'; role: Role } | { act: 'remove-second-factor' })

/** What to do, and to which account; null if that is not clear. */
function readArguments(): CommandOptions | null {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { role: { type: 'string' } } })
    const [act, email, ...rest] = positionals
    if (act === 'rotate-signing-key') return positionals.length === 1 && values.role === undefined ? { act } : null
    if (!email?.includes('@') || rest.length > 0) return null
    if (act === 'grant') {
      const role = roles[values.role ?? 'admin']
      return role ? { act: 'role', email, role } : null
    }
    if (values.role !== undefined) return null
    if (act === 'revoke') return { act: 'role', email, role: 'Member' }
    return act === 'remove-second-factor' ? { act, email } : null
  } catch {
    return null
  }
}

const noSuchMember = (email: string) => `There is no member with the sign-in address ${email}. Nothing was changed.`

const options = readArguments()
if (options === null) {
  console.error(usage)
  process.exitCode = 1
} else {
  await runCommandOnPlatform(async (platform) => {
    if (options.act === 'rotate-signing-key') {
      console.log(
        `Credentials are signed with ${await rotateCredentialSigningKey(platform)} from now on. Older ones stay valid.`,
      )
      return true
    }
    const { email } = options
    if (options.act === 'role') {
      const { role } = options
      if (!(await unsafeGrantRole(platform, email, role))) {
        console.error(noSuchMember(email))
        return false
      }
      console.log(`${email} is ${roleNames[role]} from now on.`)
      if (role !== 'Member') console.log('It counts with two-factor authentication, which /admin asks them to set up.')
      return true
    }
    const outcome = await unsafeRemoveTwoFactor(platform, email)
    if (outcome === 'removed') {
      console.log(`${email} signs in with the password alone from now on. They get an email.`)
      return true
    }
    console.error(outcome === 'none' ? `${email} has no second factor. Nothing was changed.` : noSuchMember(email))
    return false
  })
}
