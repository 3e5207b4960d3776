import { useWords } from '../../../ui/messages'
import type { Obstacle } from './formIssues'
import { hintWords } from './hint.messages'

/** What to do about each thing in the way. */
export function Hints({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const words = useWords(hintWords)
  const hints = obstacles.map(words.hint).filter(Boolean)
  return hints.map((hint) => <p key={hint}>{hint}</p>)
}
