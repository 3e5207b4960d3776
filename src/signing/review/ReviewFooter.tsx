import { type ReactNode, useId } from 'react'
import { useHalt } from '../../components/halt'
import type { Checked } from '../../guard/check/checkedPlan'
import { isGreen } from '../../guard/verdict'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'
import { useConsents } from './Consents'
import { type Consent, consentsOf } from './consent'
import { reviewMessages } from './messages'

type ReviewFooterProps = {
  /** `undefined` if nothing could be checked beforehand. */
  readonly checked: Checked | undefined
  /** Consents that are required regardless of the findings. */
  readonly cautions?: readonly Consent[]
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
  const { checked, cautions = [], hash, label, shown = label, note, isBusy = false, onConfirm, children } = props
  const messages = useMessages(reviewMessages)
  const reason = useId()
  const consents = [...cautions, ...(checked ? consentsOf(checked) : [])]
  const { isComplete, fields } = useConsents(consents, hash)
  const confirming = useAction(onConfirm)
  const isBlocked = checked?.verdict.level === 'blocked'
  const missing = isComplete ? undefined : messages.why.consent
  const why = useHalt() ?? (isBlocked ? messages.why.blocked : (props.why ?? missing))
  const isPlain = consents.length === 0 && (!checked || isGreen(checked.verdict))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {children}
      {confirming.problem && (
        <Notice kind="block" isLive>
          {confirming.problem}
        </Notice>
      )}
      {!isBlocked && fields}
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
