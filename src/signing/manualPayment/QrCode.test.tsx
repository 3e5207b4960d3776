import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readQr } from '../../../test/readQr'
import { QrCode } from '../../ui/QrCode'
import { paymentUri } from './PaymentPanel'

function read(code: Element): string | undefined {
  return readQr(code.getAttribute('viewBox'), code.querySelector('path')?.getAttribute('d') ?? null)
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
