import { setImmediate } from 'node:timers/promises'
import { ResourceLimitedProgram } from '#app/platform/.server/security/limited-process.ts'

// A process that dies while its limited process is at work, whose id it prints.
const program = new ResourceLimitedProgram(['tests/limited-work.ts'], { mostBytes: 300 * 2 ** 20, mostMs: 60_000 })
const id = (await program.run(Buffer.from('id'))).toString()
const working = program.run(Buffer.from('spin'))
// By then it has been sent.
await setImmediate()
console.log(id)
await working
