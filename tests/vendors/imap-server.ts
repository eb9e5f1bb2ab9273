import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

interface StoredMail {
  source: string
  flags: Set<string>
}

export interface ImapServer {
  /** For BOUNCE_IMAP_URL. */
  url: string
  port: number
  mails: StoredMail[]
  /** Commands that were received, without their tags. */
  commands: string[]
  /** How many bytes of the emails were sent. */
  sentBytes: number
  deliver: (source: string) => StoredMail
  /** Hangs up whenever this email is fetched. */
  breakAt: (mail: StoredMail | null) => void
  stop: () => Promise<void>
}

const password = 'secret'

/** A local IMAP server that speaks as much of RFC 3501 as reading one mailbox takes. */
export async function startImapServer(port = 0): Promise<ImapServer> {
  const sockets = new Set<Socket>()
  let broken: StoredMail | null = null
  const state: Omit<ImapServer, 'url' | 'port'> = {
    mails: [],
    commands: [],
    sentBytes: 0,
    deliver: (source) => {
      const mail = { source: source.replace(/\r?\n/g, '\r\n'), flags: new Set<string>() }
      state.mails.push(mail)
      return mail
    },
    breakAt: (mail) => {
      broken = mail
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }

  const answerTo = (command: string): string[] => {
    const [, verb = '', rest = ''] = /^((?:UID )?\w+) ?(.*)$/.exec(command) ?? []
    if (verb === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1', 'OK']
    if (verb === 'LOGIN') return [rest.includes(password) ? 'OK' : 'NO [AUTHENTICATIONFAILED] pat@sample.example']
    if (verb === 'LIST') return ['* LIST (\\HasNoChildren) "/" INBOX', 'OK']
    if (verb === 'SELECT') return [`* ${state.mails.length} EXISTS`, '* OK [UIDVALIDITY 1] ok', 'OK [READ-WRITE]']
    if (verb === 'UID SEARCH') {
      const wanted = (flag: string, name: string) => new RegExp(`\\bUN${name}\\b`).test(rest) === false || !flag
      const found = state.mails.flatMap(({ flags }, index) => {
        const isFlagged = flags.has('\\Flagged')
        const matches =
          wanted(flags.has('\\Seen') ? 'seen' : '', 'SEEN') &&
          (/\bUNFLAGGED\b/.test(rest) ? !isFlagged : /\bFLAGGED\b/.test(rest) ? isFlagged : true)
        return matches ? [index + 1] : []
      })
      return [`* SEARCH ${found.join(' ')}`.trim(), 'OK']
    }
    const [, uid, items = ''] = /^(\d+) (.*)$/.exec(rest) ?? []
    const mail = state.mails[Number(uid) - 1]
    if (!mail) return ['OK']
    if (verb === 'UID STORE') {
      for (const name of items.match(/\\\w+/g) ?? []) mail.flags.add(name)
      return [`* ${uid} FETCH (UID ${uid} FLAGS (${[...mail.flags].join(' ')}))`, 'OK']
    }
    if (mail === broken) return []
    return [`* ${uid} FETCH (UID ${uid}${fetch(mail.source, items)})`, 'OK']
  }
  const fetch = (source: string, items: string): string => {
    const structure = items.includes('BODYSTRUCTURE') ? ` BODYSTRUCTURE ${structureOf(source)}` : ''
    const parts = [...items.matchAll(/(?:BODY|BINARY)(?:\.PEEK)?(\[([^\]]*)\])(?:<(\d+)\.(\d+)>)?/g)].map(
      ([, label, section = '', start, length]) => {
        const content = Buffer.from(
          section.startsWith('HEADER') ? `${split(source).header}\r\n\r\n` : partOf(source, section),
        )
        const bytes = start ? content.subarray(Number(start), Number(start) + Number(length)) : content
        state.sentBytes += bytes.length
        return ` BODY${label}${start ? `<${start}>` : ''} {${bytes.length}}\r\n${bytes.toString('latin1')}`
      },
    )
    return structure + parts.join('')
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write('* OK ready\r\n')
    let waiting = ''
    socket.on('data', (chunk) => {
      const lines = (waiting + chunk.toString('latin1')).split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) {
        const [, tag, command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        state.commands.push(command)
        if (command === 'LOGOUT') {
          socket.end(`* BYE\r\n${tag} OK\r\n`)
          continue
        }
        const answer = answerTo(command)
        if (answer.length === 0) socket.destroy()
        else socket.write(`${[...answer.slice(0, -1), `${tag} ${answer.at(-1)} done`].join('\r\n')}\r\n`, 'latin1')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the IMAP server has no port')
  return Object.assign(state, {
    url: `imap://bounces:${password}@127.0.0.1:${address.port}`,
    port: address.port,
  })
}

function split(source: string): { header: string; body: string } {
  const end = source.indexOf('\r\n\r\n')
  return end < 0 ? { header: source, body: '' } : { header: source.slice(0, end), body: source.slice(end + 4) }
}

function typeOf(source: string): { type: string; parameters: [string, string][] } {
  const header = split(source).header.replace(/\r\n[ \t]+/g, ' ')
  const [, value = 'text/plain'] = /^content-type: *(.*)$/im.exec(header) ?? []
  const [type = '', ...rest] = value.split(/;\s*/)
  const parameters = rest.map((part): [string, string] => {
    const [, name = '', text = ''] = /^([^=]+)="?([^"]*)"?$/.exec(part) ?? []
    return [name, text]
  })
  return { type: type.toLowerCase(), parameters }
}

/** The parts of a multipart; null for anything else, and where its boundary is missing. */
function childrenOf(source: string): string[] | null {
  const { type, parameters } = typeOf(source)
  const boundary = parameters.find(([name]) => name === 'boundary')?.[1]
  if (!type.startsWith('multipart/') || !boundary) return null
  const [, ...parts] = `\r\n${split(source).body}`.split(`\r\n--${boundary}`)
  const children = parts.filter((part) => part.startsWith('\r\n')).map((part) => part.slice(2))
  return children.length > 0 ? children : null
}

function structureOf(source: string): string {
  const { type, parameters } = typeOf(source)
  const children = childrenOf(source)
  const [kind, subtype] = type.split('/')
  const list = `(${parameters.map(([name, value]) => `"${name}" "${value}"`).join(' ')})`
  if (children) return `(${children.map(structureOf).join('')} "${subtype}" ${list} NIL NIL)`
  const { body } = split(source)
  // A multipart without parts is described as text, as servers do.
  return kind === 'multipart'
    ? `("text" "plain" NIL NIL NIL "7bit" ${body.length} 1)`
    : `("${kind}" "${subtype}" ${parameters.length ? list : 'NIL'} NIL NIL "7bit" ${body.length}${kind === 'text' ? ' 1' : ''})`
}

function partOf(source: string, section: string): string {
  const part = childrenOf(source)?.[Number(section) - 1]
  return part ? split(part).body : ''
}
