import { useId } from 'react'
import { useHalt } from '../../components/halt'
import type { Verdict } from '../../guard/verdict'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'
import { Consents } from './Consents'
import { type Consent, consentsTo, isGiven } from './consent'
import { reviewMessages } from './messages'
import { useGiven } from './useGiven'

export type LiquidityReviewFooterProps = {
  /** `undefined` if nothing could be checked beforehand. */
  readonly verdict: Verdict | undefined
  /** Consents that are required regardless of the findings. */
  readonly cautions?: readonly Consent[]
  readonly label: string
  /** The next step; while busy, the current one. */
  readonly note: string
  readonly isBusy?: boolean
  readonly onConfirm: () => Promise<void>
}

/**
 * Consents and the confirm button of a deposit or withdrawal; those of a swap are in `SwapReview.tsx`. Consent to
 * one plan does not apply to another.
 */
export function LiquidityReviewFooter({
  verdict,
  cautions = [],
  label,
  note,
  isBusy = false,
  onConfirm,
}: LiquidityReviewFooterProps) {
  const messages = useMessages(reviewMessages)
  const reason = useId()
  const consents = [...cautions, ...(verdict ? consentsTo(verdict, { is: 'known', bps: 0, level: 'none' }) : [])]
  const [given, give] = useGiven(consents)
  const confirming = useAction(onConfirm)
  const isBlocked = verdict?.level === 'blocked'
  const missing = isGiven(consents, given, messages.word) ? undefined : messages.why.consent
  const why = useHalt() ?? (isBlocked ? messages.why.blocked : missing)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {confirming.problem && (
        <Notice kind="block" isLive>
          {confirming.problem}
        </Notice>
      )}
      {!isBlocked && <Consents consents={consents} given={given} onGive={give} />}
      <Button
        kind={isBlocked || consents.length > 0 ? 'danger' : 'primary'}
        size="large"
        isWide
        isBusy={isBusy || confirming.isBusy}
        disabled={why !== undefined}
        aria-describedby={reason}
        onClick={confirming.run}
      >
        {label}
      </Button>
      <p id={reason} role="status" className="text-center text-fine text-quiet">
        {isBusy ? note : (why ?? note)}
      </p>
    </div>
  )
}
