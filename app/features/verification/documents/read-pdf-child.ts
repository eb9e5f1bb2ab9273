import { answerRequests } from '#app/platform/.server/security/limited-child.ts'
import { readPdf } from './read-pdf.ts'

// Runs in a process of its own, directly in Node: see validate-document.server.ts.
await answerRequests(async (bytes) => [Buffer.from((await readPdf(bytes)) ?? 'whole')])
