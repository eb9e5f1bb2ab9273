import { answerRequestsInLimitedProcess } from '#app/platform/.server/security/limited-child.ts'
import { detectPdfFault } from './read-pdf.ts'

// Runs in a process of its own, directly in Node: see validate-document.server.ts.
await answerRequestsInLimitedProcess(async (bytes) => [Buffer.from((await detectPdfFault(bytes)) ?? 'whole')])
