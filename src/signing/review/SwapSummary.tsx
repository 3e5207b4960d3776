import { useAccounts } from '../../components/accounts/useAccounts'
import { NameOf } from '../../components/names/NameNote'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { TokenCautions } from '../../components/tokens/TokenCautions'
import { isSameAddress } from '../../domain/address'
import { toSignificant } from '../../domain/fraction'
import type { Impact } from '../../domain/prices/impact'
import { isDollar, rateOf } from '../../domain/prices/price'
import { figureOf, figureText, percentText } from '../../domain/text/figure'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { Forecast } from '../../guard/forecast'
import { isWrapOnly } from '../../guard/plan'
import { enforcedMinimum } from '../../guard/plan/enforcedMinimum'
import { Address } from '../../ui/Address'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Row, Rows } from '../../ui/Rows'
import { AccountLabel } from './AccountLabel'
import { Money } from './Money'
import { reviewMessages } from './messages'

export type SwapSummaryProps = {
  checked: CheckedPlan
  /** Price impact; unknown when a token has no price. */
  impact: Impact
  /** The maximum network cost of all steps, formatted; `undefined` if it could not be estimated. */
  cost: string | undefined
}

/**
 * The terms of a swap: two amounts, the rate within a network, the minimum, the price impact and the network cost; accounts
 * where there is a choice.
 */
export function SwapSummary({ checked: { plan, decodedMinimum, arrival, forecast }, impact, cost }: SwapSummaryProps) {
  const messages = useMessages(reviewMessages)
  const { sell, buy, sender, recipient, slippageBps } = plan.intent
  const enforced = enforcedMinimum(plan)
  const known = enforced ?? decodedMinimum
  const minimum = known === undefined ? plan.quote.minimumReceived : { token: buy, units: known }
  // A reverting simulation yields no estimate; the verdict reports the revert.
  const simulated = isReverting(forecast) ? undefined : arrival
  const expected = simulated === undefined ? plan.quote.expectedOut : { token: buy, units: simulated }
  const receives = expected
    ? simulated === undefined
      ? messages.expected
      : messages.expectedSimulated
    : messages.atLeast
  const main = expected ?? minimum
  const accounts = useAccounts()
  const rate = main && rateOf(sell, main)
  const isPayer = isSameAddress(sender, recipient)
  const isWrap = isWrapOnly(plan)
  const isCrossing = sell.token.chain.chainId !== buy.chain.chainId
  const isOwn =
    isPayer || accounts.some(({ kind, address }) => kind === buy.chain.kind && isSameAddress(address, recipient))
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 rounded-control border border-line bg-well p-4">
        <Money label={messages.pay} amount={sell} rounding="up" />
        <Icon name="down" className="ms-2.5 size-5 text-quiet" />
        {main ? <Money label={receives} amount={main} /> : <span>{messages.minimumUnknown}</span>}
      </div>
      <TokenCautions tokens={[sell.token, buy]} />
      <Rows>
        {rate && !isWrap && !isCrossing && (
          <Row term={messages.rate}>
            {messages.rateOf(
              rate.base.symbol,
              figureText(figureOf(toSignificant(rate.value, 6, 'down'), { hasCents: isDollar(rate.quote) })),
              rate.quote.symbol,
            )}
          </Row>
        )}
        <Row
          term={
            <>
              {messages.atLeast}{' '}
              {!isWrap && <span className="whitespace-nowrap">({messages.atSlippage(percentText(slippageBps))})</span>}
            </>
          }
        >
          {minimum ? (
            <strong>
              <TokenAmount amount={minimum} />
            </strong>
          ) : (
            messages.minimumUnknown
          )}
        </Row>
        {isWrap ? <Row term={messages.rate}>{messages.oneToOne}</Row> : <ImpactRow impact={impact} />}
        <Row term={messages.networkCost}>{cost ?? messages.costUnknown}</Row>
        {/* Where there is one account of this kind it pays, and is in the header. */}
        {accounts.filter(({ kind }) => kind === sell.token.chain.kind).length !== 1 && (
          <Row term={messages.payer}>
            <AccountLabel address={sender} />
          </Row>
        )}
        {!isPayer && (
          <Row term={isOwn ? messages.yourAccount : messages.recipient} tone={isOwn ? 'plain' : 'warn'}>
            {isOwn ? (
              <Address value={recipient} />
            ) : (
              <>
                <code className="font-mono">{recipient}</code> <NameOf address={recipient} />
              </>
            )}
          </Row>
        )}
      </Rows>
    </div>
  )
}

function isReverting(forecast: Forecast): boolean {
  return forecast.is === 'simulated' && forecast.outcomes.some(({ is }) => is === 'reverted')
}

function ImpactRow({ impact }: { impact: Impact }) {
  const messages = useMessages(reviewMessages)
  if (impact.is === 'unknown')
    return (
      <Row term={messages.impact} tone="warn">
        {messages.impactUnknown}
      </Row>
    )
  const { bps, level } = impact
  const tone = level === 'none' || level === 'mild' ? 'plain' : level === 'high' ? 'warn' : 'block'
  return (
    <Row term={messages.impact} tone={tone}>
      {percentText(-bps)}
    </Row>
  )
}
