import { destinationChainOf, sourceChainOf } from '../../../guard/intent'
import type { AnyPlan } from '../../../guard/plan'
import type { JudgedBounds, JudgedChange } from '../../../preparation/judge/judgement'
import type { Names } from '../../../signing/plan/names'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { boundsMessages } from './messages'

export type PlanBoundsProps = {
  readonly plan: Pick<AnyPlan, 'intent'>
  /** The same figures as `npm run judge` prints. */
  readonly bounds: JudgedBounds
  readonly names: Names
}

/** The maximum outflow and the minimum inflow of a plan, as exact amounts. */
export function PlanBounds({ plan: { intent }, bounds, names }: PlanBoundsProps) {
  const messages = useMessages(boundsMessages)
  const { pays, promised, arrives, networkFee, changes, allowances } = bounds
  const bought = intent.kind === 'swap' && (intent.buy.isNative ? 'native' : intent.buy.address)
  // A withdrawal pays nothing, and its simulated payout is not stored with it.
  const isEmpty = [...pays, promised, arrives, networkFee, changes, allowances].every((bound) => bound === undefined)
  const outcome = (units: string) => bought && names.amount(destinationChainOf(intent).chainId, bought, BigInt(units))
  if (isEmpty) return null
  return (
    // No landmark: a replay shows the bounds of many orders.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={messages.title} className="grid gap-2">
      <h3 className="text-body">{messages.title}</h3>
      <Rows isFine>
        {pays.length > 0 && <Row term={messages.pays}>{pays.map(amountIn(names)).join(', ')}</Row>}
        {promised !== undefined && <Row term={messages.promised}>{outcome(promised)}</Row>}
        {arrives !== undefined && <Row term={messages.arrives}>{outcome(arrives)}</Row>}
        {networkFee !== undefined && (
          <Row term={messages.networkFee}>
            {names.amount(sourceChainOf(intent).chainId, 'native', BigInt(networkFee))}
          </Row>
        )}
        {changes && (
          <Row term={messages.changes}>
            <Lines
              lines={changes.map((each) =>
                messages.change(names.who(each.chainId, each.account), signed(each, amountIn(names))),
              )}
            />
          </Row>
        )}
        {allowances && (
          <Row term={messages.allowances}>
            <Lines
              lines={allowances.map((each) =>
                messages.allowance(names.who(each.chainId, each.account), amountIn(names)(each)),
              )}
            />
          </Row>
        )}
      </Rows>
    </div>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  const messages = useMessages(boundsMessages)
  if (lines.length === 0) return messages.none
  return lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

type Held = Pick<JudgedChange, 'chainId' | 'token' | 'units'>

function amountIn({ amount }: Names): (held: Held) => string {
  return ({ chainId, token, units }) => amount(chainId, token, BigInt(units))
}

function signed({ units, ...rest }: Held, text: (held: Held) => string): string {
  const isLoss = units.startsWith('-')
  return `${isLoss ? '−' : '+'}${text({ ...rest, units: isLoss ? units.slice(1) : units })}`
}
