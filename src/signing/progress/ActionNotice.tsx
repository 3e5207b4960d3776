import type { ReactNode } from 'react'
import { useHalt } from '../../components/halt'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'

export type ActionNoticeProps = {
  readonly label: string
  readonly act: () => Promise<unknown>
  /** The required next action, not an optional one. */
  readonly isUrgent?: boolean
  readonly children: ReactNode
}

/** A notice with an action about the person's money: the text, the button, and any error. */
export function ActionNotice({ label, act, isUrgent = false, children }: ActionNoticeProps) {
  const { run, isBusy, problem } = useAction(act)
  const halt = useHalt()
  return (
    <Notice
      kind="warn"
      action={
        <Button
          {...(isUrgent ? { kind: 'primary' } : { size: 'small' })}
          isBusy={isBusy}
          disabled={halt !== undefined}
          onClick={run}
        >
          {label}
        </Button>
      }
    >
      <p>{children}</p>
      {problem && <p className="text-red">{problem}</p>}
    </Notice>
  )
}
