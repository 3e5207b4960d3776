import { useMessages } from '../../../ui/messages'
import type { SwapFormIssue } from './formIssues'
import { hintMessages } from './hint.messages'

/** The remedy for each issue. */
export default function Hints({ issues }: { issues: readonly SwapFormIssue[] }) {
  const messages = useMessages(hintMessages)
  const hints = issues.map(messages.hint).filter(Boolean)
  return hints.map((hint) => <p key={hint}>{hint}</p>)
}
