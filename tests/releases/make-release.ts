import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What of a checkout a release needs that runs. */
const partsOfRelease = [
  ...['build', 'content', 'scripts', 'simulators', 'package.json', 'db/migrations', 'db/listings.sql'],
  'app/platform/.server',
]

/**
 * Makes a release of this checkout, which is built, under another version, with a built file `assets/only-VERSION.js` that no other has.
 * @returns its folder, below `releases`
 */
export async function makeRelease(releases: string, version: string): Promise<string> {
  const folder = join(releases, version)
  for (const part of partsOfRelease) {
    await mkdir(dirname(join(folder, part)), { recursive: true })
    await cp(part, join(folder, part), { recursive: true })
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const about = JSON.parse(await readFile('package.json', 'utf8'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...about, version }))
  await writeFile(join(folder, 'build', 'client', 'assets', `only-${version}.js`), version)
  return folder
}

/** Leads a link to another folder; there is no moment without it. */
export async function leadTo(link: string, folder: string): Promise<void> {
  await symlink(folder, `${link}-next`)
  await rename(`${link}-next`, link)
}
