// npm run doctor [-- --mail-to ADDRESS] [-- --received FILE] [-- --dns HOST:PORT]
import { parseArgs } from 'node:util'
import { formatDoctorFindings } from '#app/features/monitoring/doctor/finding-model.ts'
import { type DoctorOptions, runDoctorChecks } from '#app/features/monitoring/doctor/service.server.ts'

const usage = 'Usage: npm run doctor -- [--mail-to ADDRESS] [--received FILE] [--dns ADDRESS:PORT]'

process.exitCode = await run()

async function run(): Promise<number> {
  const options = readOptions()
  if (!options) {
    console.error(usage)
    return 1
  }
  const findings = await runDoctorChecks(process.env, options)
  console.log(formatDoctorFindings(findings))
  const count = findings.filter(({ state }) => state === 'bad').length
  console.log(count === 0 ? '\nNothing is wrong.' : `\n${count === 1 ? 'One thing is' : `${count} things are`} wrong.`)
  return count === 0 ? 0 : 1
}

function readOptions(): DoctorOptions | null {
  try {
    const { values } = parseArgs({
      options: { 'mail-to': { type: 'string' }, received: { type: 'string' }, dns: { type: 'string' } },
    })
    return { mailTo: values['mail-to'] ?? null, received: values.received ?? null, dns: values.dns ?? null }
  } catch {
    return null
  }
}
