import { useServices } from '../../components/services'
import { imageOf } from '../../components/tokens/image'
import { type Amount, formatAmount } from '../../domain/amount'
import { dollarText, percentText } from '../../domain/figure'
import { worthOf } from '../../domain/price'
import type { CheckedPlan } from '../../guard/check/checkPlan'
import { Figure } from '../../ui/Figure'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import { TokenMark } from '../../ui/TokenMark'
import { reviewMessages } from './messages'

/** What is agreed to: what leaves, the least that arrives, where, and within which tolerance. */
export function SwapSummary({ examined: { plan, promised, arrival } }: { examined: CheckedPlan }) {
  const messages = useMessages(reviewMessages)
  const { sell, buy, sender, recipient, slippageBps } = plan.intent
  const minimum = promised === undefined ? plan.quote.minimumOut : { token: buy, units: promised }
  const expected = arrival === undefined ? plan.quote.expectedOut : { token: buy, units: arrival }
  return (
    <div className="grid gap-3">
      <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
        <Money label={messages.pay} amount={sell} />
        <Icon name="down" className="mx-auto size-5 text-quiet sm:-rotate-90 sm:rtl:rotate-90" />
        {minimum ? <Money label={messages.atLeast} amount={minimum} /> : <span>{messages.minimumUnknown}</span>}
      </div>
      <Rows>
        {expected && (
          <Row term={arrival === undefined ? messages.expected : messages.expectedSimulated}>
            <Figure value={formatAmount(expected)} unit={buy.symbol} />
          </Row>
        )}
        <Row term={messages.slippage}>{percentText(slippageBps)}</Row>
        <Row term={messages.recipient} tone={sameText(sender, recipient) ? 'plain' : 'warn'}>
          {sameText(sender, recipient) ? messages.yourself : <code className="font-mono">{recipient}</code>}
        </Row>
      </Rows>
    </div>
  )
}

function Money({ label, amount }: { label: string; amount: Amount }) {
  const { deployment } = useServices()
  const { token } = amount
  const worth = worthOf(amount)
  return (
    <div className="flex items-center gap-3 rounded-control bg-well p-3">
      <TokenMark symbol={token.symbol} address={token.address} src={imageOf(deployment, token)} chain={token.chain} />
      <div className="grid min-w-0">
        <span className="text-fine text-quiet">{label}</span>
        <strong className="text-lead wrap-anywhere">
          <Figure value={formatAmount(amount)} unit={token.symbol} />
        </strong>
        <span className="text-fine text-quiet">
          {token.chain.name}
          {worth && ` · ${dollarText(worth)}`}
        </span>
      </div>
    </div>
  )
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
