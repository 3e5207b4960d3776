import { Fragment, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { type HelpTerm, termMessages } from '../../../components/help/term.messages'
import { useServices } from '../../../components/services'
import { TokenAmount } from '../../../components/tokens/TokenAmount'
import { chainKinds } from '../../../domain/chainKinds'
import { toSignificant } from '../../../domain/fraction'
import { type Impact, tooGoodBps } from '../../../domain/prices/impact'
import { isDollar } from '../../../domain/prices/price'
import { invertRate, type Rate } from '../../../domain/prices/rate'
import { dollarText, percentText } from '../../../domain/text/figure'
import { hasLink } from '../../../domain/text/label'
import type { Token } from '../../../domain/token'
import { Figure } from '../../../ui/Figure'
import { Help } from '../../../ui/Help'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { quoteMessages } from './messages'
import { dearCostBps, type QuoteView } from './quoteView'
import { isWrappedPair } from './useSlippage'

/** Decoding calldata takes code that only an opened quote needs. */
const RouteDetails = lazy(() => import('./RouteDetails').then(({ RouteDetails }) => ({ default: RouteDetails })))
const CostAndTime = lazy(() => import('./RouteDetails').then(({ CostAndTime }) => ({ default: CostAndTime })))

export type QuotePanelProps = {
  offer: QuoteView | undefined
  buy: Token
  isEstimate: boolean
  slippageBps: number
}

/**
 * The result of the swap, worst case first, in two lines whose height stays fixed while figures load. The details are
 * collapsed, but open by themselves when there is a warning.
 */
export default function QuotePanel({ offer, buy, isEstimate, slippageBps }: QuotePanelProps) {
  const messages = useMessages(quoteMessages)
  const [chosen, setChosen] = useState<boolean>()
  const details = useId()
  const { deployment } = useServices()
  const isWrap = offer !== undefined && isWrappedPair(offer.sell.token, buy, deployment)
  const isOpen = chosen ?? (!isWrap && needsCare(offer, slippageBps, messages.slippageNote(slippageBps)))
  return (
    <>
      <div className="grid gap-1 px-1">
        <Rows>
          <Row term={<Term is="minimum">{isEstimate ? messages.estimateAtLeast : messages.atLeast}</Term>}>
            <Awaited is={!offer} className="h-6 w-28">
              {offer?.minimumReceived ? (
                <strong>
                  <TokenAmount amount={offer.minimumReceived} />
                </strong>
              ) : (
                messages.minimumUnknown
              )}
            </Awaited>
          </Row>
        </Rows>
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 text-fine">
          {offer ? (
            offer.rate ? (
              <RateLine rate={offer.rate} />
            ) : (
              <span>{messages.rateUnknown}</span>
            )
          ) : (
            <Skeleton className="h-5 w-40" />
          )}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => setChosen(!isOpen)}
            className="-mx-1 inline-flex min-h-8 items-center gap-1 rounded-small px-1 text-quiet tabular-nums hover:text-ink"
          >
            <span className="sr-only">{messages.details}</span>
            {offer?.cost && !isOpen && <Costs cost={dollarText(offer.cost)} sell={offer.sell.token} buy={buy} />}
            {(!offer?.cost || isOpen) && <span aria-hidden="true">{messages.details}</span>}
            <Icon name="chevron" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        </div>
        <div id={details} hidden={!isOpen} className="border-t border-line pt-3 pb-1">
          <Rows>
            {offer?.expected && !isWrap && (
              <Row
                term={offer.expectedIs === 'derived' ? messages.expectedDerived : messages.expected}
                hint={offer.contradicts && messages.expectedContradicts[offer.contradicts]}
              >
                <TokenAmount amount={offer.expected} />
              </Row>
            )}
            {!isWrap && <ImpactRow impact={offer?.impact} />}
            {!isWrap && <SlippageRow chosen={slippageBps} offer={offer} />}
            <CostRow offer={offer} />
            <Row term={messages.route}>
              <Awaited is={!offer} className="h-6 w-32">
                {offer && (
                  <Route offer={isWrap ? { ...offer, dex: undefined } : offer} note={isWrap && messages.wraps} />
                )}
              </Awaited>
            </Row>
          </Rows>
          <Suspense>{isOpen && offer && <RouteDetails offer={offer} buy={buy} />}</Suspense>
        </div>
      </div>
      {offer && isEstimate && (
        <p className="px-1 text-fine text-quiet">
          {messages.estimateNote(chainKinds[offer.sell.token.chain.kind].isPaidByHand)}
        </p>
      )}
    </>
  )
}

/** The network cost; for a swap across networks also how long it took before in this browser. */
function Costs({ cost, sell, buy }: { cost: string; sell: Token; buy: Token }) {
  const text = useMessages(quoteMessages).costs(cost)
  if (sell.chain.chainId === buy.chain.chainId) return <span>{text}</span>
  return (
    <span>
      <Suspense fallback={text}>
        <CostAndTime cost={cost} sell={sell} buy={buy} />
      </Suspense>
    </span>
  )
}

