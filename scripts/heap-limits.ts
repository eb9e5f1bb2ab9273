import { totalmem } from 'node:os'

/** Node's options for the heap of a web process, by the memory of the machine, or of the container where there is one. */
export function heapLimits(): string[] {
  const available = (process.constrainedMemory() || totalmem()) / 2 ** 20
  // In mebibytes: an eighth of it, but enough for a large import and little enough for Node to clean up in time.
  const oldObjects = Math.round(Math.min(192, Math.max(160, available / 8)))
  return [
    `--max-old-space-size=${oldObjects}`,
    '--max-semi-space-size=8',
    // Percentages of what V8 lets the heap grow before it collects all of it. By default V8 begins to mark what is in use when less
    // than the areas for new objects is left of that. With a limit this low that is always so, and a third of the work for a page.
    '--incremental-marking-soft-trigger=50',
    '--incremental-marking-hard-trigger=80',
  ]
}
