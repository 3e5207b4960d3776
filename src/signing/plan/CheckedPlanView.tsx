import { useServices } from '../../components/services'
import { addressKey } from '../../domain/address'
import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { LiquidityPlan } from '../../guard/rules/input/liquidityRuleInput'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { useMessages } from '../../ui/messages'
import { liquidityReviewMessages } from '../review/liquidity.messages'
import { reviewMessages } from '../review/messages'
import { costText } from '../review/swapFigures'
import { VerdictAndChecks } from './Checks'
import { ForecastRegion } from './ForecastRegion'
import { stopText } from './FundsByStep'
import { type Names, namesIn } from './names'
import { SignTable } from './SignTable'
import { signRowsOf } from './signRow'

/** The verdict, the transactions to sign, the forecast, all checks, and where the money is after each step. */
export function CheckedPlanView({ checked, tokens }: { checked: CheckedLiquidity; tokens: readonly Token[] }) {
  const messages = useMessages(reviewMessages)
  const { deployment } = useServices()
  const { plan, verdict, forecast } = checked
  const names = namesOf(plan, tokens, deployment.chains, messages, useMessages(liquidityReviewMessages))
  return (
    <VerdictAndChecks verdict={verdict} plan={plan}>
      <section className="grid gap-2">
        <SignTable rows={signRowsOf(plan, verdict, deployment.chains)} names={names} />
        {plan.assertion && <p className="text-fine text-quiet">{messages.together}</p>}
      </section>
      <ForecastRegion
        isFolded
        plan={plan}
        forecast={forecast}
        names={names}
        cost={liquidityCostText(checked, tokens, names)}
      >
        <AfterEachStep checked={checked} />
      </ForecastRegion>
    </VerdictAndChecks>
  )
}

function AfterEachStep({ checked: { plan, verdict } }: { checked: CheckedLiquidity }) {
  const messages = useMessages(liquidityReviewMessages)
  const shared = useMessages(reviewMessages)
  return (
    <div>
      <ol className="grid list-decimal gap-1 ps-5 text-fine">
        {plan.steps.map(({ purpose: { does }, index }) => (
          <li key={index}>
            {plan.intent.kind === 'withdraw'
              ? messages.after.withdraw
              : does === 'approve' || does === 'reset' || does === 'deposit'
                ? messages.after[does === 'deposit' ? plan.intent.kind : does]
                : shared.after.opaque}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-fine text-quiet">{stopText(plan, verdict, shared)}</p>
    </div>
  )
}

/** The names of a review, plus those of liquidity: the position manager and the position. */
function namesOf(
  plan: LiquidityPlan,
  tokens: readonly Token[],
  chains: readonly DeploymentChain[],
  messages: (typeof reviewMessages)['english'],
  own: (typeof liquidityReviewMessages)['english'],
): Names {
  const names = namesIn(plan, tokens, chains, messages)
  const isManager = (address: string) => addressKey(address) === addressKey(plan.intent.pool.positionManager)
  return {
    ...names,
    amount: (chainId, token, units) =>
      isManager(token) && typeof units === 'bigint' ? own.positions(units) : names.amount(chainId, token, units),
    listed: (chainId, token) => (isManager(token) ? undefined : names.listed(chainId, token)),
    who: (chainId, address) => (isManager(address) ? own.manager : names.who(chainId, address)),
  }
}

function liquidityCostText(
  { cost, plan }: CheckedLiquidity,
  tokens: readonly Token[],
  names: Names,
): string | undefined {
  const { chainId } = plan.intent.pool.token0.chain
  const coin = tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
  return cost && costText(cost.fee, names.token(chainId, 'native'), coin)
}
