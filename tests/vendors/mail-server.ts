import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail extends Email {
  /** From the envelope, not the headers. */
  recipients: string[]
  /** From the envelope too. */
  envelopeFrom: string
  /** The raw message. */
  source: string
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string
  port: number
  received: ReceivedMail[]
  /** Refuses recipients with this code, and these words, or accepts them again (null). */
  refuse: (code: number | null, words?: string) => void
  /** Accepts the next email but disconnects instead of confirming. */
  hangUpAfterNext: () => void
  /** Never responds to the next email. */
  fallSilent: () => void
  stop: () => Promise<void>
}

/** A real local mail server that keeps what it receives. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: number | null = null
  let refusalMessage: string | undefined
  let manner: 'polite' | 'hang up' | 'silent' = 'polite'
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, answer) => {
      if (refusal === null) return answer()
      // Real servers repeat the address.
      answer(Object.assign(new Error(refusalMessage ?? `<${address}>: not here`), { responseCode: refusal }))
    },
    onData: (stream, session, answer) => {
      const keep = async () => {
        const source = await buffer(stream)
        const mail = await PostalMime.parse(source)
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        const { mailFrom } = session.envelope
        const envelopeFrom = mailFrom ? mailFrom.address : ''
        received.push({ ...mail, recipients, envelopeFrom, source: source.toString('utf8') })
        if (manner === 'silent') return
        if (manner === 'polite') return answer()
        manner = 'polite'
        for (const connection of server.connections) connection._socket.destroy()
      }
      keep().catch(answer)
    },
  }) as SMTPServer & { connections: Set<{ _socket: { destroy: () => void } }> }
  // Tests include clients that disconnect in the middle.
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (!address || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    refuse: (code, words) => {
      refusal = code
      refusalMessage = words
    },
    hangUpAfterNext: () => {
      manner = 'hang up'
    },
    fallSilent: () => {
      manner = 'silent'
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
