import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The light and dark value of every colour, from the style sheet. */
const colors = new Map(
  [...readFileSync('src/ui/tokens.css', 'utf8').matchAll(/--color-([\w-]+):\s*light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
)

const surfaces = ['paper', 'sheet', 'well', 'raised']

describe.each(['light', 'dark'] as const)('in the %s theme', (face) => {
  test.each(surfaces)('figures on %s have high contrast', (surface) => {
    expect(contrast('ink', surface, face)).toBeGreaterThanOrEqual(7)
  })

  test.each(
    surfaces.flatMap((surface) =>
      ['text', 'quiet', 'action', 'info', 'success', 'amber', 'red', 'up', 'down'].map((ink) => [ink, surface]),
    ),
  )('%s on %s has enough contrast', (ink, surface) =>
    expect(contrast(ink!, surface!, face)).toBeGreaterThanOrEqual(4.5),
  )

  test.each([
    ['on-action', 'action'],
    ['on-action', 'action-deep'],
    ['action', 'action-wash'],
    ['action-deep', 'action-wash'],
    ['ink', 'action-wash'],
    ['info', 'info-wash'],
    ['text', 'info-wash'],
    ['success', 'success-wash'],
    ['text', 'success-wash'],
    ['on-success', 'success'],
    ['amber', 'amber-wash'],
    ['text', 'amber-wash'],
    ['red', 'red-wash'],
    ['text', 'red-wash'],
    ['on-red', 'red'],
    ['paper', 'ink'],
  ])('%s on %s has enough contrast', (ink, surface) => {
    expect(contrast(ink, surface, face)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['paper', 'sheet', 'well'])('the border of a control is visible on %s', (surface) => {
    expect(contrast('edge', surface, face)).toBeGreaterThanOrEqual(3)
  })
})

describe.each(['light', 'dark'] as const)('in the %s theme', (face) => {
  test.each([
    ['action', 'success'],
    ['action', 'info'],
    ['success', 'info'],
    ['up', 'down'],
    ['success', 'amber'],
  ])('%s and %s have different hues', (one, other) => {
    const apart = Math.abs(hueOf(one, face) - hueOf(other, face))
    expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(30)
  })

  test('a sheet is lighter than the paper, and a well is darker than the sheet', () => {
    expect(luminance('sheet', face)).toBeGreaterThan(luminance('paper', face))
    expect(luminance('well', face)).toBeLessThan(luminance('sheet', face))
    expect(contrast('well', 'sheet', face)).toBeGreaterThan(1.14)
  })
})

test('the font is under 25 kB, and its licence is next to it', () => {
  const font = readFileSync('src/ui/font/geist.woff2')
  expect(font.subarray(0, 4).toString('latin1')).toBe('wOF2')
  expect(font.length).toBeLessThan(25_000)
  expect(readFileSync('src/ui/font/LICENSE.txt', 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

function contrast(ink: string, surface: string, face: 'light' | 'dark'): number {
  const [lighter, darker] = [luminance(ink, face), luminance(surface, face)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** WCAG 2: relative luminance. */
function luminance(name: string, face: 'light' | 'dark'): number {
  const hex = colors.get(name)![face]
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The hue of a colour in degrees. */
function hueOf(name: string, face: 'light' | 'dark'): number {
  const hex = colors.get(name)![face]
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return (Math.atan2(Math.sqrt(3) * (green! - blue!), 2 * red! - green! - blue!) * 180) / Math.PI
}
