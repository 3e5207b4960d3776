import { useState } from 'react'
import { poolMessages } from '../../../components/pools/messages'
import { symbolOf } from '../../../components/pools/poolToken'
import { parseFraction } from '../../../domain/fraction'
import { knownValue, type PoolPosition } from '../../../domain/pools/pool'
import { compactDollarText } from '../../../domain/text/compactDollars'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Address } from '../../../ui/Address'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { TextField } from '../../../ui/Field'
import { Figure } from '../../../ui/Figure'
import { useSearchParam } from '../../../ui/hooks/useSearchParam'
import { useMessages } from '../../../ui/messages'
import { ScrollArea } from '../../../ui/ScrollArea'
import { StatusDot } from '../../../ui/StatusDot'
import { Cell, HeaderCell, Table } from '../../../ui/Table'
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
        <ScrollArea label={messages.positions} height="max-h-[40rem]">
          <Table caption={messages.positions}>
            <thead>
              <tr>
                <HeaderCell>{messages.position}</HeaderCell>
                <HeaderCell>{messages.owner}</HeaderCell>
                <HeaderCell isFigure>{messages.fromTick}</HeaderCell>
                <HeaderCell isFigure>{messages.toTick}</HeaderCell>
                <HeaderCell>{messages.status}</HeaderCell>
                <HeaderCell isFigure>{messages.value}</HeaderCell>
                <HeaderCell isFigure>{messages.amounts}</HeaderCell>
                <HeaderCell isFigure>{messages.unclaimed}</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, most).map((position) => (
                <PositionRow key={position.path} pool={pool} position={position} />
              ))}
            </tbody>
          </Table>
        </ScrollArea>
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

function PositionRow({ pool, position }: { pool: ReadPool; position: PoolPosition }) {
  const messages = useMessages(poolMessages)
  const { id, owner, tickLower, tickUpper, value, amount0, amount1, fees0, fees1 } = position
  const state = stateOf(position, knownValue(pool.tick))
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
    <tr>
      <Cell>{id === undefined ? quiet : `#${id}`}</Cell>
      <Cell>
        <span className="whitespace-nowrap">{owner ? <Address value={owner} /> : quiet}</span>
      </Cell>
      <Cell isFigure>{formatWhole(tickLower).text}</Cell>
      <Cell isFigure>{formatWhole(tickUpper).text}</Cell>
      <Cell>
        <StatusDot
          kind={state === 'inRange' ? 'live' : state === 'outOfRange' ? 'idle' : 'warn'}
          label={messages[state]}
        />
      </Cell>
      <Cell isFigure>{value ? compactDollarText(parseFraction(value)) : quiet}</Cell>
      <Cell isFigure>{pair(amount0, amount1)}</Cell>
      <Cell isFigure>{pair(fees0, fees1)}</Cell>
    </tr>
  )
}

/** A position earns from its lower tick on, and up to its upper one. */
function stateOf({ tickLower, tickUpper }: PoolPosition, tick: number | undefined) {
  if (tick === undefined) return 'unknownRange'
  if (tick === tickUpper || tick === tickLower) return 'onEdge'
  return tickLower < tick && tick < tickUpper ? 'inRange' : 'outOfRange'
}
