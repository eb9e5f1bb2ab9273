/** Milliseconds of processor time that something takes, in all threads of this process: other processes do not change it. */
export async function processorTimeOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
