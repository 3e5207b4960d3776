import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientListing, deployment, renderIn, servicesWith, usdc } from '../../../../test/services'
import { type JsonObject, jsonNumber } from '../../../protocol/json/json'
import { createPoolReader } from '../../../protocol/pools/poolReader'
import { columnIds, columns } from './columns'
import { PoolRow } from './PoolRow'
import { type PoolRowModel, poolRowOf } from './poolRows'

const records: readonly JsonObject[] = [
  {
    address: `0x${'a'.repeat(40)}`,
    token0: { symbol: 'WETH', address: `0x${'3'.repeat(40)}`, decimals: 18 },
    token1: { ticker: 'USDC', address: usdc.address, decimals: 6 },
    fee: 3_000,
    tvlUsd: jsonNumber('1234567.10'),
    volume24h: 0,
    apr: 'soon',
    price: '3000.123456789',
  },
  { tokenA: { symbol: '<b>HEX' }, tvl: 0 },
  {
    address: `0x${'b'.repeat(40)}`,
    token0: { symbol: 'DAI' },
    token1: { symbol: 'Ω' },
    tvlUsd: 5,
    volume24h: jsonNumber('99.5'),
    apr: jsonNumber('0.25'),
  },
]

const listed = { ...usdc, imagePath: '/tokens/3.svg' }
const services = servicesWith({
  client: clientListing([listed]),
  deployment: { ...deployment, imageBaseUrl: 'https://pictures.example' },
})
const rows = createPoolReader('evm', [listed])
  .read({ records, keys: undefined })
  .map((pool) => poolRowOf(pool, 'Harbor', undefined))
const shown = columnIds.map((id) => columns[id])

function show(row: PoolRowModel, { isCard = false, isOld = false } = {}) {
  const ignore = () => {}
  renderIn(
    services,
    <table>
      <tbody>
        <PoolRow
          row={row}
          index={0}
          height={48}
          shown={shown}
          isCard={isCard}
          isCompared={false}
          isOldLive={isOld}
          isOldHourly={isOld}
          isMenuOpen={false}
          onCompare={ignore}
          onMenu={ignore}
        />
      </tbody>
    </table>,
  )
  const cells = [...screen.getByRole('row').children].slice(1)
  return (id: (typeof columnIds)[number]) => cells[columnIds.indexOf(id)]!
}

test('a figure of a row is written short, with its exact value in the title, and the price has its unit', () => {
  const [first] = rows
  const cell = show(first!)
  expect(cell('tvl').querySelector('data')).toMatchObject({ value: '1234567.1', title: '1234567.1' })
  expect(cell('tvl')).toHaveTextContent(/^\$1\.23M$/)
  expect(cell('price')).toHaveTextContent(/^3,000\.12 USDC$/)
})

test('an old figure of a row is marked, and a fee never becomes old', () => {
  const old = show(rows[0]!, { isOld: true })
  expect(old('tvl')).toHaveTextContent(/^Outdated: \$1\.23M$/)
  expect(old('fee')).toHaveTextContent(/^0\.3%$/)
})

test('a card names its figures for people who see it, the table does so in its head', () => {
  const [first] = rows
  expect(show(first!, { isCard: true })('tvl')).toHaveTextContent(/^TVL\$1\.23M$/)
})

test('symbols, addresses and amounts of a row are kept from translators', () => {
  const [first] = rows
  const cell = show(first!)
  for (const text of [within(cell('pair') as HTMLElement).getByText('USDC / WETH'), cell('tvl').querySelector('data')!])
    expect(text).toHaveAttribute('translate', 'no')
  expect(cell('price').querySelector('[translate=no]')).toHaveTextContent('USDC')
  expect(cell('address').querySelector('[translate=no]')).toHaveTextContent(`0x${'a'.repeat(40)}`)
})

test('letters take the place of a picture of a token that cannot be loaded', () => {
  const pair = show(rows[0]!)('pair')
  expect(pair.querySelectorAll('img')).toHaveLength(1)
  fireEvent.error(pair.querySelector('img')!)
  expect([...pair.querySelectorAll('.mark')].map((mark) => mark.getAttribute('data-letters'))).toHaveLength(2)
  expect(pair.querySelector('img')).toBeNull()
})
