import { useServices } from '../../components/services'
import type { Token } from '../../domain/token'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import { useMessages } from '../../ui/messages'
import { reviewMessages } from '../review/messages'
import { impactIn, swapCostText } from '../review/swapFigures'
import { VerdictAndChecks } from './Checks'
import { ForecastRegion } from './ForecastRegion'
import { FundsByStep } from './FundsByStep'
import { namesIn } from './names'
import { SignTable } from './SignTable'
import { signRowsOf } from './signRow'

/** The verdict, the transactions to sign, the forecast, all checks, and where the money is after each step. */
export function CheckedSwapView({ checked, tokens }: { checked: CheckedPlan; tokens: readonly Token[] }) {
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const { plan, verdict, forecast } = checked
  const names = namesIn(plan, tokens, deployment.chains, messages)
  const impact = impactIn(checked)
  const isCostly = impact.is === 'known' && impact.level !== 'none' && impact.level !== 'mild'
  return (
    <VerdictAndChecks verdict={verdict} plan={plan} lossBps={isCostly ? impact.bps : undefined}>
      <section className="grid gap-2">
        <SignTable rows={signRowsOf(plan, verdict, deployment.chains, checked.solana)} names={names} />
        {plan.assertion && <p className="text-fine text-quiet">{messages.together}</p>}
      </section>
      <ForecastRegion
        isFolded={forecast.is === 'simulated' && forecast.leftovers.length === 0}
        plan={plan}
        forecast={forecast}
        names={names}
        cost={swapCostText(checked, tokens, names)}
      >
        <FundsByStep plan={plan} verdict={verdict} names={names} />
      </ForecastRegion>
    </VerdictAndChecks>
  )
}