/** Details stay open for a bad or unknown price, a high network cost or an unusual tolerance. */
function needsCare(offer: QuoteView | undefined, slippageBps: number, slippageNote: string): boolean {
  if (slippageNote !== '') return true
  if (!offer) return false
  const { impact, costShareBps = 0, contradicts, inForceBps } = offer
  if (impact.is === 'unknown' || costShareBps > dearCostBps || contradicts) return true
  if (isOtherTolerance(inForceBps, slippageBps)) return true
  return (impact.level !== 'none' && impact.level !== 'mild') || impact.bps < -tooGoodBps
}

/** Less than half or more than twice the chosen one. */
function isOtherTolerance(inForceBps: number | undefined, chosen: number): inForceBps is number {
  return inForceBps !== undefined && (2 * inForceBps < chosen || inForceBps > 2 * chosen)
}

/** Warns when the effective tolerance is far from the chosen one. */
function SlippageRow({ chosen, offer }: { chosen: number; offer: QuoteView | undefined }) {
  const messages = useMessages(quoteMessages)
  const { inForceBps } = offer ?? {}
  const note = messages.slippageNote(chosen)
  const hint = isOtherTolerance(inForceBps, chosen)
    ? `${messages.slippageInForce(percentText(inForceBps))} ${note}`.trim()
    : note
  return (
    <Row term={<Term is="slippage">{messages.slippage}</Term>} hint={hint} tone={note ? 'warn' : 'plain'}>
      {percentText(chosen)}
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
      className="-my-0.5 inline-flex min-h-6 items-center gap-1 rounded-small text-end hover:text-action"
    >
      <span dir="ltr">
        1 <bdi translate="no">{base.symbol}</bdi> ={' '}
        <Figure value={toSignificant(value, 6, 'down')} unit={quote.symbol} hasCents={isDollar(quote)} />
      </span>
      <Icon name="swap" className="size-3.5 text-quiet" />
      <span className="sr-only">. {messages.invertRate}</span>
    </button>
  )
}

function ImpactRow({ impact }: { impact: Impact | undefined }) {
  const messages = useMessages(quoteMessages)
  const term = <Term is="impact">{messages.impact}</Term>
  if (impact?.is === 'unknown')
    return (
      <Row term={term} tone="warn" hint={messages.impactUnknownNote(impact.unpriced.map(({ symbol }) => symbol))}>
        {messages.impactUnknown}
      </Row>
    )
  const { bps, level } = impact ?? { bps: 0, level: 'none' }
  const isTooGood = bps < -tooGoodBps
  const tone = level === 'extreme' || level === 'ruinous' ? 'block' : level === 'none' && !isTooGood ? 'plain' : 'warn'
  return (
    <Row term={term} tone={tone} hint={isTooGood ? messages.tooGood : messages.impactLevel[level]}>
      <Awaited is={!impact} className="h-6 w-14">
        {percentText(-bps)}
      </Awaited>
    </Row>
  )
}

function CostRow({ offer }: { offer: QuoteView | undefined }) {
  const messages = useMessages(quoteMessages)
  const isDear = (offer?.costShareBps ?? 0) > dearCostBps
  return (
    <Row
      term={<Term is="cost">{messages.cost}</Term>}
      tone={isDear ? 'warn' : 'plain'}
      hint={isDear && messages.costDear}
    >
      <Awaited is={!offer} className="h-6 w-14">
        {offer?.cost ? dollarText(offer.cost) : messages.costUnknown}
      </Awaited>
    </Row>
  )
}

function Route({ offer: { path, dex }, note }: { offer: QuoteView; note: string | false }) {
  const messages = useMessages(quoteMessages)
  // A name that looks like a URL advertises something (phishing), so the route is hidden.
  const hops = path.filter((hop) => hop.trim() !== '')
  const isShown = hops.length > 0 && hops.length <= 6 && !hops.some(hasLink)
  return (
    <span dir="ltr">
      {!isShown && messages.routeHidden}
      {isShown &&
        hops.map((hop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a route may pass a token twice, and its order is its meaning.
          <Fragment key={index}>
            {index > 0 && ' → '}
            <bdi>{hop}</bdi>
          </Fragment>
        ))}{' '}
      {dex && !hasLink(dex) && <span className="text-quiet">{messages.dex(dex)}</span>}
      {note && <span className="text-quiet">{note}</span>}
    </span>
  )
}

/** Placeholder for a figure that is loading. */
function Awaited({ is, className, children }: { is: boolean; className: string; children: ReactNode }) {
  return is ? <Skeleton className={`ms-auto ${className}`} /> : children
}

/** A term with its explanation. */
function Term({ is, children }: { is: HelpTerm; children: string }) {
  const messages = useMessages(termMessages)
  return (
    <>
      {children}
      <Help label={messages.whatIs(messages.name[is])}>{messages.is[is]}</Help>
    </>
  )
}
