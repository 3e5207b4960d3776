/** The day of a moment in the person's own time, as `2026-01-31`: equal for two moments of one day. */
export function dayOf(when: number): string {
  const date = new Date(when)
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
