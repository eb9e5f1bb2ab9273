import { existsSync, readFileSync } from 'node:fs'
import { answerRequestsInLimitedProcess } from '#app/platform/.server/security/limited-child.ts'

// What a limited process does in tests: each request is the name of one of these.
const works: Record<string, () => Promise<string> | string> = {
  id: () => String(process.pid),
  rights: () => {
    const canRead = (path: string) => {
      try {
        return existsSync(path) && readFileSync(path) !== null
      } catch {
        return false
      }
    }
    return JSON.stringify({ environment: Object.keys(process.env), canRead: canRead('/etc/hosts') })
  },
  noise: () => {
    console.log('what libraries say')
    return 'answer'
  },
  throw: () => {
    throw new Error('no')
  },
  'throw aside': () => {
    setTimeout(() => {
      throw new Error('aside')
    })
    return new Promise(() => {})
  },
  spin: () => {
    for (;;) Math.random()
  },
  grow: () => {
    const grown: Buffer[] = []
    for (;;) grown.push(Buffer.alloc(2 ** 20, 1))
  },
  'fill the heap': () => {
    const grown: string[][] = []
    for (;;) grown.push(Array.from({ length: 1_000 }, () => String(Math.random())))
  },
}

await answerRequestsInLimitedProcess(async (bytes) => [
  Buffer.from((await works[Buffer.from(bytes).toString()]?.()) ?? 'none'),
])
