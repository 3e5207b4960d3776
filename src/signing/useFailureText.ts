import { failureMessages, failureSentence } from '../components/failure.messages'
import type { Failure } from '../orders/failure'
import { useMessages } from '../ui/messages'
import { useFindingText } from './findings/useFindingText'

/** The sentence of a failure; if the checks failed, the findings. */
export function useFailureText(): (failure: Failure) => string {
  const messages = useMessages(failureMessages)
  const findingText = useFindingText()
  return (failure) => {
    const [found] = failure.facts.is === 'blocked by checks' ? failure.facts.findings : []
    return found ? findingText(found) : failureSentence(failure, messages)
  }
}
