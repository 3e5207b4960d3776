import { destinationChainOf, sourceChainOf } from '../../../guard/intent'
import type { AnyPlan } from '../../../guard/plan'
import type { JudgedBounds, JudgedChange } from '../../../preparation/judge/judgement'
import type { Names } from '../../../signing/plan/names'
import { Row, Rows } from '../../../ui/Rows'
import { boundsMessages as messages } from './messages'

export type PlanBoundsProps = {
  readonly plan: Pick<AnyPlan, 'intent'>
  /** The same figures as `npm run judge` prints. */
  readonly bounds: JudgedBounds
  readonly names: Names
}

type Held = Pick<JudgedChange, 'chainId' | 'token' | 'units'>

/** The maximum outflow and the minimum inflow of a plan, as exact amounts. */
export function PlanBounds({ plan: { intent }, bounds, names }: PlanBoundsProps) {
  const { pays, promised, arrives, networkFee, changes, allowances } = bounds
  const bought = intent.kind === 'swap' && (intent.buy.isNative ? 'native' : intent.buy.address)
  // A withdrawal pays nothing, and its simulated payout is not stored with it.
  const isEmpty = [...pays, promised, arrives, networkFee, changes, allowances].every((bound) => bound === undefined)
  const outcome = (units: string) => bought && names.amount(destinationChainOf(intent).chainId, bought, BigInt(units))
  const amount = ({ chainId, token, units }: Held) => names.amount(chainId, token, BigInt(units))
  const signed = ({ units, ...held }: Held) =>
    (units.startsWith('-') ? '−' : '+') + amount({ ...held, units: units.replace(/^-/, '') })
  if (isEmpty) return null
  return (
    // No landmark: a replay shows the bounds of many orders.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={messages.title} className="grid gap-2">
      <h3 className="text-body">{messages.title}</h3>
      <Rows isFine>
        {pays.length > 0 && <Row term={messages.pays}>{pays.map(amount).join(', ')}</Row>}
        {promised !== undefined && <Row term={messages.promised}>{outcome(promised)}</Row>}
        {arrives !== undefined && <Row term={messages.arrives}>{outcome(arrives)}</Row>}
        {networkFee !== undefined && (
          <Row term={messages.networkFee}>
            {names.amount(sourceChainOf(intent).chainId, 'native', BigInt(networkFee))}
          </Row>
        )}
        {changes && (
          <Row term={messages.changes}>
            {inLines(changes.map((each) => messages.change(names.who(each.chainId, each.account), signed(each))))}
          </Row>
        )}
        {allowances && (
          <Row term={messages.allowances}>
            {inLines(allowances.map((each) => messages.allowance(names.who(each.chainId, each.account), amount(each))))}
          </Row>
        )}
      </Rows>
    </div>
  )
}

function inLines(lines: readonly string[]) {
  return <span className="whitespace-pre-line">{lines.join('\n') || messages.none}</span>
}
