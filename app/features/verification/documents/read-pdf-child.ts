import { answerLimitedProcessRequests } from '#app/platform/.server/security/limited-child.ts'
import { checkPdfReadable } from './read-pdf.ts'

// Runs in a process of its own, directly in Node: see validate-document.server.ts.
await answerLimitedProcessRequests(async (bytes) => [Buffer.from((await checkPdfReadable(bytes)) ?? 'whole')])
