import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dateText, dateTimeText, dayAndTimeText, monthText, shortTimeText, timeOfDayText } from './dateText'

test('a date and a time read the same everywhere', () => {
  const at = new Date(2026, 10, 22, 1, 47, 5).getTime()
  expect(dateTimeText(at)).toBe('22 Nov 2026, 01:47:05')
  expect(timeOfDayText(at)).toBe('01:47:05')
  expect(dateText(at)).toBe('22 Nov 2026')
  expect(monthText(at)).toBe('Nov 2026')
})

test('an invalid time is an error', () => {
  for (const text of [dateTimeText, timeOfDayText, dateText, monthText, shortTimeText])
    expect(() => text(Number.NaN)).toThrow(RangeError)
})

test('the ends of a chart are shown without seconds, and of another year without a time', () => {
  const at = new Date(new Date().getFullYear(), 10, 22, 1, 47, 5)
  expect(shortTimeText(at.getTime())).toBe('22 Nov, 01:47')
  expect(shortTimeText(at.setFullYear(2020))).toBe('22 Nov 2020')
})

test('the moments of a pool are listed with seconds, and without the year, for which their list has no room', () => {
  expect(dayAndTimeText(new Date(2026, 10, 22, 1, 47, 5).getTime())).toBe('22 Nov, 01:47:05')
})

test('no screen formats dates itself', () => {
  const own = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /toLocale(Date|Time)String|new Date\([^)]*\)\.toLocaleString/.test(readFileSync(join('src', file), 'utf8')),
    )
  expect(own).toEqual([])
})
