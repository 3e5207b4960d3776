import { useState } from 'react'
import { exactText } from '../../components/positions/figures'
import { amountsOf } from '../../components/positions/proposal'
import { useServices } from '../../components/services'
import { percentText } from '../../domain/figure'
import { amountsForLiquidity, burnMinimums, priceBounds } from '../../domain/liquidity'
import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkLiquidity'
import type { WithdrawIntent } from '../../guard/liquidityIntent'
import { ExaminedParts } from '../../signing/plan/CheckedPlanView'
import { reviewWords } from '../../signing/review/messages'
import { Preparing } from '../../signing/review/PlanSkeleton'
import { ReviewFoot } from '../../signing/review/ReviewFooter'
import { useExamined } from '../../signing/review/useCheckedPlan'
import { useOpening } from '../../signing/useSubmitOrder'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { useWords } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Row, Rows } from '../../ui/Rows'
import type { Deed } from './HoldingCard'
import type { Holding } from './holdings'
import { positionsWords } from './messages'

export type WithdrawProps = {
  /** As it was when the dialog was opened: nothing changes under the finger. */
  readonly holding: Holding
  /** The same as it is now; `undefined` once it is gone. */
  readonly now: Holding | undefined
  readonly deed: Deed
  readonly tokens: readonly Token[]
  readonly onConfirmed: (orderId: string) => void
  readonly onClose: () => void
}

type Percent = '25' | '50' | '75' | '100'

/** Half a percent: enough for a price that goes on, little enough for one that is pushed. */
const toleranceBps = 50

/** Taking out: how much, what comes of it, and the plan that is signed. */
export function Withdraw({ holding, now, deed, tokens, onConfirmed, onClose }: WithdrawProps) {
  const words = useWords(positionsWords)
  const [first, setFirst] = useState(holding)
  const [percent, setPercent] = useState<Percent>('100')
  const intent = useIntent(first, deed === 'collect' ? 0n : BigInt(percent))
  const { examined, trouble, again } = useExamined(intent, tokens)
  return (
    <Dialog
      title={words.review[deed]}
      isOpen
      onClose={onClose}
      size="wide"
      footer={examined && <Deciding deed={deed} examined={examined} onConfirmed={onConfirmed} />}
    >
      <div className="grid gap-5" aria-busy={!examined && !trouble}>
        {deed === 'remove' && (
          <Segmented<Percent>
            label={words.howMuch}
            options={(['25', '50', '75', '100'] as const).map((value) => ({ value, label: `${value}%` }))}
            value={percent}
            onChange={setPercent}
          />
        )}
        {intent && <Summary holding={first} intent={intent} />}
        {deed === 'remove' && now && hasMoved(first, now) && (
          <Notice isLive action={<Button onClick={() => setFirst(now)}>{words.anew}</Button>}>
            {words.moved}
          </Notice>
        )}
        {trouble !== undefined && (
          <Notice kind="warn" isLive title={words.unprepared} action={<Button onClick={again}>{words.again}</Button>}>
            {trouble}
          </Notice>
        )}
        {!examined && trouble === undefined && <Preparing note={words.preparing} />}
        {examined && <ExaminedParts examined={examined} tokens={tokens} />}
      </div>
    </Dialog>
  )
}

function Summary({ holding: { pool, unclaimed, ...range }, intent }: { holding: Holding; intent: WithdrawIntent }) {
  const words = useWords(positionsWords)
  const { sqrtPriceX96 } = pool
  const out = amountsForLiquidity({ ...range, sqrtPriceX96, liquidity: intent.liquidity, round: 'down' })
  const list = (amounts: typeof out) =>
    amountsOf(pool, amounts).map(({ token, units }) => (
      <span key={token.id} className="block">
        {exactText(token, units)}
      </span>
    ))
  return (
    <Rows>
      {intent.liquidity > 0n && (
        <>
          <Row term={words.out}>{list(out)}</Row>
          <Row term={words.least} hint={words.leastNote(percentText(toleranceBps))}>
            {list(intent.minimums)}
          </Row>
        </>
      )}
      {unclaimed && <Row term={intent.liquidity > 0n ? words.feesToo : words.unclaimed}>{list(unclaimed)}</Row>}
    </Rows>
  )
}

type DecidingProps = { deed: Deed; examined: CheckedLiquidity; onConfirmed: (id: string) => void }

function Deciding({ deed, examined, onConfirmed }: DecidingProps) {
  const words = useWords(positionsWords)
  const shared = useWords(reviewWords)
  const open = useOpening(onConfirmed)
  const confirm = () => open(examined.plan)
  return <ReviewFoot verdict={examined.verdict} label={words.confirm[deed]} note={shared.next} onConfirm={confirm} />
}

/** By enough that other minimums would make a difference. */
function hasMoved({ pool }: Holding, now: Holding): boolean {
  const { low, high } = priceBounds(pool.sqrtPriceX96, toleranceBps / 5)
  return now.pool.sqrtPriceX96 < low || now.pool.sqrtPriceX96 > high
}

/** What is asked for, at the price as it was when the dialog opened. */
function useIntent(holding: Holding, percent: bigint): WithdrawIntent | undefined {
  const { deployment } = useServices()
  const { pool, id, tickLower, tickUpper, owner } = holding
  const { token0, token1, feePpm, sqrtPriceX96 } = pool
  const settings = deployment.chains.find(({ chainId }) => chainId === pool.chain.chainId)
  const positionManager = settings?.positionManager ?? pool.positionManager
  const liquidity = (holding.liquidity * percent) / 100n
  const [kept, keep] = useState<{
    readonly holding: Holding
    readonly percent: bigint
    readonly intent: WithdrawIntent
  }>()
  if (positionManager === undefined || id === undefined) return undefined
  if (kept?.percent === percent && kept.holding === holding) return kept.intent
  const intent: WithdrawIntent = {
    kind: 'withdraw',
    pool: { token0, token1, feePpm, positionManager, startTick: undefined },
    position: BigInt(id),
    range: { tickLower, tickUpper },
    liquidity,
    minimums: burnMinimums({ tickLower, tickUpper, sqrtPriceX96, liquidity, toleranceBps }),
    sender: owner,
    recipient: owner,
  }
  keep({ holding, percent, intent })
  return intent
}
