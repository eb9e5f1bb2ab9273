import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const planted: string[] = []

afterEach(async () => {
  for (const file of planted.splice(0)) await rm(file)
})

async function plant(file: string, code: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, code)
  planted.push(file)
}

/** What the lint step says of one file. */
function cruise(file: string): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) => {
    execFile(
      'node_modules/.bin/depcruise',
      [file, '--config', 'dependency-cruiser.config.mjs', '--output-type', 'err'],
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
}

test.each([
  [
    'app/lib/planted.ts',
    "import { siteDetails } from '#app/features/content/service.server.ts'",
    'lib-imports-nothing-of-ours',
  ],
  ['app/ui/planted.ts', "import { industries } from '#app/features/reference/rules.ts'", 'ui-knows-no-feature'],
  [
    'app/features/reference/planted.ts',
    "import { businesses } from '#app/features/businesses/tables.server.ts'",
    'reference-imports-only-rooms-before-it',
  ],
  [
    'app/features/directory/planted.ts',
    "import { selectLookup } from '#app/features/reference/queries.server.ts'",
    'directory-uses-other-rooms-by-their-doors',
  ],
  ['app/features/directory/planted.ts', "import { createHost } from '#server/app.ts'", 'features-know-no-route'],
  [
    'app/platform/.server/planted.ts',
    "import { makeSlug } from '#app/features/businesses/rules.ts'",
    'platform-stands-on-lib',
  ],
  [
    'app/routes/planted.ts',
    "import { businesses } from '#app/features/businesses/tables.server.ts'",
    'routes-hold-no-sql',
  ],
  ['server/planted.ts', "import { openTestDatabase } from '#tests/database.ts'", 'no-product-code-imports-tests'],
  [
    'app/platform/.server/planted.ts',
    "import { startStripeStandIn } from '#stand-ins/stripe.ts'",
    'no-product-code-imports-stand-ins',
  ],
  [
    'stand-ins/planted.ts',
    "import { ratesSchema } from '#app/platform/.server/printful-schema.ts'",
    'stand-ins-know-no-product-code',
  ],
])('an import against the drawing is refused: %s, %s', async (file, code, rule) => {
  await plant(file, `${code}\nconsole.log(${/\{ (\w+) \}/.exec(code)?.[1]})\n`)
  const { failed, output } = await cruise(file)
  expect(output).toContain(rule)
  expect(failed).toBe(true)
})

test('an import along the drawing is not', async () => {
  await plant(
    'app/features/directory/planted.ts',
    "import { industries } from '#app/features/reference/rules.ts'\nconsole.log(industries)\n",
  )
  expect(await cruise('app/features/directory/planted.ts')).toMatchObject({ failed: false })
})
