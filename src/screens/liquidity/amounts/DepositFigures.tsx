import { ppmText, presentText, ratioText } from '../../../components/positions/figures'
import { feesAtShare, type Proposal, tokenAmounts } from '../../../components/positions/proposal'
import { change, times, toNumber } from '../../../domain/fraction'
import type { PriceWindow } from '../../../domain/liquidity/deposit'
import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { sqrtPriceToPrice } from '../../../domain/liquidity/tickPrice'
import {
  maxToleranceBps,
  narrowestProtected,
  protectionOf,
  readTolerance,
  toleranceSurviving,
} from '../../../domain/liquidity/tolerance'
import { backtest } from '../../../domain/pools/backtest'
import {
  baseOf,
  currentPrice,
  inDirection,
  type PriceDirection,
  priceFigureAt,
  priceOptions,
  quoteOf,
} from '../../../domain/prices/priceDirection'
import { ageOf } from '../../../domain/text/age'
import { dollarText, percentText, shareText } from '../../../domain/text/figure'
import { exchangedSigns, locale, localized } from '../../../domain/text/locale'
import { type LiquidityPool, toleranceFor, typicalMoveOf } from '../../../preparation/liquidity/liquidityPool'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { TextField } from '../../../ui/Field'
import { type Localized, useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Details, Row, Rows } from '../../../ui/Rows'
import { liquidityMessages } from '../messages'
import type { AddLiquidity } from '../useAddLiquidity'

/** A deposit as it is proposed, for the parts of the form that show its figures. */
export type ProposalProps = {
  readonly pool: LiquidityPool
  readonly proposal: Proposal
  readonly direction: PriceDirection
  readonly toleranceBps: number
}

/** Size, expected fees and risks of the deposit, as far as the record has figures. */
export function DepositFigures({ liquidity: { form, choice, deposit: draft, actions } }: { liquidity: AddLiquidity }) {
  const messages = useMessages(liquidityMessages)
  const { pool, direction } = choice
  const { proposal, toleranceBps, now } = draft
  if (!pool || !proposal || !direction) return null
  const facts = { pool, proposal, direction, toleranceBps }
  const { deposit, state } = proposal
  const [symbol0, symbol1] = [pool.token0.symbol, pool.token1.symbol]
  return (
    <Card title={messages.figures}>
      <div className="grid gap-4">
        <Rows>
          <Row term={messages.state} tone={state === 'earning' ? 'plain' : 'warn'}>
            {messages.states[state]}
          </Row>
          {deposit && (
            <Row term={messages.value}>{deposit.value ? dollarText(deposit.value) : messages.valueUnknown}</Row>
          )}
          <Row term={messages.ratio}>
            {messages.ratioText(
              ppmText(proposal.token0SharePpm),
              symbol0,
              ppmText(1_000_000 - proposal.token0SharePpm),
              symbol1,
            )}
          </Row>
        </Rows>
        <RatioBar share={proposal.token0SharePpm / 1_000_000} />
        <Rows>
          <Row term={messages.efficiency}>
            {proposal.efficiency
              ? messages.efficiencyText(timesText(toNumber(proposal.efficiency)))
              : messages.efficiencyNone}
          </Row>
          <Return {...facts} now={now} />
        </Rows>
        <Tolerance {...facts} typed={form.tolerance} onType={(tolerance) => actions.change({ tolerance })} />
      </div>
    </Card>
  )
}

/** A bar with both tokens' shares; the text above has the same information. */
function RatioBar({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-full bg-raised">
      <span className="bg-action forced-color-adjust-none" style={{ width: `${share * 100}%` }} />
      <span className="flex-1 bg-edge" />
    </div>
  )
}

function Return({ pool, proposal, now }: ProposalProps & { now: number }) {
  const messages = useMessages(liquidityMessages)
  const { apr, isAprNominal, feesPerDay } = proposal
  const age = pool.hourlyAt === undefined ? undefined : ageText(now - pool.hourlyAt)
  return (
    <>
      {apr.is === 'known' && (
        <Row
          term={messages.apr}
          hint={
            <>
              {messages.aprNote(age)}
              {isAprNominal && locale.gap + messages.aprNominal}
            </>
          }
        >
          {shareText(apr.apr)}
        </Row>
      )}
      {feesPerDay && (
        <Row term={messages.perDay} hint={messages.perDayNote(dollarText(times(feesPerDay, thirty)))}>
          {dollarText(feesPerDay)}
        </Row>
      )}
      <Past pool={pool} proposal={proposal} />
      {apr.is !== 'known' && (
        <Row term={messages.apr}>
          {apr.is === 'out of range'
            ? messages.aprOut
            : pool.address === undefined
              ? messages.aprNew
              : messages.aprUnknown(apr.missing.map((name) => messages.missing[name]))}
        </Row>
      )}
      {pool.apr && <Row term={messages.poolApr}>{shareText(pool.apr)}</Row>}
    </>
  )
}

const thirty = { numerator: 30n, denominator: 1n }

/** A backtest of the chosen range on the record's own prices; empty when there are too few. */
function Past({ pool, proposal }: Pick<ProposalProps, 'pool' | 'proposal'>) {
  const messages = useMessages(liquidityMessages)
  const past = backtest(pool.history, proposal.range)
  if (!past) return null
  const fees = feesAtShare(proposal, past.timeInRange)
  return (
    <Row
      term={messages.past(Math.round(past.span / 3_600_000))}
      hint={messages.pastNote(past.exits, past.timeInRange, fees && dollarText(fees))}
    >
      {messages.pastText(percentText(Math.round(past.timeInRange * 10_000)))}
    </Row>
  )
}

