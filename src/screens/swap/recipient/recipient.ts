import { addressKind } from '../../../domain/address'
import type { Chain } from '../../../domain/chain'
import { sameToken, type Token } from '../../../domain/token'
import type { Recipient } from '../form/formIssues'

/** A typed recipient and what it is judged by. */
export type RecipientQuestion = {
  readonly typed: string | undefined
  readonly isConfirmed: boolean
  readonly buy: Token | undefined
  /** The person's own account on the bought token's kind of chain. */
  readonly own: string | undefined
  readonly tokens: readonly Token[]
  /** `undefined` while the checksum is being worked out. */
  readonly hasValidChecksum: boolean | undefined
}

/** Who receives. Without a typed recipient it is the person's connected account on the bought token's network. */
export function recipientOf(question: RecipientQuestion): Recipient {
  const { typed, isConfirmed, buy, own, tokens, hasValidChecksum } = question
  if (typed === undefined || !buy) return own === undefined ? { is: 'needed' } : { is: 'own', address: own }
  const address = typed.trim()
  if (address === '') return { is: 'needed' }
  if (addressKind(address) !== buy.chain.kind) return { is: 'invalid' }
  if (isZero(address)) return { is: 'refused', why: 'zero address' }
  if (isToken(address, buy.chain, tokens)) return { is: 'refused', why: 'token contract' }
  if (hasValidChecksum === false) return { is: 'invalid' }
  if (!isConfirmed) return { is: 'unconfirmed', address }
  return hasValidChecksum === undefined ? { is: 'checking' } : { is: 'given', address }
}

/** All zeros: without an owner on EVM chains, the system program on Solana. */
function isZero(address: string): boolean {
  return /^0x0{40}$/i.test(address) || /^1{32}$/.test(address)
}

function isToken(address: string, chain: Chain, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) => !token.isNative && token.chain.kind === chain.kind && sameToken(token, { ...token, address }),
  )
}
