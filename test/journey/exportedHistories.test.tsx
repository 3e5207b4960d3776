import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { summarizeOrder } from '../../src/components/orders/orderSummary'
import { writePoolHistory } from '../../src/components/pools/poolHistoryFile'
import { encodeOrder } from '../../src/orders/store/orderCodec'
import { genericCsv, taxCsv } from '../../src/screens/activity/csv'
import type { NativeCoinOf } from '../../src/screens/activity/csv.messages'
import { Replay } from '../../src/screens/inspect/replay/Replay'
import { depositIntent, liquidityOrder, noon, requestedDeposit, withdrawIntent } from '../builders/liquidityOrders'
import { knownJson } from '../knownJson'
import { clientListing, renderIn, servicesWith, usdc } from '../services'

/* Exports from Activity and from the page of a pool open on Inspect → Replay, in every version. */

const example = knownJson(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'journal.json'), 'utf8'))
const coinOf: NativeCoinOf = () => ({ symbol: 'ETH', decimals: 18 })

/** The export as it was made, opened on the replay. */
function opened(text: string) {
  const view = renderIn(servicesWith({ client: clientListing([usdc]) }), <Replay />)
  fireEvent.change(screen.getByRole('textbox', { name: 'Or paste its text' }), { target: { value: text } })
  return view
}

const paid = liquidityOrder(depositIntent, [-497_392_935_098_424_215n, -1_493_728_091n])
const taken = { ...liquidityOrder(withdrawIntent(5n), [1_000n, 2_000_000n]), id: 'order-2' }

