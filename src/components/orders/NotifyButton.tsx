import { useState } from 'react'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { activityMessages } from './messages'

/** Asks the browser for leave to notify; only by a press, and only while there is something to wait for. */
export function NotifyButton() {
  const messages = useMessages(activityMessages).background
  const [permission, setPermission] = useState(readPermission)
  if (permission === 'unsupported' || permission === 'denied') return null
  if (permission === 'granted') return <p className="text-fine text-quiet">{messages.asked}</p>
  return (
    <div>
      <Button kind="bare" size="small" onClick={() => Notification.requestPermission().then(setPermission)}>
        {messages.ask}
      </Button>
    </div>
  )
}

function readPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}
