import type { JobHandler, JobKind } from '#app/platform/.server/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type MailContent, renderMail } from '#app/platform/.server/render-mail.ts'
import {
  addressChangedMail,
  addressChangeMail,
  alreadyMemberMail,
  confirmationMail,
  newSignInMail,
  passwordChangedMail,
  passwordResetMail,
  twoFactorRemovedMail,
  welcomeMail,
} from './emails.tsx'
import {
  sendAddressChange,
  sendAddressChanged,
  sendAlreadyMember,
  sendConfirmation,
  sendNewSignIn,
  sendPasswordChanged,
  sendPasswordReset,
  sendTwoFactorRemoved,
  sendWelcome,
} from './job-kinds.ts'
import { findUser, type UserRecord } from './queries.server.ts'
import { nameForMail } from './rules.ts'
import { findToken, type TokenPurpose, tokenOf } from './tokens.server.ts'

interface Letter extends MailContent {
  /** The same for every repetition of the job. */
  event: string
  to: string
}

interface Circumstances {
  user: UserRecord
  platform: Platform
  jobId: string
}

/** Sends what `write` makes of a job's words; nothing where it has nothing to say any more, or the member has gone. */
function mailHandler<Data extends { userId: string }>(
  kind: JobKind<Data>,
  write: (data: Data, circumstances: Circumstances) => Letter | null | Promise<Letter | null>,
): JobHandler<Platform> {
  return {
    name: kind.name,
    handle: async (platform, told, jobId) => {
      const data = kind.schema.parse(told)
      const user = await findUser(platform.db, data.userId)
      const letter = user && (await write(data, { user, platform, jobId }))
      if (!letter) return
      const { event, to, ...content } = letter
      await platform.post.send({ event, to, ...(await renderMail(content)) })
    },
  }
}

/** The address a link leads to; null once its token is used, withdrawn or too old. */
async function linkFor(platform: Platform, purpose: TokenPurpose, tokenId: string, path: string) {
  const subject = await findToken(platform.db, purpose, tokenId)
  if (!subject) return null
  return { link: `${platform.publicUrl}${path}${tokenOf(platform.secret, purpose, tokenId)}`, value: subject.value }
}

export const handlers: JobHandler<Platform>[] = [
  mailHandler(sendConfirmation, async ({ tokenId }, { user, platform }) => {
    const found = await linkFor(platform, 'confirm', tokenId, '/onboarding?token=')
    if (!found) return null
    const { name } = found.value
    const typed = typeof name === 'string' ? name : user.name
    return {
      event: `confirm:${tokenId}`,
      to: user.email,
      ...confirmationMail({ link: found.link, name: nameForMail(typed) }),
    }
  }),
  mailHandler(sendPasswordReset, async ({ tokenId }, { user, platform }) => {
    const found = await linkFor(platform, 'reset', tokenId, '/auth?reset=')
    return found && { event: `reset:${tokenId}`, to: user.email, ...passwordResetMail(found) }
  }),
  mailHandler(sendPasswordChanged, ({ changedAt }, { user, platform: { publicUrl }, jobId }) => ({
    event: `password-changed:${jobId}`,
    to: user.email,
    ...passwordChangedMail({ changedAt: new Date(changedAt), publicUrl }),
  })),
  mailHandler(sendNewSignIn, ({ sessionId, device, signedInAt }, { user, platform: { publicUrl } }) => ({
    event: `new-sign-in:${sessionId}`,
    to: user.email,
    ...newSignInMail({ device, signedInAt: new Date(signedInAt), publicUrl }),
  })),
  mailHandler(sendWelcome, ({ userId }, { user, platform: { publicUrl } }) => ({
    event: `welcome:${userId}`,
    to: user.email,
    ...welcomeMail({ name: user.name, publicUrl }),
  })),
  mailHandler(sendAddressChange, async ({ tokenId }, { platform }) => {
    const found = await linkFor(platform, 'change-address', tokenId, '/auth/address?token=')
    if (!found || typeof found.value.newEmail !== 'string') return null
    return { event: `change-address:${tokenId}`, to: found.value.newEmail, ...addressChangeMail(found) }
  }),
  mailHandler(sendAddressChanged, ({ oldEmail, changedAt }, { jobId }) => ({
    event: `address-changed:${jobId}`,
    to: oldEmail,
    ...addressChangedMail({ changedAt: new Date(changedAt) }),
  })),
  mailHandler(sendTwoFactorRemoved, ({ changedAt }, { user, platform: { publicUrl }, jobId }) => ({
    event: `two-factor-removed:${jobId}`,
    to: user.email,
    ...twoFactorRemovedMail({ changedAt: new Date(changedAt), publicUrl }),
  })),
  mailHandler(sendAlreadyMember, (_, { user, platform: { publicUrl }, jobId }) => ({
    event: `already-member:${jobId}`,
    to: user.email,
    ...alreadyMemberMail({ publicUrl }),
  })),
]
