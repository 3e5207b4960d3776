import { useState } from 'react'
import { poolMessages } from '../../../components/pools/messages'
import { symbolOf } from '../../../components/pools/poolToken'
import { parseFraction } from '../../../domain/fraction'
import { knownValue, type PoolPosition } from '../../../domain/pools/pool'
import { compactDollarText } from '../../../domain/text/figure'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Address } from '../../../ui/Address'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { TextField } from '../../../ui/Field'
import { Figure } from '../../../ui/Figure'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { StatusDot } from '../../../ui/StatusDot'
import { DataTable } from '../../../ui/Table'
import { formatWhole } from '../table/cell'

/** The positions the record lists, all of them within reach, and searched by owner or number. */
export function Positions({ pool }: { pool: ReadPool }) {
  const messages = useMessages(poolMessages)
  const [search, setSearch] = useSearchParam('owner')
  const [most, setMost] = useState(step)
  const { positions } = pool
  const sought = (search ?? '').trim().toLowerCase()
  const found = positions.filter(
    ({ id, owner }) => sought === '' || id?.toLowerCase() === sought || owner?.toLowerCase().includes(sought),
  )
  return (
    <Card title={messages.positions}>
      {positions.length > 0 && (
        <div className="mb-3 grid gap-3">
          <TextField
            label={messages.positionSearch}
            isLabelHidden
            type="search"
            placeholder={messages.positionSearch}
            value={search ?? ''}
            onChange={setSearch}
          />
          <p role="status" className="text-fine text-quiet">
            {messages.positionsShown(Math.min(found.length, most), found.length, positions.length)}
          </p>
        </div>
      )}
      {positions.length === 0 ? (
        <p className="text-fine text-quiet">{messages.noPositions}</p>
      ) : found.length === 0 ? (
        <p className="text-fine text-quiet">{messages.noSuchPosition}</p>
      ) : (
        <PositionTable pool={pool} positions={found.slice(0, most)} />
      )}
      {found.length > most && (
        <Button size="small" onClick={() => setMost(most + step)}>
          {messages.showMorePositions(Math.min(step, found.length - most))}
        </Button>
      )}
    </Card>
  )
}

/** How many positions are shown at first, and more with each press: a record may list thousands. */
const step = 200

function PositionTable({ pool, positions }: { pool: ReadPool; positions: readonly PoolPosition[] }) {
  const messages = useMessages(poolMessages)
  const quiet = <span className="text-quiet">{messages.notReported}</span>
  const pair = (first: string | undefined, second: string | undefined) =>
    first === undefined && second === undefined ? (
      quiet
    ) : (
      <span className="grid">
        {first !== undefined && <Figure value={first} unit={symbolOf(pool.token0)} />}
        {second !== undefined && <Figure value={second} unit={symbolOf(pool.token1)} />}
      </span>
    )
  return (
    <DataTable
      caption={messages.positions}
      height="max-h-[40rem]"
      rows={positions}
      keyOf={({ path }) => path}
      columns={[
        { head: messages.position, cell: ({ id }) => (id === undefined ? quiet : `#${id}`) },
        {
          head: messages.owner,
          cell: ({ owner }) => <span className="whitespace-nowrap">{owner ? <Address value={owner} /> : quiet}</span>,
        },
        { head: messages.fromTick, isFigure: true, cell: ({ tickLower }) => formatWhole(tickLower).text },
        { head: messages.toTick, isFigure: true, cell: ({ tickUpper }) => formatWhole(tickUpper).text },
        {
          head: messages.status,
          cell: (position) => {
            const state = stateOf(position, knownValue(pool.tick))
            return <StatusDot kind={dots[state]} label={messages[state]} />
          },
        },
        {
          head: messages.value,
          isFigure: true,
          cell: ({ value }) => (value ? compactDollarText(parseFraction(value)) : quiet),
        },
        { head: messages.amounts, isFigure: true, cell: ({ amount0, amount1 }) => pair(amount0, amount1) },
        { head: messages.unclaimed, isFigure: true, cell: ({ fees0, fees1 }) => pair(fees0, fees1) },
      ]}
    />
  )
}

const dots = { inRange: 'live', outOfRange: 'idle', onEdge: 'warn', unknownRange: 'warn' } as const

/** A position earns from its lower tick on, and up to its upper one. */
function stateOf({ tickLower, tickUpper }: PoolPosition, tick: number | undefined) {
  if (tick === undefined) return 'unknownRange'
  if (tick === tickUpper || tick === tickLower) return 'onEdge'
  return tickLower < tick && tick < tickUpper ? 'inRange' : 'outOfRange'
}
