import { ratioText, signedPercentText } from '../../../components/positions/figures'
import { typedNumberMessages } from '../../../components/typedNumber.messages'
import { parseFraction, toNumber, toSignificant } from '../../../domain/fraction'
import { figureOf, figureText, grouped, percentText } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import type { AddLiquidity } from '../useAddLiquidity'
import { isReversed, marketPricesOf } from './marketPrice'
import { poolChoiceMessages } from './messages'
import { invertTypedPrice } from './startingPrice'

/** A pair without a pool: the depositor sets the starting price, and is asked to verify it. */
export function NewPool({ liquidity }: { liquidity: AddLiquidity }) {
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
