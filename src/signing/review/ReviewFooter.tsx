import { type ReactNode, useId } from 'react'
import { useHalt } from '../../components/halt'
import type { Amount } from '../../domain/amount'
import type { Impact } from '../../domain/prices/impact'
import { isGreen, type Verdict } from '../../guard/verdict'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'
import { Consents, useGiven } from './Consents'
import { type Consent, consentsTo, isGiven } from './consent'
import { reviewMessages } from './messages'

type ReviewFooterProps = {
  /** `undefined` if nothing could be checked beforehand. */
  readonly verdict: Verdict | undefined
  /** Consents that are required regardless of the findings. */
  readonly cautions?: readonly Consent[]
  /** The price impact and the payment of a swap. */
  readonly impact?: Impact
  readonly sold?: Amount
  /** Hash of the plan that the consents are about. Consent to one plan does not apply to another. */
  readonly hash?: string
  readonly label: string
  /** Visible text instead of the label. A screen reader reads both. */
  readonly shown?: string
  /** The next step; while busy, the current one. */
  readonly note: string
  /** Another reason why it cannot be confirmed now. */
  readonly why?: string | undefined
  readonly isBusy?: boolean
  readonly onConfirm: () => Promise<unknown>
  /** Notices about the plan. */
  readonly children?: ReactNode
}

/** The end of every review: notices, consents, the confirm button, and what happens next or why nothing can. */
export function ReviewFooter(props: ReviewFooterProps) {
  const {
    verdict,
    cautions = [],
    impact,
    sold,
    hash,
    label,
    shown = label,
    note,
    isBusy = false,
    onConfirm,
    children,
  } = props
  const messages = useMessages(reviewMessages)
  const reason = useId()
  const consents = [...cautions, ...(verdict ? consentsTo(verdict, impact, sold) : [])]
  const [given, give] = useGiven(consents, hash)
  const confirming = useAction(onConfirm)
  const isBlocked = verdict?.level === 'blocked'
  const missing = isGiven(consents, given, messages.word) ? undefined : messages.why.consent
  const why = useHalt() ?? (isBlocked ? messages.why.blocked : (props.why ?? missing))
  const isPlain = consents.length === 0 && (verdict === undefined || isGreen(verdict))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
      {confirming.problem && (
        <Notice kind="block" isLive>
          {confirming.problem}
        </Notice>
      )}
      {!isBlocked && <Consents consents={consents} given={given} onGive={give} />}
      <Button
        kind={isPlain ? 'primary' : 'danger'}
        size="large"
        isWide
        isBusy={isBusy || confirming.isBusy}
        disabled={why !== undefined}
        aria-label={shown === label ? undefined : `${label}: ${shown}`}
        aria-describedby={reason}
        onClick={confirming.run}
      >
        {shown}
      </Button>
      <p id={reason} role="status" className="text-center text-fine text-quiet">
        {isBusy ? note : (why ?? note)}
      </p>
    </div>
  )
}
