/** A timestamp's day in the local time zone, as `2026-01-31`: equal for two timestamps of one day. */
export function dayOf(when: number): string {
  const date = new Date(when)
  return [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
}
