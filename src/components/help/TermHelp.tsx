import { Help } from '../../ui/Help'
import { useMessages } from '../../ui/messages'
import { type HelpTerm, termMessages } from './term.messages'

/** Explains a term next to it. */
export function TermHelp({ term }: { term: HelpTerm }) {
  const messages = useMessages(termMessages)
  return <Help label={messages.whatIs(messages.name[term])}>{messages.is[term]}</Help>
}
