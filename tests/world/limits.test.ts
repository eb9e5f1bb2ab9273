import { expect, test, vi } from 'vitest'
import { findPdfFaultInLimitedProcess } from '#app/features/verification/documents/validate-document.server.ts'
import { decodeHeic } from '#app/platform/.server/images/heic.ts'
import { type ProcessLimits, ResourceLimitedProgram } from '#app/platform/.server/security/limited-process.ts'

// spec: world.9.2
// spec: world.10.5
test('what opens PDF and HEIC files has the memory and the time that we say', async () => {
  const asked: [file: string | undefined, limits: ProcessLimits][] = []
  // What it holds a program to is proved beside it.
  vi.spyOn(ResourceLimitedProgram.prototype, 'run').mockImplementation(async function (this: ResourceLimitedProgram) {
    asked.push([this.program[0], this.limits])
    return Buffer.alloc(8)
  })
  await findPdfFaultInLimitedProcess(new Uint8Array())
  await decodeHeic(new Uint8Array(), 1)
  expect(asked).toEqual([
    ['app/features/verification/documents/read-pdf-child.ts', { mostBytes: 300 * 1_048_576, mostMs: 10_000 }],
    ['app/platform/.server/images/heic-child.ts', { mostBytes: 800 * 1_048_576, mostMs: 60_000 }],
  ])
})
