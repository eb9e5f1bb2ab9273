/** How the dashboard greets somebody at this hour in a time zone. */
export function greetingIn(timeZone: string, name: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  const hour = Number(clock.format(new Date()))
  return `Good ${hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'}, ${name}`
}