test('the JSON export of Activity shows each deposit with its pool, range, minimums, payment and position', () => {
  const seen = requestedDeposit({ at: 'accepted' }, { at: 'seen', added: 1n, position: '47' })
  // Two moments of one time are both shown, and React has nothing to complain of.
  const complained = vi.spyOn(console, 'error')
  const twice = { ...seen, history: [...seen.history, ...seen.history.slice(-1)] }
  opened(`[${[encodeOrder(paid), encodeOrder(taken), encodeOrder(twice)].join(',')}]`)
  expect(screen.getByRole('region', { name: '3 orders' })).toHaveTextContent('A history exported from Activity.')
  const deposit = screen.getByRole('region', { name: /^Order: Deposit 0.497393 WETH and 1,493.73 USDC as #46/ })
  for (const said of [
    'PoolWETH/USDC · 0.3%',
    'Rangeticks −197,040 to −195,000',
    'At least0.49 WETH · 1,482.012986 USDC',
    'Paid, from the logs0.497392935098424215 WETH · 1,493.728091 USDC',
    'Position#46',
  ])
    expect(deposit).toHaveTextContent(said)
  const withdrawal = screen.getByRole('region', { name: /^Order: Remove .* USDC from #46/ })
  expect(withdrawal).toHaveTextContent('Received, from the logs0.000000000000001 WETH · 2 USDC')
  const requested = screen.getByRole('region', { name: /^Order: Deposit 0.5 WETH and 1,512.26 USDC as #47/ })
  expect(requested).toHaveTextContent('StatusDeposit arrived')
  expect(requested).toHaveTextContent('{"amountA":0.5,')
  expect(screen.queryByText('Not a support bundle.')).toBeNull()
  expect(complained).not.toHaveBeenCalled()
})

test('an export of journal format 1 opens, order by order, and one of a later format shows a message', () => {
  const entries = Object.values(example.orders).map((order) => JSON.stringify(order))
  const later = JSON.stringify({ version: 99, id: 'from the future' })
  opened(`[${[...entries, later].join(',')}]`)
  expect(screen.getAllByRole('region', { name: /^Order: / })).toHaveLength(entries.length)
  expect(screen.getAllByRole('list', { name: 'Timeline' })).toHaveLength(entries.length)
  expect(screen.getByText('An order was written by a newer version of the app.')).toBeVisible()
  expect(screen.queryByText(/^Could not read an order/)).toBeNull()
})

test.each([
  ['', (text: string) => text],
  [' of an earlier version, with fewer columns', withoutNewerColumns],
  [' saved again by a spreadsheet, with other line ends', (text: string) => text.replaceAll('\r\n', '\n')],
])('the CSV export%s shows its rows unchanged', (_, saved) => {
  opened(saved(genericCsv([paid, taken].map(summarizeOrder), coinOf)))
  const table = screen.getByRole('table', { name: 'Rows of the file' })
  const [head, deposit, withdrawal] = within(table).getAllByRole('row')
  expect(head).toHaveTextContent('OpenedChangedKindState')
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(deposit!)).toEqual(expect.arrayContaining(['deposit', 'done', '0.497392935098424215; 1493.728091']))
  expect(cells(withdrawal!)).toEqual(expect.arrayContaining(['withdraw', '0.000000000000001; 2']))
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(screen.getByText(/no steps and no timeline/)).toBeVisible()
})

test('the Koinly export opens too, and a cell with a comma, a quote or a line end stays one cell', () => {
  const text = taxCsv('koinly', [summarizeOrder(paid)], coinOf)
  opened(`${text}2026-01-31 12:00:00 UTC,1,"a ""b"", c\r\nd",,,,,,,,'=1+1,0xa\r\n`)
  const rows = within(screen.getByRole('table', { name: 'Rows of the file' })).getAllByRole('row')
  const last = within(rows.at(-1)!).getAllByRole('cell')
  expect(last).toHaveLength(12)
  expect(last[2]?.textContent).toMatch(/^a "b", c\r?\nd$/)
  expect(last[10]?.textContent).toBe('=1+1')
})

test('the exported history of a pool shows its figures, and what changed between two of its moments', () => {
  const moments = [
    { at: noon, figures: { tvl: '100', price: '3000.1' }, record: '{"tvl":100,"positions":[]}' },
    { at: noon + 60_000, figures: { tvl: '250', price: '3001.2' }, record: '{"tvl":250,"positions":[{"id":7}]}' },
  ]
  opened(writePoolHistory({ network: 'Harbor', pool: '0xpool', moments }))
  const history = screen.getByRole('region', { name: 'Pool history from Harbor' })
  expect(history).toHaveTextContent('0xpool')
  expect(history).toHaveTextContent('Records2')
  const changes = within(history).getByRole('table', { name: 'Changes' })
  expect(within(changes).getByRole('row', { name: /\$\.tvl 100 250 \+150%/ })).toBeVisible()
  expect(within(changes).getByRole('row', { name: /\$\.positions\[0\]\.id/ })).toBeVisible()
  // An imported history has no page of its own.
  expect(within(history).queryByRole('link', { name: 'Side by side' })).toBeNull()
})

test.each([
  '[]',
  '[{"version":1}]',
  '[1,2]',
  'a,b\r\n1,2',
  '{"kind":"tidegate pool history","moments":7}',
  '[{"network":"Harbor"}]',
])('%s is not an export, and is ignored', (text) => {
  opened(text)
  expect(screen.getByText('Not a support bundle.')).toBeVisible()
  expect(screen.getAllByRole('region')).toHaveLength(1)
})

test('moments that no one can read are left out of a history', () => {
  const moments = [{ at: 'yesterday' }, { at: 1e300 }, 7, { at: noon, figures: { tvl: 5, price: '1' } }]
  opened(JSON.stringify({ kind: 'tidegate pool history', network: 'x'.repeat(50), pool: '', moments }))
  expect(screen.getByRole('region', { name: /^Pool history from/ })).toHaveTextContent('Records1')
})

/** The file as it was before network numbers and positions had columns. */
function withoutNewerColumns(text: string): string {
  return text
    .split('\r\n')
    .map((line) => line.split(',').slice(0, 17).join(','))
    .join('\r\n')
}
