import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { liquidityReviewMessages } from '../review/liquidity.messages'
import { PlanSkeleton } from '../review/PlanSkeleton'
import { CheckedPlanView } from './CheckedPlanView'

type PreparedPlanProps = {
  readonly what: 'deposit' | 'withdrawal'
  readonly checked: CheckedLiquidity | undefined
  /** Why the last attempt to prepare or renew the plan failed. */
  readonly problem: string | undefined
  readonly onAgain: () => void
  readonly tokens: readonly Token[]
}

/** A plan that the app builds itself (`useCheckedPlan`): on its way, failed with a way to try again, or checked. */
export function PreparedPlan({ what, checked, problem, onAgain, tokens }: PreparedPlanProps) {
  const messages = useMessages(liquidityReviewMessages)
  return (
    <>
      {problem !== undefined && (
        <Notice
          kind="warn"
          isLive
          title={messages.unprepared[what]}
          action={<Button onClick={onAgain}>{messages.again}</Button>}
        >
          {problem}
        </Notice>
      )}
      {!checked && problem === undefined && <PlanSkeleton note={messages.preparing[what]} />}
      {checked && <CheckedPlanView checked={checked} tokens={tokens} />}
    </>
  )
}
