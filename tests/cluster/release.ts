import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leadTo, makeRelease } from '../releases/make-release.ts'
import type { Cluster } from './cluster.ts'
import { until } from './services.ts'

/** What the two hosts run from: each from a link of its own, which leads to a release. */
export interface Checkouts {
  links: [string, string]
  /** The release that comes next, which both have already. */
  next: string
}

const [thisVersion, nextVersion] = ['7.0.0', '7.1.0']

/** Makes two releases below a folder, and for each host a link to the first. */
export async function makeCheckouts(folder: string): Promise<Checkouts> {
  const current = await makeRelease(folder, thisVersion)
  const links: [string, string] = [join(folder, 'host-1'), join(folder, 'host-2')]
  for (const link of links) await leadTo(link, current)
  return { links, next: await makeRelease(folder, nextVersion) }
}

/**
 * Changes the release of one host after the other, as an operator does.
 * @returns what was wrong afterwards
 */
export async function changeRelease({ hosts, logFile }: Cluster, { links, next }: Checkouts): Promise<string[]> {
  const problems: string[] = []
  for (const [index, host] of hosts.entries()) {
    await leadTo(links[index] as string, next)
    await host.service.stop()
    await host.service.start()
    const isReady = async () => (await fetch(`http://127.0.0.1:${host.port}/readyz`)).ok
    await until(`the release of host ${index + 1}`, isReady, logFile, 60_000)
    // A page that the other host answered asks this one for its files, and the other way round.
    for (const { port } of hosts) {
      for (const version of [thisVersion, nextVersion]) {
        const { status } = await fetch(`http://127.0.0.1:${port}/assets/only-${version}.js`)
        if (status !== 200) problems.push(`a host answered ${status} for a file of release ${version}`)
      }
    }
  }
  const before = (await readEntries(logFile)).length
  for (const { port } of hosts) await (await fetch(`http://127.0.0.1:${port}/about`)).text()
  const answered = (await readEntries(logFile)).slice(before).filter(({ msg }) => msg === 'request')
  if (answered.length === 0) problems.push('no request is in the log after the change')
  const former = answered.filter(({ version }) => version !== nextVersion)
  if (former.length > 0) problems.push(`after the change release ${thisVersion} answered ${former.length} requests`)
  return problems
}

/** What Muster's processes logged. */
async function readEntries(logFile: string): Promise<{ msg?: string; version?: string }[]> {
  const lines = (await readFile(logFile, 'utf8')).split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
}
