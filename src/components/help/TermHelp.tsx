import { Help } from '../../ui/Help'
import { useMessages } from '../../ui/messages'
import { type Term, termMessages } from './term.messages'

/** Explains a term where it stands. */
export function TermHelp({ term }: { term: Term }) {
  const messages = useMessages(termMessages)
  return <Help label={messages.whatIs(messages.name[term])}>{messages.is[term]}</Help>
}
