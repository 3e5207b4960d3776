import { Link } from 'wouter'
import { useMessages } from '../../../ui/messages'
import { positionPageMessages } from './messages'

/** The way back from one position to all. */
export function AllPositionsLink() {
  const messages = useMessages(positionPageMessages)
  return (
    <Link href="/positions" className="font-medium text-action underline-offset-4 hover:underline max-sm:basis-full">
      {messages.all}
    </Link>
  )
}
