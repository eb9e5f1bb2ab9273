import { expect, test, vi } from 'vitest'

const { programs } = vi.hoisted(() => ({ programs: [] as { file: string; limits: unknown }[] }))

vi.mock('#app/platform/.server/limited-process.ts', async (original) => ({
  ...(await original<object>()),
  // What it holds a program to is proved beside it.
  LimitedProgram: class {
    constructor([file = '']: string[], limits: unknown) {
      programs.push({ file, limits })
    }
    run = () => Promise.resolve(Buffer.alloc(8))
  },
}))

// spec: world.9.2
// spec: world.10.5
test('what opens PDF and HEIC files has the memory and the time that we say', async () => {
  await import('#app/features/verification/documents/validate-document.server.ts')
  const { decodeHeic } = await import('#app/platform/.server/heic.ts')
  await decodeHeic(new Uint8Array(), 1)
  expect(programs).toEqual([
    {
      file: 'app/features/verification/documents/read-pdf-child.ts',
      limits: { mostBytes: 300 * 1_048_576, mostMs: 10_000 },
    },
    { file: 'app/platform/.server/heic-child.ts', limits: { mostBytes: 800 * 1_048_576, mostMs: 60_000 } },
  ])
})
