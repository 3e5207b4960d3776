import { type ReactNode, useState } from 'react'
import { formatAmount } from '../../../domain/amount'
import { dollarText, percentText } from '../../../domain/figure'
import { toSignificant } from '../../../domain/fraction'
import type { Impact } from '../../../domain/impact'
import { invertRate, type Rate } from '../../../domain/rate'
import type { Token } from '../../../domain/token'
import { Figure } from '../../../ui/Figure'
import { Icon } from '../../../ui/Icon'
import { useWords } from '../../../ui/messages'
import { Row, Rows } from '../../../ui/Rows'
import { Skeleton } from '../../../ui/Skeleton'
import { quoteWords } from './messages'
import { dearCostBps, type Offer } from './quoteView'

export type QuotePanelProps = {
  offer: Offer | undefined
  buy: Token
  isEstimate: boolean
  slippageBps: number
  /** The number of the wire, when it is not the number on the screen. */
  rawSlippage: string
}

/** What the trade brings, worst case first. Its rows keep their size while figures come and go. */
export function QuotePanel({ offer, buy, isEstimate, slippageBps, rawSlippage }: QuotePanelProps) {
  const words = useWords(quoteWords)
  return (
    <>
      <div className="rounded-control border border-line p-3 sm:p-4">
        <Rows>
          <Row term={isEstimate ? words.estimateAtLeast : words.atLeast}>
            <Awaited is={!offer} className="h-5 w-28">
              {offer?.minimum ? (
                <strong>
                  <Figure value={formatAmount(offer.minimum)} unit={buy.symbol} />
                </strong>
              ) : (
                words.minimumUnknown
              )}
            </Awaited>
          </Row>
          {offer?.expected && (
            <Row term={offer.expectedIs === 'derived' ? words.expectedDerived : words.expected}>
              <Figure value={formatAmount(offer.expected)} unit={buy.symbol} />
            </Row>
          )}
          <Row term={words.rate}>
            <Awaited is={!offer} className="h-5 w-40">
              {offer?.rate ? <RateLine rate={offer.rate} /> : words.minimumUnknown}
            </Awaited>
          </Row>
          <ImpactRow impact={offer?.impact} />
          <Row
            term={words.slippage}
            hint={words.slippageNote(slippageBps)}
            tone={words.slippageNote(slippageBps) ? 'warn' : 'plain'}
          >
            {percentText(slippageBps)} <span className="text-quiet">({words.slippageSent(rawSlippage)})</span>
          </Row>
          <CostRow offer={offer} />
          <Row term={words.route}>
            <Awaited is={!offer} className="h-5 w-32">
              {offer && <Route offer={offer} />}
            </Awaited>
          </Row>
        </Rows>
      </div>
      {offer && isEstimate && (
        <p className="text-fine text-quiet">{words.estimateNote(offer.sell.token.chain.kind === 'bitcoin')}</p>
      )}
    </>
  )
}

function RateLine({ rate }: { rate: Rate }) {
  const words = useWords(quoteWords)
  const [isInverted, setInverted] = useState(false)
  const { base, quote, value } = isInverted ? invertRate(rate) : rate
  return (
    <button
      type="button"
      title={words.invertRate}
      onClick={() => setInverted(!isInverted)}
      className="-my-0.5 inline-flex min-h-6 items-center gap-1.5 rounded-small text-end hover:text-tide"
    >
      <span>
        1 <bdi>{base.symbol}</bdi> = <Figure value={toSignificant(value, 6)} unit={quote.symbol} isQuiet />
      </span>
      <Icon name="swap" className="size-3.5 text-quiet" />
      <span className="sr-only">. {words.invertRate}</span>
    </button>
  )
}

function ImpactRow({ impact }: { impact: Impact | undefined }) {
  const words = useWords(quoteWords)
  if (!impact)
    return (
      <Row term={words.impact}>
        <Skeleton className="h-5 w-14" />
      </Row>
    )
  if (impact.is === 'unknown')
    return (
      <Row term={words.impact} tone="warn" hint={words.impactUnknownNote(impact.unpriced.map(({ symbol }) => symbol))}>
        {words.impactUnknown}
      </Row>
    )
  const { bps, level } = impact
  const tone = level === 'none' ? 'plain' : level === 'extreme' || level === 'ruinous' ? 'block' : 'warn'
  return (
    <Row term={words.impact} tone={tone} hint={bps < 0 ? words.gain : words.impactLevel[level]}>
      {percentText(-bps)}
    </Row>
  )
}

function CostRow({ offer }: { offer: Offer | undefined }) {
  const words = useWords(quoteWords)
  const isDear = (offer?.costShareBps ?? 0) > dearCostBps
  return (
    <Row term={words.cost} tone={isDear ? 'warn' : 'plain'} hint={isDear && words.costDear}>
      <Awaited is={!offer} className="h-5 w-14">
        {offer?.cost ? dollarText(offer.cost) : words.costUnknown}
      </Awaited>
    </Row>
  )
}

function Route({ offer: { path, dex } }: { offer: Offer }) {
  const words = useWords(quoteWords)
  const hops = path.length > 0 && path.length <= 6 ? path.join(' → ') : words.routeHidden
  return (
    <bdi>
      {hops} {dex && <span className="text-quiet">{words.dex(dex)}</span>}
    </bdi>
  )
}

/** Holds the place of a figure on its way. */
function Awaited({ is, className, children }: { is: boolean; className: string; children: ReactNode }) {
  return is ? <Skeleton className={`ms-auto ${className}`} /> : children
}
