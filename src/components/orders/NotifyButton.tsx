import { useState } from 'react'
import { Button } from '../../ui/Button'
import { askToNotify, notificationPermission } from '../../ui/comforts'
import { useMessages } from '../../ui/messages'
import { activityMessages } from './messages'

/** Requests the browser's notification permission, only on click, and only while an order is in progress. */
export function NotifyButton() {
  const messages = useMessages(activityMessages).background
  const [permission, setPermission] = useState(notificationPermission)
  if (permission === 'unsupported' || permission === 'denied') return null
  if (permission === 'granted') return <p className="text-fine text-quiet">{messages.asked}</p>
  return (
    <div>
      <Button kind="bare" size="small" onClick={() => void askToNotify().then(setPermission)}>
        {messages.ask}
      </Button>
    </div>
  )
}
