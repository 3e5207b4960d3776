import { reasonText } from '../../components/reasons/reasonText'
import { shortAddress } from '../../domain/address'
import { readDeliveryMemo } from '../../guard/decode/solana/deliveryMemo'
import type { Instruction } from '../../guard/decode/solana/instruction'
import { holderOf, mintOf, type SolanaRuleInput, wrappedSol } from '../../guard/rules/input/solanaRuleInput'
import { useMessages } from '../../ui/messages'
import type { Names } from './names'
import { type SolanaMessages, solanaMessages } from './solana.messages'

/** Sentences for the instructions of a transaction, one line each. Instructions that only set a limit are left to the details. */
export default function SolanaInstructions({ reading, names }: { reading: SolanaRuleInput; names: Names }) {
  const messages = useMessages(solanaMessages)
  const sentences = reading.instructions.flatMap(
    (instruction) => sentenceOf(instruction, reading, names, messages) ?? [],
  )
  return (
    <ol className="grid gap-1">
      {sentences.map((sentence, index) => (
        // Two instructions may have the same text, so the index is the key; it never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of instructions is fixed.
        <li key={index} className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ol>
  )
}

function sentenceOf(
  { effect, program }: Instruction,
  input: SolanaRuleInput,
  names: Names,
  messages: SolanaMessages,
): string | undefined {
  const { chainId } = input.intent.sell.token.chain
  const who = (address: string) => names.who(chainId, address)
  const holder = (account: string) => who(holderOf(input, account)?.owner ?? account)
  const token = (mint: string) => names.token(chainId, mint === wrappedSol ? 'native' : mint)

  const moved = (from: string, amount: string, to: string) =>
    from === input.intent.sender ? messages.pay(amount, to) : messages.receive(amount, who(from), to)

  switch (effect.does) {
    case 'pay':
      return moved(effect.from, names.amount(chainId, 'native', effect.lamports), who(effect.to))
    case 'transfer': {
      const mint = effect.mint ?? holderOf(input, effect.source)?.mint ?? mintOf(input.intent.sell.token)
      const amount = names.amount(chainId, mint === wrappedSol ? 'native' : mint, effect.amount)
      return moved(effect.authority, amount, holder(effect.destination))
    }
    case 'open account':
      return input.inputs.holders.has(effect.account) ? undefined : messages.open(who(effect.owner), token(effect.mint))
    case 'create':
      return messages.create(names.amount(chainId, 'native', effect.lamports))
    case 'close':
      return messages.close(shortAddress(effect.account), who(effect.destination))
    case 'note':
      return noteOf(effect.text, names, messages)
    case 'surrender':
      return messages.surrender(reasonText(effect.what))
    case 'opaque':
      return effect.isRevoke ? messages.revoke : messages.opaque(shortAddress(program))
    case 'budget':
    case 'sync':
    case 'assert':
      return undefined
  }
}

function noteOf(text: string, names: Names, messages: SolanaMessages): string {
  const ticket = readDeliveryMemo(text)
  if (!ticket) return messages.note(text)
  const { chainId, token, recipient, minimumReceived } = ticket
  return messages.ticket(
    names.who(chainId, recipient),
    names.amount(chainId, token, minimumReceived),
    names.chain(chainId),
  )
}
