import type { Finding } from '../../guard/findings/finding'
import { useMessages } from '../../ui/messages'
import { findingMessages } from './finding.messages'
import { findingText } from './findingText'

/** Says what a check found, in the person's language. */
export function useFindingText(): (finding: Finding) => string {
  const messages = useMessages(findingMessages)
  return (finding) => findingText(finding, messages)
}
