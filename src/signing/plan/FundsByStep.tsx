import { useServices } from '../../components/services'
import { exactWithSymbol } from '../../domain/text/figure'
import { destinationChainOf, sourceChainOf } from '../../guard/intent'
import { type AnyPlan, isEvmStep, type Step } from '../../guard/plan'
import { isGreen, type Verdict } from '../../guard/verdict'
import { useMessages } from '../../ui/messages'
import { reviewMessages } from '../review/messages'
import type { Names } from './names'

/** The place of the money after each step, and the loss if the next one fails. */
export function FundsByStep({ plan, verdict, names }: { plan: AnyPlan; verdict: Verdict; names: Names }) {
  const messages = useMessages(reviewMessages)
  const { chains } = useServices().deployment
  const home = chains.find(({ chainId }) => chainId === sourceChainOf(plan.intent).chainId)
  return (
    <div className="grid gap-2 text-fine">
      <ol className="grid list-decimal gap-1 ps-5">
        {plan.steps.map((step) => (
          <li key={step.index}>{afterStep(step, plan, names, messages)}</li>
        ))}
      </ol>
      <p className="text-quiet">{stopText(plan, verdict, messages)}</p>
      {isTradedInPublic(plan) && (
        <p className="text-quiet">
          {messages.visible} {home?.privateRpcUrl !== undefined && messages.privateNode(home.name)}
        </p>
      )}
    </div>
  )
}

/** A failing step costs only its fee where everyone in the plan is known, and nothing else is held between two transactions. */
export function stopText(
  { assertion }: Pick<AnyPlan, 'assertion'>,
  verdict: Verdict,
  { atRisk, atStop }: Messages,
): string {
  const holdsAnother = verdict.findings.some(({ code, kind }) => code === 'V-056' && kind.startsWith('held'))
  return assertion || (isGreen(verdict) && !holdsAnother) ? atRisk : atStop
}

/** Whether a swap against a pool is visible in the mempool and can be front-run. */
function isTradedInPublic({ intent, steps }: AnyPlan): boolean {
  if (sourceChainOf(intent).chainId !== destinationChainOf(intent).chainId) return false
  return steps.filter(isEvmStep).some(({ purpose }) => purpose.does === 'swap')
}

type Messages = (typeof reviewMessages)['english']

function afterStep({ purpose: { does } }: Step, { intent }: AnyPlan, names: Names, messages: Messages): string {
  const { liquidity } = messages.after
  if (intent.kind === 'withdraw') return liquidity.withdraw
  if (intent.kind !== 'swap')
    return does === 'approve' || does === 'reset' || does === 'deposit'
      ? liquidity[does === 'deposit' ? intent.kind : does]
      : messages.after.opaque
  const sold = exactWithSymbol(intent.sell)
  switch (does) {
    case 'approve':
      return messages.after.approve(sold)
    case 'reset':
      return messages.after.reset(sold)
    case 'wrap':
    case 'unwrap':
      return messages.after[does]
    case 'swap':
      return intent.sell.token.chain.chainId === intent.buy.chain.chainId
        ? messages.after.swap(intent.buy.symbol, names.who(intent.buy.chain.chainId, intent.recipient))
        : messages.after.bridge(sold, intent.buy.symbol, intent.buy.chain.name)
    case 'deposit':
    case 'reclaim':
    case 'opaque':
      return messages.after.opaque
  }
}
