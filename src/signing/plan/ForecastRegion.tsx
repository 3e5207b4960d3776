import { reasonText } from '../../components/reasons/reasonText'
import { useServices } from '../../components/services'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { isSameAddress } from '../../domain/address'
import { exactWithSymbol } from '../../domain/text/figure'
import type { Checked } from '../../guard/check/checkedPlan'
import type { BalanceChange, Forecast } from '../../guard/forecast'
import { destinationChainOf, sourceChainOf } from '../../guard/intent'
import { type AnyPlan, isEvmStep, isLiquidity, type Step } from '../../guard/plan'
import { isGreen, type Verdict } from '../../guard/verdict'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details, Row, Rows } from '../../ui/Rows'
import { type ReviewMessages, reviewMessages } from '../review/messages'
import type { Names } from './names'

type ForecastRegionProps = {
  checked: Pick<Checked, 'plan' | 'forecast' | 'verdict'>
  names: Names
  /** The network cost of all steps, formatted; `undefined` if unknown. */
  cost: string | undefined
  isOpen?: boolean
}

/**
 * The simulated balance changes, and the place of the money after each step. Behind one line where it was simulated: a
 * check names what is unexpected in it.
 */
export function ForecastRegion({ checked, names, cost, isOpen = false }: ForecastRegionProps) {
  const messages = useMessages(reviewMessages)
  const { plan, forecast, verdict } = checked
  const isSimulated = forecast.is === 'simulated'
  const content = (
    <>
      {isSimulated ? (
        <Changes plan={plan} forecast={forecast} names={names} cost={cost} />
      ) : (
        <Notice kind="warn" title={messages.notSimulated}>
          {reasonText(forecast.why)}
        </Notice>
      )}
      <FundsByStep plan={plan} verdict={verdict} names={names} />
    </>
  )
  return (
    <section aria-label={messages.forecast} className="grid gap-2">
      {isSimulated && !isOpen && (isLiquidity(plan) || forecast.leftovers.length === 0) ? (
        <Details summary={messages.forecast} isPlain>
          <div className="grid gap-3">{content}</div>
        </Details>
      ) : (
        <>
          <h3 className="text-body">{messages.forecast}</h3>
          {content}
        </>
      )}
    </section>
  )
}

type ChangesProps = {
  plan: AnyPlan
  forecast: Extract<Forecast, { is: 'simulated' }>
  names: Names
  cost: string | undefined
}

function Changes({ plan, forecast, names, cost }: ChangesProps) {
  const messages = useMessages(reviewMessages)
  return (
    <Rows>
      {leavingFirst(forecast.changes).map((change) => (
        <Row key={`${change.account} ${change.chainId} ${change.token}`} term={whose(change, plan, messages)}>
          <span className={change.delta > 0n ? 'font-medium text-up' : ''}>
            <Change change={change} names={names} />
          </span>
        </Row>
      ))}
      {cost && <Row term={messages.cost}>−{cost}</Row>}
      {forecast.leftovers.length === 0 ? (
        <Row term={messages.leftovers}>{messages.noLeftovers}</Row>
      ) : (
        forecast.leftovers.map(({ chainId, token, spender, amount }) => (
          <Row key={`${token} ${spender}`} term={messages.leftovers} tone="warn">
            {messages.leftover(names.who(chainId, spender), names.amount(chainId, token, amount))}
          </Row>
        ))
      )}
    </Rows>
  )
}

function whose({ account, delta }: BalanceChange, { intent }: AnyPlan, messages: ReviewMessages): string {
  const isMine = isSameAddress(account, intent.sender)
  if (delta < 0n) return isMine ? messages.leavesYou : messages.leavesRecipient
  return isMine ? messages.reachesYou : messages.reachesRecipient
}

function leavingFirst(changes: readonly BalanceChange[]): readonly BalanceChange[] {
  return changes.toSorted((a, b) => Number(a.delta > 0n) - Number(b.delta > 0n))
}

/**
 * The outflow is rounded up, the inflow down, like the sums above; amounts of an unlisted token have all their digits.
 */
function Change({ change: { chainId, token, delta }, names }: { change: BalanceChange; names: Names }) {
  const listed = names.listed(chainId, token)
  const units = delta < 0n ? -delta : delta
  return (
    <>
      {delta < 0n ? '−' : '+'}
      {listed ? (
        <TokenAmount amount={{ token: listed, units }} rounding={delta < 0n ? 'up' : 'down'} />
      ) : (
        names.amount(chainId, token, units)
      )}
    </>
  )
}

/** The place of the money after each step, and the loss if the next one fails. */
function FundsByStep({ plan, verdict, names }: { plan: AnyPlan; verdict: Verdict; names: Names }) {
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
  { atRisk, atStop }: ReviewMessages,
): string {
  const holdsAnother = verdict.findings.some(({ code, kind }) => code === 'V-056' && kind.startsWith('held'))
  return assertion || (isGreen(verdict) && !holdsAnother) ? atRisk : atStop
}

/** Whether a swap against a pool is visible in the mempool and can be front-run. */
function isTradedInPublic({ intent, steps }: AnyPlan): boolean {
  if (sourceChainOf(intent).chainId !== destinationChainOf(intent).chainId) return false
  return steps.filter(isEvmStep).some(({ purpose }) => purpose.does === 'swap')
}

function afterStep({ purpose: { does } }: Step, { intent }: AnyPlan, names: Names, messages: ReviewMessages): string {
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
