import { exactText } from '../../../components/positions/figures'
import { useServices } from '../../../components/services'
import { takenAt } from '../../../domain/liquidity/deposit'
import { percentText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import type { CheckedLiquidity } from '../../../guard/check/checkedPlan'
import { liquidityBounds } from '../../../preparation/judge/bounds'
import type { UnmanagedDeposit } from '../../../preparation/judge/judgeDeposit'
import { CheckedPlanView } from '../../../signing/plan/CheckedPlanView'
import { Findings } from '../../../signing/plan/Findings'
import { namesIn } from '../../../signing/plan/names'
import { reviewMessages } from '../../../signing/review/messages'
import { Address } from '../../../ui/Address'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import { PlanBounds } from '../bounds/PlanBounds'
import { dryRunMessages } from './messages'
import type { TriedLiquidity } from './pastedLiquidity'

type OutcomeProps = { readonly tried: TriedLiquidity; readonly tokens: readonly Token[] }

/** The transactions of a deposit or a withdrawal; or the request, if there is nothing to sign. */
export function LiquidityOutcome({ tried, tokens }: OutcomeProps) {
  const messages = useMessages(dryRunMessages)
  if (tried.is === 'refused')
    return (
      <Notice kind="block" isLive title={messages.noPlan}>
        <Findings findings={tried.findings} />
      </Notice>
    )
  const { assumedToleranceBps } = tried
  return (
    <Card title={tried.is === 'checked' ? messages.result : messages.requested}>
      <div className="grid gap-5">
        {tried.is === 'checked' && assumedToleranceBps !== undefined && (
          <p className="text-fine text-quiet">{messages.assumed(percentText(assumedToleranceBps))}</p>
        )}
        {tried.is === 'checked' ? (
          <>
            <CheckedPlanView checked={tried.checked} tokens={tokens} />
            <Bounds checked={tried.checked} tokens={tokens} />
          </>
        ) : (
          <Requested intent={tried.intent} />
        )}
      </div>
    </Card>
  )
}

function Bounds({ checked, tokens }: { checked: CheckedLiquidity; tokens: readonly Token[] }) {
  const review = useMessages(reviewMessages)
  const { deployment } = useServices()
  const names = namesIn(checked.plan, tokens, deployment.chains, review)
  return <PlanBounds plan={checked.plan} bounds={liquidityBounds(checked)} names={names} />
}

/** A deposit that the service makes itself. The tolerance does not reach it, so it is not shown. */
function Requested({ intent }: { readonly intent: UnmanagedDeposit }) {
  const messages = useMessages(dryRunMessages)
  const { pay, range, sqrtPriceX96, recipient } = intent
  const [one, other] = pay
  const taken = takenAt({ ...range, sqrtPriceX96, amount0: one.units, amount1: other.units })
  const listed = (units: readonly [bigint, bigint]) =>
    [exactText(one.token, units[0]), exactText(other.token, units[1])].join(' · ')
  return (
    <>
      <Notice isLive>{messages.nothingToSign}</Notice>
      <Rows>
        <Row term={messages.deposits}>{listed([one.units, other.units])}</Row>
        <Row term={messages.taken}>{listed([taken.amount0, taken.amount1])}</Row>
        <Row term={messages.range}>{messages.ticks(range.tickLower, range.tickUpper)}</Row>
        <Row term={messages.owner}>
          <Address value={recipient} />
        </Row>
      </Rows>
    </>
  )
}
