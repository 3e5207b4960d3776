import type { ReactNode } from 'react'
import { useHalt } from '../../components/halt'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'

export type ActionNoticeProps = {
  readonly label: string
  readonly act: () => Promise<unknown>
  /** The next thing to do, rather than one that may be done. */
  readonly isUrgent?: boolean
  readonly children: ReactNode
}

/** Something that can be done about the person's money: what it is, the button, and what went wrong with it. */
export function ActionNotice({ label, act, isUrgent = false, children }: ActionNoticeProps) {
  const { run, isBusy, trouble } = useAction(act)
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
      {trouble && <p className="text-red">{trouble}</p>}
    </Notice>
  )
}
