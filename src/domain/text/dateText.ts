/*
 * Times in the time zone of the device, as `Intl.DateTimeFormat('en-GB')` writes them. Making one of its formats takes a browser
 * 50 ms and more, in the moment when the swap form begins to answer.
 */

/** `22 Nov 2026, 10:18:05`: the same on every screen. */
export function dateTimeText(at: number): string {
  return `${dateText(at)}, ${timeOfDayText(at)}`
}

/** `10:18:05` */
export function timeOfDayText(at: number): string {
  const time = dateAt(at)
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':')
}

/** `22 Nov 2026` */
export function dateText(at: number): string {
  return `${dateAt(at).getDate()} ${monthText(at)}`
}

/** `Nov 2026` */
export function monthText(at: number): string {
  const time = dateAt(at)
  return `${months[time.getMonth()]} ${time.getFullYear()}`
}

/** `22 Nov, 10:18`, as short as the ends of a chart need it; `22 Nov 2025` of another year. */
export function shortTimeText(at: number): string {
  const time = dateAt(at)
  if (time.getFullYear() !== new Date().getFullYear()) return dateText(at)
  const [day, hour, minute] = [time.getDate(), time.getHours(), time.getMinutes()].map(twoDigits)
  return `${day} ${months[time.getMonth()]}, ${hour}:${minute}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Throws `RangeError` for an invalid time. */
function dateAt(at: number): Date {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) throw new RangeError(`${at} is not a time.`)
  return date
}
