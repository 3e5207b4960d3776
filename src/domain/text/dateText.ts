import { localized } from './locale'

/** Times in the time zone of the device. Each throws `RangeError` for an invalid time. */

/** `22 Nov 2026, 10:18:05`: the same on every screen. */
export const dateTimeText = written({ dateStyle: 'medium', timeStyle: 'medium' })

/** `10:18:05` */
export const timeOfDayText = written({ timeStyle: 'medium' })

/** `22 Nov 2026` */
export const dateText = written({ dateStyle: 'medium' })

/** `Nov 2026` */
export const monthText = written({ month: 'short', year: 'numeric' })

const dayAndTime = { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const toTheMinute = written(dayAndTime)

/** `22 Nov, 10:18:05`, for a list of moments on a phone: the year would push the last words out of its box. */
export const dayAndTimeText = written({ ...dayAndTime, second: '2-digit' })

/** `22 Nov, 10:18`, as short as the ends of a chart need it; `22 Nov 2025` of another year. */
export function shortTimeText(at: number): string {
  return new Date(at).getFullYear() === new Date().getFullYear() ? toTheMinute(at) : dateText(at)
}

function written(style: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = localized((tag) => new Intl.DateTimeFormat(tag, style))
  return (at) => format().format(at)
}
