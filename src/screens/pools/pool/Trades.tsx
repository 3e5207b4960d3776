import { useState } from 'react'
import type { PoolEvent } from '../../../chain/poolLogs'
import { TransactionLink } from '../../../components/accounts/explorerLinks'
import { poolMessages } from '../../../components/pools/messages'
import { symbolOf } from '../../../components/pools/poolToken'
import { priceUnitOf } from '../../../components/pools/shownPrice'
import { ratioText } from '../../../components/positions/figures'
import { fromUnits } from '../../../domain/amount'
import type { Chain } from '../../../domain/chain'
import { sqrtPriceToPrice } from '../../../domain/liquidity/tickPrice'
import type { PoolToken } from '../../../domain/pools/pool'
import { dateTimeText, shortTimeText } from '../../../domain/text/dateText'
import { figureOf, figureText } from '../../../domain/text/figure'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { Segmented } from '../../../ui/Choice'
import { useMessages } from '../../../ui/messages'
import { DataTable } from '../../../ui/Table'
import type { ShownLogs } from './usePoolLogs'

type TradesProps = {
  readonly pool: ReadPool
  readonly chain: Chain | undefined
  readonly logs: ShownLogs
  readonly isInverted: boolean
}

const kinds = ['trades', 'liquidity'] as const
type Kind = (typeof kinds)[number]

/** The pool's activity by its own logs: swaps, and added and removed liquidity. */
export function Trades({ pool, chain, logs, isInverted }: TradesProps) {
  const messages = useMessages(poolMessages)
  const [kind, setKind] = useState<Kind>('trades')
  const [count, setCount] = useState(perPage)
  if (!logs.events)
    return (
      <Card title={messages.trades}>
        <p role="status" className="text-fine text-quiet">
          {messages.tradesAre[logs.why]}
        </p>
      </Card>
    )
  const events = logs.events.filter(({ does }) => (does === 'swap') === (kind === 'trades'))
  const isMore = count < events.length
  return (
    <Card title={messages.trades}>
      <div className="grid gap-3">
        <div className="flex">
          <Segmented
            label={messages.trades}
            isLabelHidden
            options={kinds.map((value) => ({ value, label: messages.tradeKind[value] }))}
            value={kind}
            onChange={(kind) => {
              setKind(kind)
              setCount(perPage)
            }}
          />
        </div>
        {events.length === 0 ? (
          <p className="text-fine text-quiet">{messages.noTrades}</p>
        ) : (
          <EventTable {...{ pool, chain, isInverted, kind }} events={events.slice(0, count)} />
        )}
        <div className="flex flex-wrap items-center gap-3 text-fine text-quiet">
          <span>{messages.tradesShown(Math.min(count, events.length), events.length)}</span>
          {(isMore || logs.hasEarlier) && (
            <Button
              size="small"
              isBusy={logs.isLoadingEarlier}
              onClick={() => (isMore ? setCount(count + perPage) : void logs.loadEarlier())}
            >
              {logs.isLoadingEarlier ? messages.tradesAre.loading : messages.earlierTrades}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

const perPage = 50

type EventTableProps = Omit<TradesProps, 'logs'> & { readonly kind: Kind; readonly events: readonly PoolEvent[] }

function EventTable({ pool, chain, isInverted, kind, events }: EventTableProps) {
  const messages = useMessages(poolMessages)
  const { quote, base } = priceUnitOf(pool, isInverted)
  return (
    <DataTable
      caption={messages.tradeKind[kind]}
      height="max-h-[40rem]"
      minWidth="42rem"
      rows={events}
      keyOf={({ block, logIndex }) => `${block} ${logIndex}`}
      columns={[
        {
          head: messages.time,
          cell: ({ at }) => (
            <time dateTime={new Date(at).toISOString()} title={dateTimeText(at)} className="whitespace-nowrap">
              {shortTimeText(at)}
            </time>
          ),
        },
        {
          head: messages.what,
          cell: (event) => <span className="block min-w-32">{doneIn(event, pool, messages)}</span>,
        },
        ...([pool.token0, pool.token1] as const).map((token, place) => ({
          head: symbolOf(token),
          isFigure: true,
          cell: ({ does, amount0, amount1 }: PoolEvent) => movedText(does, place === 0 ? amount0 : amount1, token),
        })),
        ...(kind === 'trades'
          ? [
              {
                head: messages.priceUnit(quote, base),
                isFigure: true,
                cell: (event: PoolEvent) => priceText(event, pool, isInverted),
              },
            ]
          : []),
        {
          head: messages.transaction,
          cell: ({ hash }) => <TransactionLink chainId={chain?.chainId ?? 0} hash={hash} />,
        },
      ]}
    />
  )
}

/** A swap is named from the trader's view: the pool receives the input. */
function doneIn({ does, amount0 }: PoolEvent, pool: ReadPool, messages: (typeof poolMessages)['english']): string {
  if (does !== 'swap') return messages.does[does]
  const [sold, bought] = amount0 > 0n ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  return messages.swapped(symbolOf(sold), symbolOf(bought))
}

/** The trader's payment has a minus and the output a plus, as in an account; liquidity has the sign of the pool. */
function movedText(does: PoolEvent['does'], inPool: bigint, { decimals }: PoolToken): string {
  const units = does === 'swap' ? -inPool : inPool
  const size = units < 0n ? -units : units
  const text =
    decimals === undefined ? String(size) : figureText(figureOf(fromUnits(size, decimals), { significant: 6 }))
  return units < 0n ? `−${text}` : does === 'swap' && units > 0n ? `+${text}` : text
}

function priceText({ sqrtPriceX96 }: PoolEvent, { token0, token1 }: ReadPool, inverted: boolean): string {
  if (!sqrtPriceX96 || token0.decimals === undefined || token1.decimals === undefined) return ''
  const options = { decimals0: token0.decimals, decimals1: token1.decimals, inverted }
  return ratioText(sqrtPriceToPrice(sqrtPriceX96, options))
}
