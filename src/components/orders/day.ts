import { twoDigits } from '../../domain/text/dateText'

/** A timestamp's day in the local time zone, as `2026-01-31`: equal for two timestamps of one day. */
export function dayOf(when: number): string {
  const date = new Date(when)
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
}
