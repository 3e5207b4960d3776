/** `22 Nov 2026, 10:18:05`: the same on every screen, in the time zone of the device. */
export function dateTimeText(at: number): string {
  return dateTime.format(at)
}

/** `22 Nov, 10:18`, as short as the ends of a chart need it; `22 Nov 2025` of another year. */
export function shortTimeText(at: number): string {
  const isOfThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return isOfThisYear ? shortTime.format(at) : dateText(at)
}

/** `10:18:05` */
export function timeOfDayText(at: number): string {
  return timeOfDay.format(at)
}

/** `22 Nov 2026`: the day, in the time zone of the device. */
export function dateText(at: number): string {
  return date.format(at)
}

/** `Nov 2026`: the month, in the time zone of the device. */
export function monthText(at: number): string {
  return month.format(at)
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' })
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const shortTime = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
