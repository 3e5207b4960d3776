import { lazy, Suspense } from 'react'
import { useHalt } from '../components/halt'
import { haltMessages } from '../components/halt.messages'
import { useMessages } from '../ui/messages'
import { Notice } from '../ui/Notice'

/** A tab that has outlived a new deployment may find this file gone: the operator's message stays all the same. */
const EmergencyExit = lazy(() =>
  import('./EmergencyExit').then(
    ({ EmergencyExit }) => ({ default: EmergencyExit }),
    () => ({ default: LostEmergencyExit }),
  ),
)

function LostEmergencyExit() {
  const messages = useMessages(haltMessages)
  return <p>{messages.lost}</p>
}

/** Tells on every page that the operator has halted the deployment, within half a minute, and when it is over. */
export function HaltNotice() {
  const messages = useMessages(haltMessages)
  const halt = useHalt()
  return (
    <div role="status" className="mx-auto w-full max-w-form">
      {halt && (
        <div className="pb-4">
          <Notice kind="warn" title={messages.title}>
            <p>{halt}</p>
            <p>{messages.next}</p>
            <Suspense>
              <EmergencyExit />
            </Suspense>
          </Notice>
        </div>
      )}
    </div>
  )
}