/** `typed`: `undefined` for the default. */
type ToleranceProps = ProposalProps & { typed: string | undefined; onType: (text: string) => void }

function Tolerance({ typed, onType, ...facts }: ToleranceProps) {
  const messages = useMessages(liquidityMessages)
  const { pool, proposal, direction, toleranceBps } = facts
  const text = typed ?? `${toleranceBps / 100}`
  const isBad = readTolerance(text) === undefined
  const { deposit } = proposal
  const window = deposit?.window && windowOf(deposit.window, direction, messages)
  const better = deposit && betterTolerance(proposal, pool)
  const move = typicalMoveOf(pool)
  const usual = toleranceFor(pool, proposal.range)
  const isTight = window !== undefined && window.nearest < move / 2
  return (
    <div className="grid gap-3">
      {deposit && (
        <Rows>
          <Row term={messages.least} hint={messages.leastNote}>
            {presentText(tokenAmounts(pool, deposit.minimums))}
          </Row>
          {window && (
            <Row term={messages.window} hint={window.moves && messages.windowNote(...window.moves, isTight)}>
              {window.between}
            </Row>
          )}
        </Rows>
      )}
      {isTight && (
        <Notice
          kind="warn"
          action={
            better !== undefined && (
              <Button size="small" onClick={() => onType(`${better / 100}`)}>
                {messages.windowUse(percentText(better), percentText(move))}
              </Button>
            )
          }
        >
          {messages.windowTight}
        </Notice>
      )}
      <Details summary={messages.advanced} isOpen={typed !== undefined}>
        <div className="grid gap-3">
          <TextField
            label={messages.toleranceLabel}
            inputMode="decimal"
            isFigure
            value={text}
            maxLength={20}
            onChange={onType}
            trail={<span aria-hidden="true">%</span>}
            hint={messages.toleranceUsual(percentText(usual.bps), percentText(move), usual.isEnough)}
            error={isBad && messages.toleranceProblem}
          />
          <Details summary={messages.tolerance}>
            <Protection {...facts} />
          </Details>
        </div>
      </Details>
    </div>
  )
}

/** The price range in which a deposit succeeds, and how far away its bounds are, in basis points. */
function windowOf(
  { low, high }: PriceWindow,
  direction: PriceDirection,
  messages: Localized<typeof liquidityMessages.english>,
) {
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  const edgeAt = (sqrtPriceX96: bigint) => {
    if (sqrtPriceX96 <= minSqrtPriceX96 || sqrtPriceX96 >= maxSqrtPriceX96 - 1n) return undefined
    const price = sqrtPriceToPrice(sqrtPriceX96, priceOptions(direction))
    return { text: ratioText(price), bps: toNumber(change(currentPrice(direction), price)) * 10_000 }
  }
  const [from, to] = (direction.inverted ? [high, low] : [low, high]).map(edgeAt)
  const nearest = Math.min(...[from, to].map((edge) => (edge ? Math.abs(edge.bps) : Number.POSITIVE_INFINITY)))
  if (from && to) {
    const moves = [percentText(from.bps), `+${percentText(to.bps)}`] as const
    return { between: messages.windowText(from.text, to.text, quote, base), moves, nearest }
  }
  if (from) return { between: messages.windowAbove(from.text, quote, base), nearest }
  return { between: to ? messages.windowBelow(to.text, quote, base) : messages.windowEverywhere, nearest }
}

/** The other reading of a tolerance, possible when the service carries out the deposit itself. */
function Protection({ pool, proposal, direction, toleranceBps }: ProposalProps) {
  const messages = useMessages(liquidityMessages)
  const { token0Ppm, token1Ppm } = protectionOf({ ...proposal.range, sqrtPriceX96: pool.sqrtPriceX96, toleranceBps })
  const isProtected = Math.min(token0Ppm, token1Ppm) > 0
  const better = narrowestProtected({ ...pool, toleranceBps, ppm: 800_000 })
  const shown = better && inDirection(better, direction)
  return (
    <div className="grid gap-2 text-fine">
      <p>
        {isProtected
          ? messages.protection(
              percentText(toleranceBps),
              `${ppmText(token0Ppm)} ${pool.token0.symbol}`,
              `${ppmText(token1Ppm)} ${pool.token1.symbol}`,
            )
          : messages.unprotected(percentText(toleranceBps))}
      </p>
      {shown && (
        <p>
          {messages.protectedFrom(
            priceFigureAt(shown.tickLower, direction),
            priceFigureAt(shown.tickUpper, direction),
            quoteOf(direction).symbol,
            baseOf(direction).symbol,
          )}
        </p>
      )}
    </div>
  )
}

function timesText(times: number): string {
  return times >= 100 ? `${Math.round(times)}` : exchangedSigns(times.toPrecision(3).replace(/\.?0+$/, ''))
}

const ago = localized((tag) => new Intl.RelativeTimeFormat(tag))

function ageText(milliseconds: number): string {
  const { count, unit } = ageOf(milliseconds)
  return ago().format(-count, unit)
}

/** A tolerance in tenths of a percent, as people type it; `undefined` when none that is allowed suffices. */
function betterTolerance({ range, deposit }: Proposal, pool: LiquidityPool): number | undefined {
  const { sqrtPriceX96 } = pool
  const bps = deposit && toleranceSurviving({ ...range, ...deposit, sqrtPriceX96, moveBps: typicalMoveOf(pool) })
  const rounded = bps && Math.ceil(bps / 10) * 10
  return rounded !== undefined && rounded <= maxToleranceBps ? rounded : undefined
}
