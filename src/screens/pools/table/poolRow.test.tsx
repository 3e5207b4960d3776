import { fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, test } from 'vitest'
import { clientListing, deployment, renderIn, servicesWith, usdc } from '../../../../test/services'
import { useServices } from '../../../components/services'
import { imageOf } from '../../../components/tokens/image'
import type { JsonObject } from '../../../protocol/json/json'
import { jsonNumber } from '../../../protocol/json/json'
import { createPoolReader } from '../../../protocol/pools/poolReader'
import { type Column, columnIds, columns } from '../../../rows/columns'
import { type PoolRowModel, poolPath, poolRowOf } from '../../../rows/poolRowModel'
import { pairOf } from '../../../rows/poolToken'
import { Address } from '../../../ui/Address'
import { IconButton } from '../../../ui/Button'
import { useMessages } from '../../../ui/messages'
import { TokenMark } from '../../../ui/TokenMark'
import { poolsMessages } from '../messages'
import { FigureCell } from './FigureCell'
import { PoolRow } from './PoolRow'
import { RowTemplate } from './RowTemplate'
import { Trend } from './Trend'

/*
 * Rows are copies of a template that are filled in by hand, because the platform makes them many times faster than
 * React (docs/decisions/pools-table.md). Here React draws the same rows with the components the rest of the app uses.
 */

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

type Look = {
  readonly row: PoolRowModel
  readonly isCard: boolean
  readonly isOld: boolean
  readonly isMarked: boolean
}

const looks: readonly Look[] = rows.flatMap((row) =>
  [true, false].flatMap((isCard) => [true, false].map((isOld) => ({ row, isCard, isOld, isMarked: isOld }))),
)

/** The row as the table renders it. */
function TemplateRow({ row, isCard, isOld, isMarked }: Look) {
  const template = useMemo(() => document.createElement('tbody'), [])
  return (
    <table>
      {createPortal(<RowTemplate shown={shown} isCard={isCard} />, template)}
      <tbody>
        <PoolRow
          row={row}
          index={0}
          height={48}
          shown={shown}
          template={template}
          isFavourite={isMarked}
          isCompared={isMarked}
          isOldLive={isOld}
          isOldHourly={isOld}
        />
      </tbody>
    </table>
  )
}

/** The same row as React renders it. */
function ReactRow({ row, isCard, isOld, isMarked }: Look) {
  const messages = useMessages(poolsMessages)
  const { pair } = row
  return (
    <table>
      <tbody>
        <tr>
          <td>
            <span>
              <IconButton
                size="small"
                icon="star"
                label={messages.favourite(pair)}
                aria-pressed={isMarked}
                tabIndex={-1}
              />
              <input
                type="checkbox"
                readOnly
                checked={isMarked}
                title={messages.compare(pair)}
                aria-label={messages.compare(pair)}
              />
            </span>
          </td>
          {shown.map((column) => (
            <td key={column.id}>
              {isCard && column.id !== 'pair' && column.id !== 'network' && (
                <span aria-hidden="true">{messages.column[column.id]}</span>
              )}
              <Content row={row} column={column} isOld={isOld} />
            </td>
          ))}
          <td>
            <IconButton
              size="small"
              icon="more"
              label={messages.actionsOf(pair)}
              aria-haspopup="menu"
              aria-expanded="false"
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Content({ row, column, isOld }: { row: PoolRowModel; column: Column; isOld: boolean }) {
  const { deployment } = useServices()
  const { pool, pair, network } = row
  if (column.id === 'address') return <Address value={pool.address.is === 'known' ? pool.address.value : pool.id} />
  if (column.id === 'trend') return <Trend cell={column.cell(row)} />
  if (column.id !== 'pair') return <FigureCell cell={column.cell(row)} isOld={isOld && column.ages !== 'never'} />
  return (
    <>
      <span aria-hidden="true">
        {pairOf(pool).map((token, index) => (
          <TokenMark key={index === 0 ? 'first' : 'second'} {...token} src={imageOf(deployment, token)} />
        ))}
      </span>
      <a href={poolPath(network, pool.id)}>
        <bdi>{pair}</bdi>
      </a>
    </>
  )
}

/** What a person sees and hears of an element: its text, names, states and pictures, without layout. */
function meaningOf(element: Element): unknown {
  const kept = [
    'href',
    'src',
    'alt',
    'title',
    'value',
    'style',
    'd',
    'points',
    'data-cell',
    'data-letters',
    'referrerpolicy',
  ]
  const attributes = [...element.attributes]
    .filter(({ name }) => kept.includes(name) || name.startsWith('aria-'))
    .map(({ name, value }) => `${name}=${value}`)
    .sort()
  const isChecked = element instanceof HTMLInputElement && element.checked
  const inside = [...element.childNodes].flatMap((node) =>
    node instanceof Element ? [meaningOf(node)] : node.textContent ? [node.textContent] : [],
  )
  return [element.localName, ...attributes, ...(isChecked ? ['checked'] : []), ...inside]
}

/** The cells of the one row on the page. The spans around a token's mark lay it out and say nothing. */
function cellsOf(container: HTMLElement): unknown[] {
  container.normalize()
  const cells = [...container.querySelectorAll('table > tbody > tr > td')]
  const [, pair] = cells
  const marks = [...(pair?.firstElementChild?.querySelectorAll('img, .mark') ?? [])]
  pair?.firstElementChild?.replaceChildren(...marks)
  return cells.map((cell) => [...cell.childNodes].map((node) => (node instanceof Element ? meaningOf(node) : node)))
}

test.each(looks.map((look) => [`${look.row.pair}, card ${look.isCard}, old ${look.isOld}`, look] as const))(
  'a row that is copied from the template says what React says: %s',
  (_, look) => {
    const drawn = renderIn(services, <TemplateRow {...look} />)
    const expected = renderIn(services, <ReactRow {...look} />)
    expect(cellsOf(drawn.container)).toEqual(cellsOf(expected.container))
  },
)

test('a row that showed another pool before says what React says, too', async () => {
  const user = userEvent.setup()
  for (const [before, after] of rows.flatMap((one) => rows.map((other) => [one, other] as const)))
    for (const isOld of [true, false]) {
      const last: Look = { row: after, isCard: false, isOld, isMarked: isOld }
      const drawn = renderIn(
        services,
        <Reused first={{ ...last, row: before, isOld: !isOld, isMarked: !isOld }} last={last} />,
      )
      await user.click(drawn.getByText('next'))
      const expected = renderIn(services, <ReactRow {...last} />)
      expect(cellsOf(drawn.container)).toEqual(cellsOf(expected.container))
      drawn.unmount()
      expected.unmount()
    }
})

test('a picture that fails after its line shows another pool leaves the marks of that pool alone', async () => {
  const look = { isCard: false, isOld: false, isMarked: false }
  const [pictured, , plain] = rows
  const drawn = renderIn(services, <Reused first={{ ...look, row: pictured! }} last={{ ...look, row: plain! }} />)
  const picture = drawn.container.querySelector('img')!
  await userEvent.click(drawn.getByText('next'))
  fireEvent.error(picture)
  const expected = renderIn(services, <ReactRow {...look} row={plain!} />)
  expect(cellsOf(drawn.container)).toEqual(cellsOf(expected.container))
})

function Reused({ first, last }: { first: Look; last: Look }) {
  const [look, show] = useState(first)
  return (
    <>
      <button type="button" onClick={() => show(last)}>
        next
      </button>
      <TemplateRow {...look} />
    </>
  )
}
