import { useMessages } from '../../../ui/messages'
import { queryHelpMessages } from './queryHelp.messages'

export default function QueryHelpTerms() {
  const messages = useMessages(queryHelpMessages)
  return (
    <>
      <ul className="grid gap-1 text-fine">
        {Object.entries(messages.terms).map(([name, sentence]) => (
          <li key={name}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-fine text-quiet">
        {messages.keys}: {messages.keysHint}
      </p>
    </>
  )
}
