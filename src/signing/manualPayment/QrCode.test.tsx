import { render, screen } from '@testing-library/react'
import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { QrCode } from '../../ui/QrCode'
import { paymentUri } from './uri'

/** What a camera would read: every module of the drawing as a square of pixels. */
function read(code: Element): string | undefined {
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const dark = [...(code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of dark)
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const place = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4
        pixels.fill(0, place, place + 3)
      }
  return jsQR(pixels, width, width)?.data
}

test.each([
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 1n],
  ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 2_100_000_000_000_000n],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 1_234_500n],
])('another reader finds in the code exactly what is to be paid to %s', (to, units) => {
  const uri = paymentUri({ to, units })
  render(<QrCode text={uri} label="QR code" />)
  expect(read(screen.getByRole('img', { name: 'QR code' }))).toBe(uri)
})
