/** Writes times in one style, in the time zone of the device. A format takes several milliseconds to make: none is before it is needed. */
function written(style: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-GB', style)
    return format.format(at)
  }
}

/** `22 Nov 2026, 10:18:05`: the same on every screen. */
export const dateTimeText = written({ dateStyle: 'medium', timeStyle: 'medium' })

/** `10:18:05` */
export const timeOfDayText = written({ timeStyle: 'medium' })

/** `22 Nov 2026` */
export const dateText = written({ dateStyle: 'medium' })

/** `Nov 2026` */
export const monthText = written({ month: 'short', year: 'numeric' })

const dayAndMinute = written({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' })

/** `22 Nov, 10:18`, as short as the ends of a chart need it; `22 Nov 2025` of another year. */
export function shortTimeText(at: number): string {
  const isOfThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return isOfThisYear ? dayAndMinute(at) : dateText(at)
}
