import { createReadStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { parse } from 'csv-parse'
import { importPostcodes } from '#app/features/places/postcodes-service.server.ts'
import { runCommandOnPlatform } from './with-platform.ts'

const usage = 'Usage: npm run import:postcodes -- FILE.csv   (ONS Postcode Directory, NSPL, or Code-Point Open)'

const [file, ...others] = process.argv.slice(2)
if (!file || others.length > 0 || !existsSync(file)) {
  console.error(file && !existsSync(file) ? `There is no file ${file}.` : usage)
  process.exit(1)
}

await runCommandOnPlatform(async (platform) => {
  const rows = parse({ bom: true, relax_column_count: true, skip_empty_lines: true })
  // An error while reading ends the loop over the rows with that error.
  pipeline(createReadStream(file), rows, () => undefined)
  const result = await importPostcodes(platform, rows as AsyncIterable<string[]>)
  if ('problem' in result) {
    console.error(result.problem)
    return false
  }
  console.log(
    `${result.imported.toLocaleString('en-GB')} postcodes imported, ${result.skipped.toLocaleString('en-GB')} rows without a position left out.`,
  )
  return true
})
