import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** Of the settings of whoever runs the drill, those without which no program runs. */
const inherited = ['PATH', 'HOME', 'TMPDIR']
const own = Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

/** A process of the product, started as the operator's guide says. */
export interface Running {
  /** What it printed so far. */
  read: () => string
  /** The code it ended with; null where a signal ended it. */
  ended: Promise<number | null>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** The project as it lies on a machine of its own: with a file .env, and nothing else that differs from this checkout. */
export class Installation {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder)
    const notOurs = ['.env', 'data', '.git']
    for (const name of readdirSync('.').filter((each) => !notOurs.includes(each))) {
      symlinkSync(resolve(name), join(folder, name))
    }
  }

  /** Writes the settings that its programs read. */
  configure(settings: Record<string, string>): void {
    const lines = Object.entries(settings).map((pair) => pair.join('='))
    writeFileSync(join(this.folder, '.env'), `${lines.join('\n')}\n`)
  }

  /** Runs `npm run NAME -- WORDS`; gives its exit code, and what it printed. */
  async run(name: string, words: string[] = [], settings: Record<string, string> = {}) {
    const child = spawn('npm', ['run', '--silent', name, '--', ...words], {
      cwd: this.folder,
      env: { ...own, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(child, 'close')
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    await ended
    return { code: child.exitCode, said: output + errors }
  }

  /** Starts the last step of `npm start` or `npm run worker`, as under a service manager. */
  start(script: 'scripts/start.mjs' | 'scripts/worker.mjs'): Running {
    const file = join(this.folder, `${Date.now()}.log`)
    const log = openSync(file, 'a')
    const child = spawn('node_modules/.bin/node', ['--env-file-if-exists=.env', script], {
      cwd: this.folder,
      env: own,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    const ended = once(child, 'exit').then(() => child.exitCode)
    return {
      read: () => readFileSync(file, 'utf8'),
      ended,
      stop: (signal = 'SIGTERM') => {
        child.kill(signal)
        return ended
      },
    }
  }
}

/** The first block of a language below a heading of the operator's guide. */
export function readGuide(heading: string, language: string): string {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const [, section] = guide.split(`\n## ${heading}\n`)
  const [, block] = new RegExp(`\`\`\`${language}\\n([^]*?)\n\`\`\``).exec(section ?? '') ?? []
  if (!block) throw new Error(`docs/operations.md has no ${language} below '${heading}'`)
  return block
}

/** Makes a certificate for this machine, signed by itself. */
export function makeCertificate(folder: string): { certificate: string; key: string } {
  const made = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', made.key, '-out', made.certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], {
    stdio: 'ignore',
  })
  return made
}

interface ProxyPorts {
  plain: number
  tls: number
  /** Of a second one, set up by somebody who did not read the guide. */
  careless: number
  site: number
}

/** Runs nginx with the lines of the operator's guide, on loopback. It has an address of its own there, unlike visitors and the doctor. */
export function startProxy(folder: string, ports: ProxyPorts): { ip: string; stop: () => Promise<void> } {
  const ip = '127.0.0.2'
  mkdirSync(folder)
  const { certificate, key } = makeCertificate(folder)
  const guided = readGuide('Behind TLS and a proxy', 'nginx')
    .replaceAll('https://muster.example', `https://localhost:${ports.tls}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replaceAll('muster.example', 'localhost')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.tls} `)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.site}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    daemon off;
    events {}
    http {
      access_log off;
      proxy_bind ${ip};
      ${temporary.join('\n')}
      ${guided}
      server {
        listen 127.0.0.1:${ports.careless};
        location / { proxy_pass http://127.0.0.1:${ports.site}; }
      }
    }`,
  )
  const server = spawn('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', file], { stdio: 'inherit' })
  const ended = once(server, 'exit')
  return {
    ip,
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
