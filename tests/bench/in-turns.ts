/** Does something with each, so many at a time; gives what came of it, in their order. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  together: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const go = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await act(items[index] as Item)
    }
  }
  await Promise.all(Array.from({ length: together }, go))
  return results
}
