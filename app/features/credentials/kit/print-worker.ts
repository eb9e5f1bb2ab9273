import { parentPort } from 'node:worker_threads'
import { type BadgeKitPrintContent, type BadgeKitPrintKind, printBadgeKitPdf } from './print.ts'

// Runs in a worker thread, directly in Node: see printing.server.ts.
parentPort?.on(
  'message',
  async ({ id, kind, content }: { id: number; kind: BadgeKitPrintKind; content: BadgeKitPrintContent }) => {
    try {
      const bytes = new Uint8Array(await printBadgeKitPdf(kind, content))
      parentPort?.postMessage({ id, bytes }, [bytes.buffer as ArrayBuffer])
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) })
    }
  },
)
