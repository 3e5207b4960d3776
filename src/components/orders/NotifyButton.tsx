import { useState } from 'react'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { activityMessages } from './messages'

/** Requests the browser's notification permission, only on click, and only while an order is in progress. */
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
