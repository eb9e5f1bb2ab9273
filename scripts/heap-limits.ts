/**
 * Node's options for the heap of a web process.
 * @param available the memory of the machine, or of the container, in mebibytes
 */
export function heapLimitsFor(available: number): string[] {
  // An eighth of the memory, but enough for a large import and little enough for Node to clean up in time.
  const oldObjects = Math.round(Math.min(192, Math.max(160, available / 8)))
  return [
    `--max-old-space-size=${oldObjects}`,
    '--max-semi-space-size=8',
    // Percentages of what V8 lets the heap grow before it collects all of it. Without them V8 begins to mark what is in use as soon
    // as so little is left to grow, which with a limit this low is always: a third of the processor's work for a page.
    '--incremental-marking-soft-trigger=50',
    '--incremental-marking-hard-trigger=80',
  ]
}
