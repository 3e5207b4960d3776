import { useIsRestoring } from '../../../components/accounts/useAccounts'
import { useNamedAddress } from '../../../components/names/useNamedAddress'
import type { Chain } from '../../../domain/chain'
import { addressKind, chainKinds } from '../../../domain/chainKinds'
import { sameToken, type Token } from '../../../domain/token'
import { addressIn } from '../../../domain/writtenAddress'
import type { Recipient } from '../form/formIssues'
import type { SwapFields } from '../form/swapFields'
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

/** A typed recipient and what it is judged by. */
export type RecipientQuestion = {
  readonly typed: string | undefined
  readonly isConfirmed: boolean
  readonly buy: Token | undefined
  /** The person's own account on the bought token's kind of chain. */
  readonly own: string | undefined
  /** Wallets of an earlier visit are reconnecting: whether the address is the person's own is not known yet. */
  readonly isRestoring?: boolean
  readonly tokens: readonly Token[]
  /** `undefined` while the checksum is being worked out. */
  readonly hasValidChecksum: boolean | undefined
}

/** Who receives. Without a typed recipient it is the person's connected account on the bought token's network. */
export function recipientOf(question: RecipientQuestion): Recipient {
  const { typed, isConfirmed, buy, own, isRestoring = false, tokens, hasValidChecksum } = question
  if (typed === undefined || !buy) {
    if (own !== undefined) return { is: 'own', address: own }
    return buy && !chainKinds[buy.chain.kind].isPaidByHand ? { is: 'not connected' } : { is: 'needed' }
  }
  const address = typed.trim()
  if (address === '') return { is: 'needed' }
  if (addressKind(address) !== buy.chain.kind) return { is: 'invalid' }
  // One's own connected account needs no confirmation, regardless of its source.
  if (own !== undefined && isSame(address, own, buy.chain)) return { is: 'own', address: own }
  if (isZero(address)) return { is: 'refused', why: 'zero address' }
  if (isToken(address, buy.chain, tokens)) return { is: 'refused', why: 'token contract' }
  if (hasValidChecksum === false) return { is: 'invalid' }
  if (!isConfirmed) return isRestoring ? { is: 'checking' } : { is: 'unconfirmed', address }
  return hasValidChecksum === undefined ? { is: 'checking' } : { is: 'given', address }
}

function isSame(one: string, other: string, { kind }: Chain): boolean {
  const { normalizeAddress } = chainKinds[kind]
  return normalizeAddress(one) === normalizeAddress(other)
}

/** The address of all zeros, which never pays back: no one owns it on EVM chains; on Solana it is the system program. */
function isZero(address: string): boolean {
  return /^0x0{40}$/i.test(address) || /^1{32}$/.test(address)
}

function isToken(address: string, chain: Chain, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) => !token.isNative && token.chain.kind === chain.kind && sameToken(token, { ...token, address }),
  )
}
