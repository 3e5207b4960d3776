import { type ReactNode, useState } from 'react'
import { formatAmount } from '../../../domain/amount'
import { dollarText, percentText } from '../../../domain/figure'
import { toSignificant } from '../../../domain/fraction'
import { type Impact, tooGoodBps } from '../../../domain/impact'
import { hasLink } from '../../../domain/label'
import { invertRate, type Rate } from '../../../domain/rate'
import type { Token } from '../../../domain/token'
import { Figure } from '../../../ui/Figure'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { quoteMessages } from './messages'
import { dearCostBps, type QuoteView } from './quoteView'

export type QuotePanelProps = {
  offer: QuoteView | undefined
  buy: Token
  isEstimate: boolean
  slippageBps: number
  /** The number of the wire, when it is not the number on the screen. */
  rawSlippage: string
}

/** What the trade brings, worst case first. Its rows keep their size while figures come and go. */
export function QuotePanel({ offer, buy, isEstimate, slippageBps, rawSlippage }: QuotePanelProps) {
  const messages = useMessages(quoteMessages)
  return (
    <>
      <div className="rounded-control border border-line p-3 sm:p-4">
        <Rows>
          <Row term={isEstimate ? messages.estimateAtLeast : messages.atLeast}>
            <Awaited is={!offer} className="h-5 w-28">
              {offer?.minimum ? (
                <strong>
                  <Figure value={formatAmount(offer.minimum)} unit={buy.symbol} />
                </strong>
              ) : (
                messages.minimumUnknown
              )}
            </Awaited>
          </Row>
          {offer?.expected && (
            <Row
              term={offer.expectedIs === 'derived' ? messages.expectedDerived : messages.expected}
              hint={offer.contradicts && messages.expectedContradicts[offer.contradicts]}
            >
              <Figure value={formatAmount(offer.expected)} unit={buy.symbol} />
            </Row>
          )}
          <Row term={messages.rate}>
            <Awaited is={!offer} className="h-5 w-40">
              {offer?.rate ? <RateLine rate={offer.rate} /> : messages.minimumUnknown}
            </Awaited>
          </Row>
          <ImpactRow impact={offer?.impact} />
          <SlippageRow chosen={slippageBps} raw={rawSlippage} offer={offer} />
          <CostRow offer={offer} />
          <Row term={messages.route}>
            <Awaited is={!offer} className="h-5 w-32">
              {offer && <Route offer={offer} />}
            </Awaited>
          </Row>
        </Rows>
      </div>
      {offer && isEstimate && (
        <p className="text-fine text-quiet">{messages.estimateNote(offer.sell.token.chain.kind === 'bitcoin')}</p>
      )}
    </>
  )
}

/** A tolerance in force that is less than half or more than twice the chosen one is said. */
function SlippageRow({ chosen, raw, offer }: { chosen: number; raw: string; offer: QuoteView | undefined }) {
  const messages = useMessages(quoteMessages)
  const { inForceBps } = offer ?? {}
  const isOther = inForceBps !== undefined && (2 * inForceBps < chosen || inForceBps > 2 * chosen)
  const note = messages.slippageNote(chosen)
  const hint = isOther ? `${messages.slippageInForce(percentText(inForceBps))} ${note}`.trim() : note
  return (
    <Row term={messages.slippage} hint={hint} tone={note ? 'warn' : 'plain'}>
      {percentText(chosen)} <span className="text-quiet">({messages.slippageSent(raw)})</span>
    </Row>
  )
}

function RateLine({ rate }: { rate: Rate }) {
  const messages = useMessages(quoteMessages)
  const [isInverted, setInverted] = useState(false)
  const { base, quote, value } = isInverted ? invertRate(rate) : rate
  return (
    <button
      type="button"
      title={messages.invertRate}
      onClick={() => setInverted(!isInverted)}
      className="-my-0.5 inline-flex min-h-6 items-center gap-1.5 rounded-small text-end hover:text-action"
    >
      <span>
        1 <bdi>{base.symbol}</bdi> = <Figure value={toSignificant(value, 6)} unit={quote.symbol} isQuiet />
      </span>
      <Icon name="swap" className="size-3.5 text-quiet" />
      <span className="sr-only">. {messages.invertRate}</span>
    </button>
  )
}

function ImpactRow({ impact }: { impact: Impact | undefined }) {
  const messages = useMessages(quoteMessages)
  if (!impact)
    return (
      <Row term={messages.impact}>
        <Skeleton className="h-5 w-14" />
      </Row>
    )
  if (impact.is === 'unknown')
    return (
      <Row
        term={messages.impact}
        tone="warn"
        hint={messages.impactUnknownNote(impact.unpriced.map(({ symbol }) => symbol))}
      >
        {messages.impactUnknown}
      </Row>
    )
  const { bps, level } = impact
  const isTooGood = bps < -tooGoodBps
  const tone = level === 'extreme' || level === 'ruinous' ? 'block' : level === 'none' && !isTooGood ? 'plain' : 'warn'
  return (
    <Row term={messages.impact} tone={tone} hint={isTooGood ? messages.tooGood : messages.impactLevel[level]}>
      {percentText(-bps)}
    </Row>
  )
}

function CostRow({ offer }: { offer: QuoteView | undefined }) {
  const messages = useMessages(quoteMessages)
  const isDear = (offer?.costShareBps ?? 0) > dearCostBps
  return (
    <Row term={messages.cost} tone={isDear ? 'warn' : 'plain'} hint={isDear && messages.costDear}>
      <Awaited is={!offer} className="h-5 w-14">
        {offer?.cost ? dollarText(offer.cost) : messages.costUnknown}
      </Awaited>
    </Row>
  )
}

function Route({ offer: { path, dex } }: { offer: QuoteView }) {
  const messages = useMessages(quoteMessages)
  // A name that looks like a web address is an invitation, and no stop on the way.
  const isShown = path.length > 0 && path.length <= 6 && !path.some(hasLink)
  const hops = isShown ? path.join(' → ') : messages.routeHidden
  return (
    <bdi>
      {hops} {dex && !hasLink(dex) && <span className="text-quiet">{messages.dex(dex)}</span>}
    </bdi>
  )
}

/** Holds the place of a figure on its way. */
function Awaited({ is, className, children }: { is: boolean; className: string; children: ReactNode }) {
  return is ? <Skeleton className={`ms-auto ${className}`} /> : children
}
