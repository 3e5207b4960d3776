import { useState } from 'react'
import { tokenAmounts } from '../../components/positions/proposal'
import { useServices } from '../../components/services'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { addressKey } from '../../domain/address'
import { amountsForLiquidity, burnMinimums, priceBounds } from '../../domain/liquidity/liquidity'
import { dollarText, percentText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { readTypedPercent } from '../../domain/typedNumber'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { WithdrawIntent } from '../../guard/liquidityIntent'
import { PreparedPlan } from '../../signing/plan/PreparedPlan'
import { reviewMessages } from '../../signing/review/messages'
import { ReviewFooter } from '../../signing/review/ReviewFooter'
import { useCheckedPlan } from '../../signing/review/useCheckedPlan'
import { useSubmitOrder } from '../../signing/useSubmitOrder'
import { Button } from '../../ui/Button'
import { Segmented, Switch } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { TextField } from '../../ui/Field'
import { Help } from '../../ui/Help'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import type { WithdrawalKind } from './ListedPositionCard'
import { feesToCollect, type ListedPosition, lossOfCollecting } from './listedPositions'
import { positionsMessages } from './messages'

export type WithdrawProps = {
  /** The position when the dialog opened: nothing changes just as the button is pressed. */
  readonly position: ListedPosition
  /** The current position; `undefined` once it is gone. */
  readonly now: ListedPosition | undefined
  readonly withdrawal: WithdrawalKind
  readonly tokens: readonly Token[]
  readonly onConfirmed: (orderId: string) => void
  readonly onClose: () => void
}

type Percent = '25' | '50' | '75' | '100'

/** Half a percent: enough for ordinary price movement, too little for a manipulated price. */
const defaultTolerance = '0.5'

/** Withdraw: how much, the expected amounts, and the plan to sign. */
export function Withdraw({ position, now, withdrawal, tokens, onConfirmed, onClose }: WithdrawProps) {
  const messages = useMessages(positionsMessages)
  const [first, setFirst] = useState(position)
  // Another withdrawal or deposit may have changed the liquidity since: a plan for more than is left would fail.
  if (now && now.liquidity !== first.liquidity) setFirst(now)
  const [percent, setPercent] = useState<Percent>('100')
  const [typedShare, setTypedShare] = useState('')
  const [typedTolerance, setTypedTolerance] = useState(defaultTolerance)
  const shareBps = typedShare === '' ? Number(percent) * 100 : readShare(typedShare)
  const toleranceBps = readTolerance(typedTolerance)
  const wish = shareBps !== undefined && toleranceBps !== undefined ? { shareBps, toleranceBps } : undefined
  const coin = useCoin(first, tokens)
  const [isInCoins, setInCoins] = useState(false)
  const intent = useIntent(first, withdrawal === 'collect' ? collecting : wish, isInCoins ? coin?.coin : undefined)
  const { checked, problem, again } = useCheckedPlan(intent, tokens)
  const native = tokens.find(({ isNative, chain }) => isNative && chain.chainId === first.pool.chain.chainId)
  const fee = native && checked?.cost && { token: native, units: checked.cost.fee }
  const loss = withdrawal === 'collect' ? lossOfCollecting(feesToCollect(first), fee) : undefined
  return (
    <Dialog
      title={messages.review[withdrawal]}
      isOpen
      onClose={onClose}
      size="wide"
      footer={checked && <WithdrawalDecision withdrawal={withdrawal} checked={checked} onConfirmed={onConfirmed} />}
    >
      <div className="grid gap-5" aria-busy={!checked && !problem}>
        {withdrawal === 'remove' && (
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
        {coin && (
          <Switch
            label={messages.asCoin(coin.coin.symbol, coin.wrapped.symbol)}
            isOn={isInCoins}
            onChange={setInCoins}
          />
        )}
        {intent && <Summary position={first} intent={intent} toleranceBps={wish?.toleranceBps ?? 0} />}
        {withdrawal === 'remove' && now && hasMoved(first, now, wish?.toleranceBps ?? 50) && (
          <Notice isLive action={<Button onClick={() => setFirst(now)}>{messages.anew}</Button>}>
            {messages.moved}
          </Notice>
        )}
        {loss && <Notice kind="warn">{messages.costsMore(dollarText(loss.cost), dollarText(loss.fees))}</Notice>}
        <PreparedPlan what="withdrawal" checked={checked} problem={problem} onAgain={again} tokens={tokens} />
      </div>
    </Dialog>
  )
}

function Summary({
  position: { pool, unclaimed, ...range },
  intent,
  toleranceBps,
}: {
  position: ListedPosition
  intent: WithdrawIntent
  toleranceBps: number
}) {
  const messages = useMessages(positionsMessages)
  const { sqrtPriceX96 } = pool
  const wrappedId = useWrapped(pool)?.id
  const out = amountsForLiquidity({ ...range, sqrtPriceX96, liquidity: intent.liquidity, round: 'down' })
  const list = (amounts: typeof out) =>
    tokenAmounts(pool, amounts).map(({ token, units }) => (
      <span key={token.id} className="block">
        <TokenAmount amount={{ token: token.id === wrappedId ? (intent.coin ?? token) : token, units }} />
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

type WithdrawalDecisionProps = {
  withdrawal: WithdrawalKind
  checked: CheckedLiquidity
  onConfirmed: (id: string) => void
}

function WithdrawalDecision({ withdrawal, checked, onConfirmed }: WithdrawalDecisionProps) {
  const messages = useMessages(positionsMessages)
  const shared = useMessages(reviewMessages)
  const open = useSubmitOrder(onConfirmed)
  const confirm = async () => {
    await open(checked.plan)
  }
  return (
    <ReviewFooter
      verdict={checked.verdict}
      label={messages.confirm[withdrawal]}
      note={shared.next}
      onConfirm={confirm}
    />
  )
}

/** Whether the price has moved enough to need new minimums. */
function hasMoved({ pool }: ListedPosition, now: ListedPosition, toleranceBps: number): boolean {
  const { low, high } = priceBounds(pool.sqrtPriceX96, Math.ceil(toleranceBps / 5))
  return now.pool.sqrtPriceX96 < low || now.pool.sqrtPriceX96 > high
}

/** The pool's token that is the wrapped form of the network's coin. */
function useWrapped({ chain, token0, token1 }: ListedPosition['pool']): Token | undefined {
  const { deployment } = useServices()
  const wrapped = deployment.chains.find(({ chainId }) => chainId === chain.chainId)?.wrappedNative
  if (wrapped === undefined) return undefined
  return [token0, token1].find(({ address }) => addressKey(address) === addressKey(wrapped))
}

/** The coin that can be paid out instead of its wrapped form; `undefined` where the pool holds none. */
function useCoin({ pool }: ListedPosition, tokens: readonly Token[]) {
  const wrapped = useWrapped(pool)
  const coin = tokens.find(({ isNative, chain }) => isNative && chain.chainId === pool.chain.chainId)
  return coin && wrapped ? { coin, wrapped } : undefined
}

/** The intent, at the price of the moment the dialog opened. */
function useIntent(
  position: ListedPosition,
  wish: Wish | undefined,
  coin: Token | undefined,
): WithdrawIntent | undefined {
  const { deployment } = useServices()
  const { pool, id, tickLower, tickUpper, owner } = position
  const { token0, token1, feePpm, sqrtPriceX96 } = pool
  const settings = deployment.chains.find(({ chainId }) => chainId === pool.chain.chainId)
  const positionManager = settings?.positionManager ?? pool.positionManager
  const { shareBps, toleranceBps } = wish ?? collecting
  const liquidity = (position.liquidity * BigInt(shareBps)) / 10_000n
  const [kept, keep] = useState<{
    readonly position: ListedPosition
    readonly wish: string
    readonly intent: WithdrawIntent
  }>()
  const key = `${shareBps} ${toleranceBps} ${coin?.id ?? ''}`
  if (!wish || positionManager === undefined || id === undefined) return undefined
  if (kept?.wish === key && kept.position === position) return kept.intent
  const intent: WithdrawIntent = {
    kind: 'withdraw',
    pool: { token0, token1, feePpm, positionManager, startTick: undefined },
    position: BigInt(id),
    range: { tickLower, tickUpper },
    liquidity,
    minimums: burnMinimums({ tickLower, tickUpper, sqrtPriceX96, liquidity, toleranceBps }),
    ...(coin && { coin }),
    sender: owner,
    recipient: owner,
  }
  keep({ position, wish: key, intent })
  return intent
}

/** The share of liquidity to remove, and the slippage tolerance, both in basis points. */
type Wish = { readonly shareBps: number; readonly toleranceBps: number }

/** Fees only: no liquidity, and so no minimums. */
const collecting: Wish = { shareBps: 0, toleranceBps: 0 }

/** `12.5` is an eighth; from a hundredth of a percent to all of it. */
function readShare(text: string): number | undefined {
  const bps = hundredths(text)
  return bps !== undefined && bps >= 1 && bps <= 10_000 ? bps : undefined
}

/** At most 50%, as for deposits. */
function readTolerance(text: string): number | undefined {
  const bps = hundredths(text)
  return bps !== undefined && bps <= 5_000 ? bps : undefined
}

function hundredths(text: string): number | undefined {
  const read = readTypedPercent(text)
  return read.is === 'percent' ? read.bps : undefined
}
