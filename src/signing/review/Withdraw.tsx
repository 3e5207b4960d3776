import { type ReactNode, useState } from 'react'
import { feesToCollect, lossOfCollecting, type Position } from '../../components/positions/position'
import { tokenAmounts } from '../../components/positions/proposal'
import { useManager } from '../../components/positions/useManager'
import { usePoolCoin } from '../../components/positions/usePoolCoin'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { amountsForLiquidity, burnMinimums, priceBounds } from '../../domain/liquidity/liquidity'
import { readTolerance } from '../../domain/liquidity/tolerance'
import { dollarText, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { readTypedPercent } from '../../domain/typedNumber'
import type { WithdrawIntent } from '../../guard/liquidityIntent'
import type { SequencePart } from '../../orders/sequence'
import { poolKeyOf } from '../../preparation/liquidity/liquidityPool'
import { Button } from '../../ui/Button'
import { Segmented, Switch } from '../../ui/Choice'
import { TextField } from '../../ui/Field'
import { Help } from '../../ui/Help'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import { PlanReview, useCheckedPlan } from './PlanReview'
import { withdrawMessages } from './withdraw.messages'

/** Fees only, or liquidity with its fees. */
export type WithdrawalKind = 'collect' | 'remove'

export type WithdrawProps = {
  /** The position when the dialog opened: nothing changes just as the button is pressed. */
  readonly position: Position
  /** The current position; `undefined` once it is gone. */
  readonly now: Position | undefined
  readonly withdrawal: WithdrawalKind
  readonly tokens: readonly Token[]
  /** The sequence that begins with the withdrawal of the whole position, and its steps. */
  readonly sequence?: { readonly title: string; readonly part: SequencePart; readonly steps: ReactNode }
  readonly onConfirmed: (orderId: string) => void
  readonly onClose: () => void
}

type Percent = '25' | '50' | '75' | '100'

/** Half a percent: enough for ordinary price movement, too little for a manipulated price. */
const defaultTolerance = '0.5'

/** Withdraw: how much, the expected amounts, and the plan to sign. */
export function Withdraw({ position, now, withdrawal, tokens, sequence, onConfirmed, onClose }: WithdrawProps) {
  const messages = useMessages(withdrawMessages)
  const [first, setFirst] = useState(position)
  // Another withdrawal or deposit may have changed the liquidity since: a plan for more than is left would fail.
  if (now && now.liquidity !== first.liquidity) setFirst(now)
  const [percent, setPercent] = useState<Percent>('100')
  const [typedShare, setTypedShare] = useState('')
  const [typedTolerance, setTypedTolerance] = useState(defaultTolerance)
  const shareBps = typedShare === '' ? Number(percent) * 100 : readShare(typedShare)
  const toleranceBps = readTolerance(typedTolerance)
  const typed = shareBps !== undefined && toleranceBps !== undefined ? { shareBps, toleranceBps } : undefined
  const wish = withdrawal === 'collect' ? collecting : typed
  const { coin, wrapped } = usePoolCoin(first.pool, tokens)
  const [isInCoins, setInCoins] = useState(false)
  const manager = useManager(first.pool)
  const intent = wish && intentOf(first, manager, wish, isInCoins ? coin : undefined)
  const prepared = useCheckedPlan(intent, tokens)
  const { cost } = prepared.checked ?? {}
  const fee = coin && cost && { token: coin, units: cost.fee }
  const { unclaimed } = now ?? first
  const isNothing = withdrawal === 'collect' && unclaimed !== undefined && unclaimed.amount0 + unclaimed.amount1 === 0n
  const loss = withdrawal === 'collect' ? lossOfCollecting(feesToCollect(first), fee) : undefined
  return (
    <PlanReview
      title={sequence?.title ?? messages.review[withdrawal]}
      what="withdrawal"
      prepared={prepared}
      tokens={tokens}
      label={messages.confirm[withdrawal]}
      part={sequence?.part}
      why={isNothing ? messages.noFees : undefined}
      onConfirmed={onConfirmed}
      onClose={onClose}
    >
      {sequence?.steps}
      {withdrawal === 'remove' && !sequence && (
        <>
          <Segmented<Percent>
            label={messages.howMuch}
            options={(['25', '50', '75', '100'] as const).map((value) => ({
              value,
              label: percentText(Number(value) * 100),
            }))}
            value={percent}
            onChange={(value) => {
              setPercent(value)
              setTypedShare('')
            }}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              label={messages.anyShare}
              inputMode="decimal"
              value={typedShare}
              placeholder={percent}
              onChange={setTypedShare}
              trail={<span aria-hidden="true">%</span>}
              error={shareBps === undefined && messages.shareProblem}
            />
            <TextField
              label={messages.tolerance}
              inputMode="decimal"
              value={typedTolerance}
              onChange={setTypedTolerance}
              trail={<span aria-hidden="true">%</span>}
              error={toleranceBps === undefined && messages.toleranceProblem}
            />
          </div>
        </>
      )}
      {coin && wrapped && !sequence && (
        <Switch label={messages.asCoin(coin.symbol, wrapped.symbol)} isOn={isInCoins} onChange={setInCoins} />
      )}
      {wish && intent && (
        <Summary position={first} intent={intent} wrapped={wrapped} toleranceBps={wish.toleranceBps} />
      )}
      {withdrawal === 'remove' && now && hasMoved(first, now, wish?.toleranceBps ?? 50) && (
        <Notice isLive action={<Button onClick={() => setFirst(now)}>{messages.anew}</Button>}>
          {messages.moved}
        </Notice>
      )}
      {loss && !isNothing && (
        <Notice kind="warn">{messages.costsMore(dollarText(loss.cost), dollarText(loss.fees))}</Notice>
      )}
    </PlanReview>
  )
}

type SummaryProps = { position: Position; intent: WithdrawIntent; wrapped: Token | undefined; toleranceBps: number }

function Summary({ position: { pool, unclaimed, ...range }, intent, wrapped, toleranceBps }: SummaryProps) {
  const messages = useMessages(withdrawMessages)
  const { sqrtPriceX96 } = pool
  const out = amountsForLiquidity({ ...range, sqrtPriceX96, liquidity: intent.liquidity, round: 'down' })
  const list = (amounts: typeof out) =>
    tokenAmounts(pool, amounts).map(({ token, units }) => (
      <span key={token.id} className="block">
        <TokenAmount amount={{ token: token.id === wrapped?.id ? (intent.coin ?? token) : token, units }} />
      </span>
    ))
  return (
    <Rows>
      {intent.liquidity > 0n && (
        <>
          <Row term={messages.out}>{list(out)}</Row>
          <Row
            term={
              <>
                {messages.least(percentText(toleranceBps))}
                <Help label={messages.leastWhy}>{messages.leastNote}</Help>
              </>
            }
          >
            {list(intent.minimums)}
          </Row>
        </>
      )}
      {unclaimed && (intent.liquidity === 0n || unclaimed.amount0 + unclaimed.amount1 > 0n) && (
        <Row term={intent.liquidity > 0n ? messages.feesToo : messages.unclaimed}>{list(unclaimed)}</Row>
      )}
    </Rows>
  )
}

/** Whether the price has moved enough to need new minimums. */
function hasMoved({ pool }: Position, now: Position, toleranceBps: number): boolean {
  const { low, high } = priceBounds(pool.sqrtPriceX96, Math.ceil(toleranceBps / 5))
  return now.pool.sqrtPriceX96 < low || now.pool.sqrtPriceX96 > high
}

/** The intent, at the price of the moment the dialog opened. */
function intentOf(
  { pool, id, owner, liquidity: held, tickLower, tickUpper }: Position,
  positionManager: string | undefined,
  { shareBps, toleranceBps }: Wish,
  coin: Token | undefined,
): WithdrawIntent | undefined {
  if (positionManager === undefined || id === undefined) return undefined
  const { sqrtPriceX96 } = pool
  const liquidity = (held * BigInt(shareBps)) / 10_000n
  return {
    kind: 'withdraw',
    pool: { ...poolKeyOf(pool), positionManager },
    position: BigInt(id),
    range: { tickLower, tickUpper },
    liquidity,
    minimums: burnMinimums({ tickLower, tickUpper, sqrtPriceX96, liquidity, toleranceBps }),
    ...(coin && { coin }),
    sender: owner,
    recipient: owner,
  }
}

/** The share of liquidity to remove, and the slippage tolerance, both in basis points. */
type Wish = { readonly shareBps: number; readonly toleranceBps: number }

/** Fees only: no liquidity, and so no minimums. */
const collecting: Wish = { shareBps: 0, toleranceBps: 0 }

/** `12.5` is an eighth; from a hundredth of a percent to all of it. */
function readShare(text: string): number | undefined {
  const read = readTypedPercent(text)
  return read.is === 'percent' && read.bps >= 1 && read.bps <= 10_000 ? read.bps : undefined
}
