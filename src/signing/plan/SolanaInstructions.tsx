import type { SolanaRuleInput } from '../../guard/check/solanaRuleInput'
import { useMessages } from '../../ui/messages'
import type { Names } from './names'
import { solanaMessages } from './solana.messages'
import { solanaSentences } from './solanaSentences'

/** What a Solana transaction does, a line for each instruction that does something to somebody. */
export function SolanaInstructions({ reading, names }: { reading: SolanaRuleInput; names: Names }) {
  const messages = useMessages(solanaMessages)
  return (
    <ol className="grid gap-1">
      {solanaSentences(reading, names, messages).map((sentence, place) => (
        // Two instructions may say the same; their place tells them apart, and it never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of instructions is fixed.
        <li key={place} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ol>
  )
}
