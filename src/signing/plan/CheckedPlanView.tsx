import { useServices } from '../../components/services'
import type { Token } from '../../domain/token'
import { type Checked, isCheckedSwap } from '../../guard/check/checkedPlan'
import { useMessages } from '../../ui/messages'
import { reviewMessages } from '../review/messages'
import { costText, impactIn } from '../review/swapFigures'
import { VerdictAndChecks } from './Checks'
import { ForecastRegion } from './ForecastRegion'
import { FundsByStep } from './FundsByStep'
import { useNames } from './names'
import { SignTable } from './SignTable'
import { signRowsOf } from './signRow'

type CheckedPlanViewProps = {
  readonly checked: Checked
  readonly tokens: readonly Token[]
  /** Shows what every step does, and the forecast, without a press. */
  readonly isOpen?: boolean
}

/** The verdict, the transactions to sign, the forecast, all checks, and where the money is after each step. */
export function CheckedPlanView({ checked, tokens, isOpen = false }: CheckedPlanViewProps) {
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const { plan, verdict, forecast } = checked
  const names = useNames(plan, tokens)
  const impact = isCheckedSwap(checked) ? impactIn(checked) : undefined
  const isCostly = impact?.is === 'known' && impact.level !== 'none' && impact.level !== 'mild'
  const hasLeftovers = forecast.is === 'simulated' && forecast.leftovers.length > 0
  return (
    <VerdictAndChecks verdict={verdict} plan={plan} lossBps={isCostly ? impact.bps : undefined}>
      <section className="grid gap-2">
        <SignTable rows={signRowsOf(plan, verdict, deployment.chains, checked.solana)} names={names} isOpen={isOpen} />
        {plan.assertion && <p className="text-fine text-quiet">{messages.together}</p>}
      </section>
      <ForecastRegion
        isFolded={!isOpen && !(isCheckedSwap(checked) && hasLeftovers)}
        plan={plan}
        forecast={forecast}
        names={names}
        cost={costText(checked, tokens, names)}
      >
        <FundsByStep plan={plan} verdict={verdict} names={names} />
      </ForecastRegion>
    </VerdictAndChecks>
  )
}
