import type { SolanaRuleInput } from '../../guard/rules/input/solanaRuleInput'
import { useMessages } from '../../ui/messages'
import type { Names } from './names'
import { solanaMessages } from './solana.messages'
import { solanaSentences } from './solanaSentences'

/** The effects of a Solana transaction, one line for each instruction with an effect. */
export function SolanaInstructions({ reading, names }: { reading: SolanaRuleInput; names: Names }) {
  const messages = useMessages(solanaMessages)
  return (
    <ol className="grid gap-1">
      {solanaSentences(reading, names, messages).map((sentence, index) => (
        // Two instructions may have the same text, so the index is the key; it never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of instructions is fixed.
        <li key={index} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ol>
  )
}
