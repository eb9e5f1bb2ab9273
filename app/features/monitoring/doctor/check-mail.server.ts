import { Resolver } from 'node:dns/promises'
import type { Config } from '#app/platform/.server/config.ts'
import { emailDomainOf, openMailServerClient } from '#app/platform/.server/mail/mail.ts'
import {
  type DoctorFinding,
  errorReasonOf,
  makeBadDoctorFinding,
  makeGoodDoctorFinding,
  makeUnknownDoctorFinding,
  makeWarningDoctorFinding,
} from './finding-model.ts'

/** Milliseconds to wait for a name server. */
const lookupMs = 10_000

/** Opens a connection to the mail server, signs in, and closes it: no mail is sent. */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<DoctorFinding> {
  const about = 'Mail server'
  if (!smtpUrl) return makeUnknownDoctorFinding(about, 'is not set', 'Set SMTP_URL, so that email leaves.')
  const transport = await openMailServerClient(smtpUrl)
  try {
    await transport.verify()
    return makeGoodDoctorFinding(about, 'takes our connection and our login')
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      `does not take our connection: ${errorReasonOf(error)}`,
      'See that SMTP_URL has the right host, port, user and password: smtps:// for port 465, smtp:// for 587.',
    )
  } finally {
    transport.close()
  }
}

/** Sends an email to an address, whose received source tells whether it was signed. */
export async function sendTestMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  to: string,
): Promise<DoctorFinding> {
  const about = 'Test email'
  if (!smtpUrl) return makeUnknownDoctorFinding(about, 'was not sent', 'Set SMTP_URL first.')
  const transport = await openMailServerClient(smtpUrl)
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      subject: 'A test email of Muster',
      text: 'Show the source of this email ("Show original"), save it as a file, and run: npm run doctor -- --received FILE',
      // The monthly email has these headers, which the signature must cover.
      headers: {
        'List-Unsubscribe': '<https://muster.example/stop-email>',
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    return makeGoodDoctorFinding(
      about,
      `is on its way to ${to}: save its source, and run npm run doctor -- --received FILE`,
    )
  } catch (error) {
    return makeBadDoctorFinding(
      about,
      `was not taken: ${errorReasonOf(error)}`,
      'See what the mail server says of the sender (MAIL_FROM) and the recipient.',
    )
  } finally {
    transport.close()
  }
}

/** @param dnsServer its address and port; null for the ones of this machine */
function openResolver(dnsServer: string | null): Resolver {
  const resolver = new Resolver({ timeout: lookupMs, tries: 1 })
  if (dnsServer) resolver.setServers([dnsServer])
  return resolver
}

/** Looks up what other mail servers look up about the sender's domain. */
export async function checkMailDomain(
  mailFrom: string,
  { dkimSelector, dnsServer }: { dkimSelector: string | null; dnsServer: string | null },
): Promise<DoctorFinding[]> {
  const domain = emailDomainOf(mailFrom)
  const resolver = openResolver(dnsServer)
  const find = async (name: string, start: RegExp): Promise<string[] | Error> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join('')).filter((text) => start.test(text))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : (error as Error)
    }
  }
  return [
    evaluateRecords('SPF', domain, await find(domain, /^v=spf1\b/i), {
      lacking: `Add a TXT record to ${domain} that names your mail server, such as: v=spf1 include:_spf.your-provider.example -all`,
    }),
    evaluateRecords('DMARC', `_dmarc.${domain}`, await find(`_dmarc.${domain}`, /^v=DMARC1\b/i), {
      lacking: `Add a TXT record to _dmarc.${domain}, to begin with: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    }),
    dkimSelector
      ? evaluateRecords(
          'DKIM',
          `${dkimSelector}._domainkey.${domain}`,
          await find(`${dkimSelector}._domainkey.${domain}`, /(?:^|;)\s*p=\s*[^;\s]/i),
          {
            lacking:
              'Add the TXT record that your mail server shows for this selector; without one, receivers take our mail for forged.',
          },
        )
      : makeUnknownDoctorFinding(
          'DKIM',
          'was not looked up, as nothing says which selector signs',
          'Set DKIM_SELECTOR, or send an email by npm run doctor -- --mail-to ADDRESS and have its source checked.',
        ),
  ]
}

function evaluateRecords(
  about: string,
  name: string,
  records: string[] | Error,
  { lacking }: { lacking: string },
): DoctorFinding {
  if (records instanceof Error) {
    return makeUnknownDoctorFinding(
      about,
      `cannot be looked up: ${errorReasonOf(records)}`,
      'Try again where a name server can be reached.',
    )
  }
  if (records.length === 0) return makeBadDoctorFinding(about, `there is no record at ${name}`, lacking)
  if (records.length > 1) {
    return makeBadDoctorFinding(
      about,
      `there are ${records.length} records at ${name}`,
      'Leave one: receivers ignore them all otherwise.',
    )
  }
  return makeGoodDoctorFinding(about, `${name} has ${(records[0] ?? '').slice(0, 80)}`)
}

/** The headers that the signature must cover, or mail programs do not offer to stop an email. */
const coveredHeaders = ['list-unsubscribe', 'list-unsubscribe-post']

/** Checks the signature of an email as it was received. */
export async function checkReceivedMailSignature(
  source: string,
  { mailFrom, dnsServer }: { mailFrom: string; dnsServer: string | null },
): Promise<DoctorFinding[]> {
  const { authenticate } = await import('mailauth')
  const resolver = openResolver(dnsServer)
  const { dkim } = await authenticate(source, {
    trustReceived: true,
    // It asks for TXT, A, AAAA, MX and PTR alone, whose records are texts.
    resolver: async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][],
  })
  const domain = emailDomainOf(mailFrom)
  const results = dkim?.results ?? []
  const ours = results.find(({ status, signingDomain }) => status.result === 'pass' && signingDomain === domain)
  if (!ours) {
    const said = results.map(({ status, signingDomain }) => `${signingDomain}: ${status.result}`).join(', ')
    return [
      makeBadDoctorFinding(
        'DKIM',
        results.length === 0 ? 'this email is not signed' : `no signature of ${domain} passes (${said})`,
        `Have your mail server sign for ${domain}, and publish its key as a TXT record.`,
      ),
    ]
  }
  const covered = (ours.signingHeaders?.keys ?? '').toLowerCase().split(/\s*:\s*/)
  const missing = coveredHeaders.filter((name) => !covered.includes(name))
  return [
    makeGoodDoctorFinding('DKIM', `this email is signed for ${domain}`),
    missing.length === 0
      ? makeGoodDoctorFinding('DKIM headers', 'the signature covers what stops an email')
      : makeWarningDoctorFinding(
          'DKIM headers',
          `the signature does not cover ${missing.join(' and ')}`,
          'Have your mail server sign these headers: without that, mail programs show no button to stop the monthly email.',
        ),
  ]
}
