import { lazy, Suspense, useState } from 'react'
import { hookText } from '../../../components/pools/hook.messages'
import { ratioText, signedPercentText } from '../../../components/positions/figures'
import { PairMark } from '../../../components/tokens/PairMark'
import { TokenCautions } from '../../../components/tokens/TokenCautions'
import { TokenImage } from '../../../components/tokens/TokenImage'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { parseFraction, toNumber, toSignificant } from '../../../domain/fraction'
import { compactDollarText, figureOf, figureText, grouped, percentText, shareText } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import type { Token } from '../../../domain/token'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { classes } from '../../../ui/classes'
import { TextField } from '../../../ui/Field'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { Select } from '../../../ui/Select'
import { Skeleton } from '../../../ui/Skeleton'
import { StepTitle } from '../StepTitle'
import { TokenAddresses } from '../TokenAddresses'
import type { AddLiquidity } from '../useAddLiquidity'
import { poolChoiceMessages } from './messages'
import { invertTypedPrice } from './usePoolChoice'
import { isReversed, marketPricesOf, type PoolMarket } from './usePoolMarket'

const TokenPicker = lazy(() => import('../../../components/tokens/picker/TokenPicker'))

type Side = 'first' | 'second'

/** Chooses a pool from the network's list or by its two tokens; for a pair without a pool, a new one. */
export function PoolPicker({ liquidity }: { liquidity: AddLiquidity }) {
  const messages = useMessages(poolChoiceMessages)
  const [open, setOpen] = useState<Side>()
  const [half, setHalf] = useState<Token>()
  /** A link to a pool has made the choice: it is shown on one line, and can be changed. */
  const [isSettled, setSettled] = useState(liquidity.form.pool !== undefined)
  const { form, market } = liquidity
  const { chains, chain, tokens, list } = liquidity.network
  const { pool, pair, chosen, choosePair, chooseNetwork, lost } = liquidity.choice
  /** Another account created the pool while its starting price was being typed. */
  const hasAppeared = pool?.address !== undefined && form.pair !== undefined && form.price !== ''
  const [first, second] = half ? [half, undefined] : (chosen ?? [pool?.token0, pool?.token1])
  // A link may name one token twice.
  const shown = [...new Set([first, second])].filter((token) => token !== undefined)
  const here = tokens.filter((token) => token.chain.chainId === chain?.chainId)

  const choose = (side: Side, token: Token) => {
    const other = side === 'first' ? second : first
    if (other && other.id !== token.id) {
      setHalf(undefined)
      choosePair(side === 'first' ? token : other, side === 'first' ? other : token)
    } else setHalf(token)
  }

  const isLine = isSettled && pool?.address !== undefined && list.at === 'listed' && half === undefined
  return (
    <Card
      title={<StepTitle step={1}>{messages.title}</StepTitle>}
      actions={
        isLine && (
          <Button size="small" onClick={() => setSettled(false)}>
            {messages.change}
          </Button>
        )
      }
    >
      <div className={classes('grid', isLine ? 'gap-3' : 'gap-4')}>
        {isLine ? (
          <div className="flex items-center gap-3 text-fine">
            <PairMark tokens={[pool.token0, pool.token1]} />
            <PoolLine pool={pool} />
          </div>
        ) : (
          <div className="grid grid-cols-2 items-end max-[18rem]:grid-cols-1 gap-3 sm:grid-cols-[minmax(0,12rem)_1fr_1fr]">
            <div className="max-sm:col-span-2">
              <Select
                label={messages.network}
                value={`${chain?.chainId ?? ''}`}
                options={chains.map(({ chainId, name }) => ({ value: `${chainId}`, label: name }))}
                onChange={(value) => chooseNetwork(Number(value))}
              />
            </div>
            <TokenButton name={messages.first} token={first} onOpen={() => setOpen('first')} />
            <TokenButton name={messages.second} token={second} onOpen={() => setOpen('second')} />
          </div>
        )}
        {shown.length > 0 && (
          <p className="text-fine text-quiet">
            <TokenAddresses tokens={shown} />
          </p>
        )}
        <div role="status" className="empty:hidden">
          <TokenCautions tokens={shown} />
        </div>
        {lost && chain && (
          <Notice kind="warn" isLive>
            {messages.lost[lost](chain.name)}
          </Notice>
        )}
        {form.unread.length > 0 && (
          <Notice kind="warn" isLive>
            {messages.unread(form.unread)}
          </Notice>
        )}
        {list.at === 'loading' && <Skeleton className={choicesPlace} />}
        {list.at === 'failed' && (
          <Notice kind="warn" isLive title={messages.failed}>
            {list.why}
          </Notice>
        )}
        {list.at === 'listed' && !isLine && <PoolChoices liquidity={liquidity} onChosen={() => setHalf(undefined)} />}
        {hasAppeared && (
          <Notice kind="info" isLive>
            {messages.appeared}
          </Notice>
        )}
        {/* Before anything is deposited: a hook may take more than the pool's own contract would. */}
        {pool?.hook !== undefined && <Notice kind="warn">{hookText(pool.hook)}</Notice>}
        {pool?.address !== undefined && <OffMarket market={market} />}
        {!isLine && pair && pool?.address === undefined && <NewPool liquidity={liquidity} />}
      </div>
      <Suspense>
        {open && (
          <TokenPicker
            tokens={here}
            chosen={open === 'first' ? first : second}
            onChoose={(token) => choose(open, token)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

/** Warns when the pool's price differs from the service's own prices: arbitrage costs the depositors the difference. */
export function OffMarket({ market: { prices } }: { market: PoolMarket }) {
  const messages = useMessages(poolChoiceMessages)
  const price = prices.find(({ by }) => by === 'service')
  const off = price?.offBps
  if (off === undefined || Math.abs(off) <= 500) return null
  return <Notice kind="warn">{messages.offMarket(signedPercentText(off))}</Notice>
}

type TokenButtonProps = { name: string; token: Token | undefined; onOpen: () => void }

function TokenButton({ name, token, onOpen }: TokenButtonProps) {
  const messages = useMessages(poolChoiceMessages)
  const symbol = token?.symbol ?? messages.choose
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-fine font-medium text-text">
        {name}
      </span>
      <Button isWide aria-haspopup="dialog" aria-label={`${name}: ${symbol}`} onClick={onOpen}>
        {token && <TokenImage token={token} size="small" />}
        <bdi key={symbol} className="me-auto truncate">
          {symbol}
        </bdi>
        <Icon name="chevron" className="size-4 text-quiet" />
      </Button>
    </div>
  )
}

/** The network's pools to choose from, the deepest first. */
function PoolChoices({ liquidity, onChosen }: { liquidity: AddLiquidity; onChosen: () => void }) {
  const messages = useMessages(poolChoiceMessages)
  const [isAll, setAll] = useState(false)
  const { list } = liquidity.network
  const { pool, choosePool } = liquidity.choice
  const few = isAll ? list.pools : list.pools.slice(0, fewestChoices)
  const shown = pool?.address === undefined || few.includes(pool) ? few : [...few, pool]
  const leftOut = list.records.length - list.pools.length
  if (list.pools.length === 0)
    return (
      <p className="text-fine text-quiet">
        {messages.none} {leftOut > 0 && messages.notOffered(leftOut)}
      </p>
    )
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-fine font-medium">{messages.pools}</legend>
      {shown.map((each) => (
        <label key={each.address} className={poolChoice}>
          <input
            type="radio"
            name="pool"
            checked={each.address === pool?.address}
            onChange={() => {
              onChosen()
              choosePool(each)
            }}
            className="shrink-0 accent-action"
          />
          <PairMark tokens={[each.token0, each.token1]} />
          <PoolLine pool={each} />
        </label>
      ))}
      {list.pools.length > shown.length && (
        <div className="-mx-3 w-fit">
          <Button kind="bare" size="small" onClick={() => setAll(true)}>
            {messages.more(list.pools.length - shown.length)}
          </Button>
        </div>
      )}
      {leftOut > 0 && <p className="text-fine text-quiet">{messages.notOffered(leftOut)}</p>}
    </fieldset>
  )
}

/** As high as the contracts of two tokens and four pools with one more line. */
const choicesPlace = 'h-89.5 w-full sm:h-69.75'
const poolChoice =
  'flex min-h-10 items-center gap-3 rounded-control border border-line px-3 py-1.5 text-fine has-checked:border-action has-checked:bg-action-wash has-focus-visible:outline-2 has-focus-visible:outline-action'
/** How many pools are offered before all are asked for. */
const fewestChoices = 4

/** A pool on one line: its pair, fee, TVL and APR. */
function PoolLine({ pool }: { pool: LiquidityPool }) {
  const messages = useMessages(poolChoiceMessages)
  const { token0, token1, isMeme, feePpm, tvl, apr } = pool
  return (
    <span className="grid grow grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 sm:grid-cols-[1fr_6.75rem_7.25rem_6.5rem] sm:items-center sm:gap-x-4">
      <span className="min-w-0 font-medium wrap-anywhere text-ink">
        <bdi dir="ltr" translate="no">
          <bdi>{token0.symbol}</bdi>/<bdi>{token1.symbol}</bdi>
        </bdi>
        {isMeme && <span className="ms-2 rounded-small bg-amber-wash px-1.5 text-amber">{messages.meme}</span>}
      </span>
      <span className="tabular-nums max-sm:col-span-2 max-sm:text-quiet sm:contents">
        <span className="max-sm:me-3">
          {feePpm === undefined ? messages.feeUnknown : messages.fee(percentText(feePpm / 100))}
        </span>
        <span>{tvl ? messages.tvl(compactDollarText(tvl)) : messages.tvlUnknown}</span>
      </span>
      <span className="text-end tabular-nums max-sm:col-start-2 max-sm:row-start-1">
        {apr ? messages.apr(shareText(apr)) : messages.aprUnknown}
      </span>
    </span>
  )
}

/** A pair without a pool: the depositor sets the starting price, and is asked to verify it. */
function NewPool({ liquidity }: { liquidity: AddLiquidity }) {
  const messages = useMessages(poolChoiceMessages)
  const numbers = useMessages(typedNumberMessages)
  const { form, network, market, actions } = liquidity
  const { pair, start, inverted } = liquidity.choice
  if (!pair || network.list.at !== 'listed') return null
  const [base, quote] = inverted ? [pair[1], pair[0]] : pair
  const prices = start.is === 'price' ? market.prices : []
  const off = prices[0]?.offBps
  const marketPrice = marketPricesOf(pair, inverted, network.list.pools)[0]?.price
  const use = (price: string) => actions.change({ price, isInverted: inverted, range: undefined })
  const isTurned = start.is === 'price' && marketPrice !== undefined && isReversed(start.start.got, marketPrice)
  const turned = isTurned ? invertTypedPrice(form.price) : undefined
  return (
    <div className="grid gap-3 rounded-control border border-dashed border-edge p-3">
      <p className="font-medium text-ink">{messages.noPool(pair[0].symbol, pair[1].symbol)}</p>
      <p className="text-fine">{messages.newNote}</p>
      <TextField
        label={messages.startPrice}
        isFigure
        inputMode="decimal"
        maxLength={120}
        value={form.price}
        onChange={use}
        hint={messages.per(quote.symbol, base.symbol)}
        error={
          start.is === 'invalid' &&
          (start.problem ? numbers.problem(start.problem, messages.startInvalid) : messages.startInvalid)
        }
      />
      {marketPrice && (
        <div>
          <Button size="small" onClick={() => use(toSignificant(marketPrice, 8))}>
            {messages.atMarket(ratioText(marketPrice))}
          </Button>
        </div>
      )}
      {turned !== undefined && (
        <Notice
          kind="warn"
          isLive
          action={
            <Button size="small" onClick={() => use(turned)}>
              {messages.withPrice(ratioText(parseFraction(turned)))}
            </Button>
          }
        >
          {messages.reversed(ratioText(parseFraction(turned)), quote.symbol, base.symbol)}
        </Notice>
      )}
      {start.is === 'price' && (
        <Rows>
          <Row term={messages.newFee} hint={messages.newFeeNote(feesOf(network.list.pools).map(percentText))}>
            {messages.newFeeSetter}
          </Row>
          <Row term={messages.startsAt} hint={messages.tick(inverted ? 0 - start.start.tick : start.start.tick)}>
            {figureText(figureOf(toSignificant(start.start.got, 10), { significant: 10 }))}{' '}
            {messages.per(quote.symbol, base.symbol)}
          </Row>
          <Row term={messages.quantised} hint={messages.quantisedNote}>
            {exactPercent(toNumber(start.start.off))}
          </Row>
          {prices.map((price) => (
            <Row
              key={price.by}
              term={price.by === 'service' ? messages.market : messages.wayAround(price.through.symbol)}
              tone={Math.abs(price.offBps) > 100 ? 'warn' : 'plain'}
            >
              {signedPercentText(price.offBps)}
            </Row>
          ))}
        </Rows>
      )}
      {off !== undefined && Math.abs(off) > 100 && !isTurned && (
        <Notice kind="warn" isLive>
          {messages.marketWarning(signedPercentText(off))}
        </Notice>
      )}
      {start.is === 'price' && off === undefined && <Notice kind="warn">{messages.marketUnknown}</Notice>}
    </div>
  )
}

/** The trading fees of the pools on the network, in basis points, the lowest first. */
function feesOf(pools: readonly Pick<LiquidityPool, 'feePpm'>[]): readonly number[] {
  return [...new Set(pools.flatMap(({ feePpm }) => feePpm ?? []))].toSorted((a, b) => a - b).map((ppm) => ppm / 100)
}

/** Parts per 100,000: snapping to a tick moves a starting price by at most five. */
function exactPercent(share: number): string {
  const thousandths = Math.round(share * 100_000)
  return `${thousandths < 0 ? '−' : thousandths > 0 ? '+' : ''}${locale.percent(grouped((Math.abs(thousandths) / 1000).toFixed(3)))}`
}
