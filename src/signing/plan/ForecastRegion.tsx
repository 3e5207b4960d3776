import type { ReactNode } from 'react'
import { reasonText } from '../../components/reasons/reasonText'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { isSameAddress } from '../../domain/address'
import type { BalanceChange, Forecast } from '../../guard/forecast'
import type { Intent } from '../../guard/intent'
import type { Plan } from '../../guard/plan'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Details, Row, Rows } from '../../ui/Rows'
import { reviewMessages } from '../review/messages'
import type { Names } from './names'

type ForecastRegionProps = {
  plan: Plan<Intent>
  forecast: Forecast
  names: Names
  /** The network cost of all steps, formatted; `undefined` if unknown. */
  cost: string | undefined
  /** Where the money is after each step. */
  children?: ReactNode
  /** Behind one line where it was simulated: a check names what is unexpected in it. */
  isFolded?: boolean
}

/** The simulated balance changes. */
export function ForecastRegion({ children, isFolded = false, ...shown }: ForecastRegionProps) {
  const messages = useMessages(reviewMessages)
  const { forecast } = shown
  const content =
    forecast.is === 'simulated' ? (
      <Changes {...shown} forecast={forecast} />
    ) : (
      <Notice kind="warn" title={messages.notSimulated}>
        {reasonText(forecast.why)}
      </Notice>
    )
  return (
    <section aria-label={messages.forecast} className="grid gap-2">
      {isFolded && forecast.is === 'simulated' ? (
        <Details summary={messages.forecast} isPlain>
          <div className="grid gap-3">
            {content}
            {children}
          </div>
        </Details>
      ) : (
        <>
          <h3 className="text-body">{messages.forecast}</h3>
          {content}
          {children}
        </>
      )}
    </section>
  )
}

function Changes({
  plan,
  forecast,
  names,
  cost,
}: Omit<ForecastRegionProps, 'isFolded' | 'children'> & { forecast: Simulated }) {
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

type Simulated = Extract<Forecast, { is: 'simulated' }>
type Messages = (typeof reviewMessages)['english']

function whose({ account, delta }: BalanceChange, { intent }: Plan<Intent>, messages: Messages): string {
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
