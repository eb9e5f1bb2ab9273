const dayMs = 86_400_000

const isWorkingDay = (day: Date) => day.getUTCDay() !== 0 && day.getUTCDay() !== 6

/** The time after so many working days, Monday to Friday. */
export function addWorkingDays(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + dayMs)
    if (isWorkingDay(at)) left -= 1
  }
  return at
}

/** Counts the whole working days, Monday to Friday, since a time. */
export function workingDaysSince(then: Date, now: Date): number {
  const days = Math.floor((now.getTime() - then.getTime()) / dayMs)
  let working = Math.floor(days / 7) * 5
  for (let extra = 1; extra <= days % 7; extra += 1) {
    if (isWorkingDay(new Date(then.getTime() + extra * dayMs))) working += 1
  }
  return Math.max(0, working)
}
