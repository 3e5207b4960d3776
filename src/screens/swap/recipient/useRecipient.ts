import { useIsRestoring } from '../../../components/accounts/useAccounts'
import { useNamedAddress } from '../../../components/names/useNamedAddress'
import { addressIn } from '../../../domain/writtenAddress'
import type { Recipient } from '../form/formIssues'
import type { SwapFields } from '../form/useSwapFields'
import { recipientOf } from './recipient'
import { useChecksum } from './useChecksum'

/** Who receives, and what the person may do about it. `own`: their account on the bought token's kind of chain. */
export function useRecipient({ values, pair, tokens, fill }: SwapFields, own: string | undefined) {
  const { buy } = pair
  const isRestoring = useIsRestoring()
  const typed = values.recipient !== undefined && buy ? addressIn(values.recipient, [buy.chain]) : values.recipient
  const address = useNamedAddress(typed, buy?.chain)
  const isLookingUp = values.recipient !== undefined && address === undefined
  const hasValidChecksum = useChecksum(address, buy?.chain)
  const known = recipientOf({
    typed: address,
    isConfirmed: values.isRecipientConfirmed,
    buy,
    own,
    isRestoring,
    tokens,
    hasValidChecksum,
  })
  const recipient: Recipient = isLookingUp ? { is: 'checking' } : known
  return {
    recipient,
    /** The address that receives, once it is certain. */
    address: recipient.is === 'own' || recipient.is === 'given' ? recipient.address : undefined,
    type: (text: string) => fill({ recipient: text, isRecipientConfirmed: true }),
    confirm: () => fill({ isRecipientConfirmed: true }),
    remove: () => fill({ recipient: undefined, isRecipientConfirmed: false }),
  }
}
