import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeServiceFolder, replaceEach, type Service, startService, until } from './services.ts'

interface NginxPorts {
  port: number
  /** The port for plain HTTP, which only leads to the other one. */
  redirectingPort: number
  hostPorts: [number, number]
}

/**
 * The operators' file for this machine: other addresses, and no TLS.
 * @param withCache whether the lines for the cache count
 */
export function adaptNginxFile(
  folder: string,
  { port, redirectingPort, hostPorts }: NginxPorts,
  withCache = false,
): string {
  const adapted = replaceEach('deploy/nginx.conf', [
    [/10\.0\.0\.21:3001/, `127.0.0.1:${hostPorts[0]}`],
    [/10\.0\.0\.22:3001/, `127.0.0.1:${hostPorts[1]}`],
    [/listen 80;/, `listen 127.0.0.1:${redirectingPort};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ *ssl_certificate .*\n *ssl_certificate_key .*\n/, ''],
    [/\/var\/cache\/nginx\/muster/, join(folder, 'cache')],
  ])
  return withCache ? adapted.replaceAll('#cache ', '') : adapted
}

/** Writes the whole configuration of an nginx that stays below a folder; gives its file. */
export function writeNginxFile(folder: string, ports: NginxPorts, withCache = false): string {
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    file,
    `daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr warn;
worker_processes 2;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${join(folder, name)};`).join('\n')}
${adaptNginxFile(folder, ports, withCache)}}
`,
  )
  return file
}

/** Starts nginx below a folder, before two hosts. */
export async function startNginx(
  program: string,
  folder: string,
  ports: NginxPorts,
  withCache = false,
): Promise<Service> {
  const home = makeServiceFolder(folder, 'nginx')
  const file = writeNginxFile(home, ports, withCache)
  const logFile = join(folder, 'nginx.log')
  // -e: before it has read its file, it would write to a folder that is not its own.
  const args = ['-p', home, '-c', file, '-e', 'stderr']
  const service = startService({ name: 'nginx', program, args, logFile, isUnprivileged: true, stopSignal: 'SIGQUIT' })
  await until('nginx', async () => (await fetch(`http://127.0.0.1:${ports.port}/healthz`)).ok, logFile)
  return service
}
