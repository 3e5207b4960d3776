import { poolWords } from '../../../components/pools/messages'
import { symbolOf } from '../../../components/pools/poolRowModel'
import { compactDollarText } from '../../../domain/figure'
import { parseFraction } from '../../../domain/fraction'
import { knownValue, type PoolPosition } from '../../../domain/pool'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Address } from '../../../ui/Address'
import { Card } from '../../../ui/Card'
import { Figure } from '../../../ui/Figure'
import { useWords } from '../../../ui/messages'
import { Scroller } from '../../../ui/ScrollArea'
import { StatusDot } from '../../../ui/StatusDot'
import { Cell, Head, Table } from '../../../ui/Table'

/** The positions the record lists. */
export function Positions({ pool }: { pool: ReadPool }) {
  const words = useWords(poolWords)
  const { positions } = pool
  return (
    <Card title={words.positions}>
      {positions.length === 0 ? (
        <p className="text-fine text-quiet">{words.noPositions}</p>
      ) : (
        <Scroller label={words.positions}>
          <Table caption={words.positions}>
            <thead>
              <tr>
                <Head>{words.position}</Head>
                <Head>{words.owner}</Head>
                <Head isFigure>{words.fromTick}</Head>
                <Head isFigure>{words.toTick}</Head>
                <Head>{words.status}</Head>
                <Head isFigure>{words.value}</Head>
                <Head isFigure>{words.amounts}</Head>
                <Head isFigure>{words.unclaimed}</Head>
              </tr>
            </thead>
            <tbody>
              {positions.slice(0, most).map((position) => (
                <PositionRow key={position.path} pool={pool} position={position} />
              ))}
            </tbody>
          </Table>
        </Scroller>
      )}
    </Card>
  )
}

/** A page is for looking; the record has them all. */
const most = 300

function PositionRow({ pool, position }: { pool: ReadPool; position: PoolPosition }) {
  const words = useWords(poolWords)
  const { id, owner, tickLower, tickUpper, value, amount0, amount1, fees0, fees1 } = position
  const state = stateOf(position, knownValue(pool.tick))
  const quiet = <span className="text-quiet">{words.notTold}</span>
  const pair = (first: string | undefined, second: string | undefined) =>
    first === undefined && second === undefined ? (
      quiet
    ) : (
      <span className="grid">
        {first !== undefined && <Figure value={first} unit={symbolOf(pool.token0)} isQuiet />}
        {second !== undefined && <Figure value={second} unit={symbolOf(pool.token1)} isQuiet />}
      </span>
    )
  return (
    <tr>
      <Cell>{id ?? quiet}</Cell>
      <Cell>{owner ? <Address value={owner} /> : quiet}</Cell>
      <Cell isFigure>{tickLower}</Cell>
      <Cell isFigure>{tickUpper}</Cell>
      <Cell>
        <StatusDot
          kind={state === 'inRange' ? 'live' : state === 'outOfRange' ? 'idle' : 'warn'}
          label={words[state]}
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
