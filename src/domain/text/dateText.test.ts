import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateText, dateTimeText, monthText, shortTimeText, timeOfDayText } from './dateText'

test('a date and a time read the same everywhere', () => {
  const at = new Date(2026, 10, 22, 1, 47, 5).getTime()
  expect(dateTimeText(at)).toBe('22 Nov 2026, 01:47:05')
  expect(timeOfDayText(at)).toBe('01:47:05')
  expect(dateText(at)).toBe('22 Nov 2026')
})

test('times are written as the formats of the browser write them', () => {
  const intl = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-GB', style)
    return (at: number) => format.format(at)
  }
  const pairs = [
    [dateTimeText, intl({ dateStyle: 'medium', timeStyle: 'medium' })],
    [timeOfDayText, intl({ timeStyle: 'medium' })],
    [dateText, intl({ dateStyle: 'medium' })],
    [monthText, intl({ month: 'short', year: 'numeric' })],
  ] as const
  const shortly = intl({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' })
  const thisYear = new Date().getFullYear()
  fc.assert(
    fc.property(fc.date({ min: new Date(1970, 0, 2), max: new Date(2200, 0), noInvalidDate: true }), (date) => {
      for (const [ours, theirs] of pairs) expect(ours(date.getTime())).toBe(theirs(date.getTime()))
      date.setFullYear(thisYear)
      expect(shortTimeText(date.getTime())).toBe(shortly(date.getTime()))
    }),
  )
  for (const [ours, theirs] of pairs) {
    expect(() => ours(Number.NaN)).toThrow(RangeError)
    expect(() => theirs(Number.NaN)).toThrow(RangeError)
  }
})

test('the ends of a chart are shown without seconds, and of another year without a time', () => {
  const at = new Date(new Date().getFullYear(), 10, 22, 1, 47, 5)
  expect(shortTimeText(at.getTime())).toBe('22 Nov, 01:47')
  expect(shortTimeText(at.setFullYear(2020))).toBe('22 Nov 2020')
})

test('no screen formats dates itself, except the moments of a pool, whose list has no room for the year', () => {
  const own = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /toLocale(Date|Time)String|new Date\([^)]*\)\.toLocaleString/.test(readFileSync(join('src', file), 'utf8')),
    )
  expect(own.map((file) => file.replaceAll('\\', '/'))).toEqual(['components/pools/PoolMoments.tsx'])
})
