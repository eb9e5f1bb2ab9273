import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Keep, makeServiceFolder, replaceEach, startService, until } from './services.ts'

interface NginxPorts {
  port: number
  /** The port for plain HTTP, which only leads to the other one. */
  redirectingPort: number
  hostPorts: [number, number]
}

/**
 * Writes the whole configuration of an nginx that stays below a folder: the operators' file with other addresses, and no TLS; gives its path.
 * @param withCache whether the lines for the cache count
 */
export function writeNginxFile(folder: string, ports: NginxPorts, withCache = false): string {
  const adapted = replaceEach('deploy/nginx.conf', [
    [/10\.0\.0\.21:3001/, `127.0.0.1:${ports.hostPorts[0]}`],
    [/10\.0\.0\.22:3001/, `127.0.0.1:${ports.hostPorts[1]}`],
    [/listen 80;/, `listen 127.0.0.1:${ports.redirectingPort};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${ports.port};`],
    [/ *ssl_certificate .*\n *ssl_certificate_key .*\n/, ''],
    [/\/var\/cache\/nginx\/muster/, join(folder, 'cache')],
  ])
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
${withCache ? adapted.replaceAll('#cache ', '') : adapted}}
`,
  )
  return file
}

/**
 * Starts nginx below a folder, before two hosts. Gives what has it send nothing to one of them, or to both again: as the guide does before
 * a host is restarted.
 */
export async function startNginx(
  folder: string,
  ports: NginxPorts,
  keep: Keep,
): Promise<(index: number | null) => Promise<void>> {
  const home = makeServiceFolder(folder, 'nginx')
  const file = writeNginxFile(home, ports)
  // -e: before it has read its file, it would write to a folder that is not its own.
  const { pid } = keep(await startService(folder, ['nginx', '-p', home, '-c', file, '-e', 'stderr']))
  await until('nginx', async () => (await fetch(`http://127.0.0.1:${ports.port}/healthz`)).ok)
  return async (index) => {
    const address = index === null ? null : `:${ports.hostPorts[index]} max_fails`
    const text = readFileSync(file, 'utf8').replace(/ down max_fails/, ' max_fails')
    writeFileSync(file, address ? text.replace(address, address.replace(' ', ' down ')) : text)
    process.kill(pid, 'SIGHUP')
    // Until its new processes have taken the place of the old.
    await sleep(1_000)
  }
}
