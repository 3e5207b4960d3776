import { useMessages } from '../../../ui/messages'
import { Details } from '../../../ui/Rows'
import { poolsMessages } from '../messages'

/** How to search, and the keyboard shortcuts of the list. */
export function QueryHelp() {
  const messages = useMessages(poolsMessages)
  return (
    <Details summary={messages.queryHelp}>
      <ul className="grid gap-1 text-fine">
        {Object.entries(messages.queryHelpTerms).map(([name, sentence]) => (
          <li key={name}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-fine text-quiet">
        {messages.keys}: {messages.keysHint}
      </p>
    </Details>
  )
}
