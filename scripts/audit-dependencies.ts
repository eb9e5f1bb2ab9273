// Asks the registry for known vulnerabilities of the packages that a running site uses: npm run audit
import { spawnSync } from 'node:child_process'

interface Vulnerability {
  name: string
  severity: string
  range: string
}

/** What the answer of `npm audit --json` comes to. A registry that does not answer is not a fault of ours: it is said, and the check passes. */
export function summariseAudit(answer: string): { passed: boolean; lines: string[] } {
  const { vulnerabilities } = readAnswer(answer)
  if (!vulnerabilities) return { passed: true, lines: ['The registry did not answer: nothing was checked.'] }
  const found = Object.values(vulnerabilities)
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical')
  const lines = found.map(({ name, severity, range }) => `${severity}: ${name} ${range}`)
  return { passed: grave.length === 0, lines: found.length > 0 ? lines.sort() : ['No known vulnerabilities.'] }
}

function readAnswer(answer: string): { vulnerabilities?: Record<string, Vulnerability> } {
  try {
    return JSON.parse(answer)
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 120_000 })
  const { passed, lines } = summariseAudit(stdout ?? '')
  for (const line of lines) console.log(line)
  process.exitCode = passed ? 0 : 1
}
