import { Help } from '../../ui/Help'
import { useMessages } from '../../ui/messages'
import { type HelpTerm, termMessages } from './term.messages'

/** Explains a term where it stands. */
export function TermHelp({ term }: { term: HelpTerm }) {
  const messages = useMessages(termMessages)
  return <Help label={messages.whatIs(messages.name[term])}>{messages.is[term]}</Help>
}
