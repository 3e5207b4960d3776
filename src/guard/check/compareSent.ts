import { bytes, membersOf, quantity } from '../../chain/rpc'
import { sameAddress } from '../decode/evm/address'
import { decodeCall } from '../decode/evm/decodeCall'
import type { EvmStep } from '../plan'

/** A transaction as the chain knows it. */
export type SentTransaction = {
  readonly from: string
  /** `undefined` creates a contract. */
  readonly to: string | undefined
  readonly data: string
  readonly value: bigint
  readonly chainId: number | undefined
  /** Whether it delegates the account to a contract (EIP-7702). */
  readonly delegates: boolean
}

/** Compares the sent transaction with the checked one. */
export type Comparison =
  | { readonly is: 'same' }
  /** The person changed the allowance in their wallet. Lower: ask again. Higher: it can be revoked. */
  | { readonly is: 'edited approval'; readonly how: 'lowered' | 'raised'; readonly amount: bigint }
  /** The wallet or a relay sent a different transaction: stop, show it, offer to revoke. */
  | {
      readonly is: 'different'
      readonly parts: readonly ('sender' | 'target' | 'value' | 'data' | 'chain' | 'delegation')[]
    }

/** Compares a sent transaction with the step it should be. Fees and nonce are the wallet's business. */
export function compareSent(step: EvmStep, sent: SentTransaction): Comparison {
  const parts = [
    ...(sameAddress(step.from, sent.from) ? [] : ['sender' as const]),
    ...(sameAddress(step.to, sent.to) ? [] : ['target' as const]),
    ...(step.value === sent.value ? [] : ['value' as const]),
    ...(step.data.toLowerCase() === sent.data.toLowerCase() ? [] : ['data' as const]),
    ...(sent.chainId === undefined || sent.chainId === step.chainId ? [] : ['chain' as const]),
    ...(sent.delegates ? ['delegation' as const] : []),
  ]
  if (parts.length === 0) return { is: 'same' }
  if (parts.length === 1 && parts[0] === 'data') return editedApproval(step, sent) ?? { is: 'different', parts }
  return { is: 'different', parts }
}

/** The answer of `eth_getTransactionByHash`; `undefined` while the node does not have it. Throws `BadAnswer`. */
export function readSent(answer: unknown): SentTransaction | undefined {
  if (answer === null || answer === undefined) return undefined
  const { from, to, input, data, value, chainId, authorizationList } = membersOf(answer)
  return {
    from: bytes(from),
    to: to === null || to === undefined ? undefined : bytes(to),
    data: bytes(input ?? data),
    value: quantity(value),
    chainId: chainId === null || chainId === undefined ? undefined : Number(quantity(chainId)),
    delegates: Array.isArray(authorizationList) && authorizationList.length > 0,
  }
}

/** An approval of the same token by the same owner for the same spender, with another amount. */
function editedApproval(step: EvmStep, sent: SentTransaction): Comparison | undefined {
  const [asked, given] = [step.data, sent.data].map(
    (data) => decodeCall({ to: step.to, caller: step.from, value: 0n, data }, { wrapped: undefined }).effect,
  )
  if (asked?.does !== 'approve' || given?.does !== 'approve') return undefined
  if (asked.by !== given.by || !sameAddress(asked.spender, given.spender)) return undefined
  if (!sameAddress(asked.token, given.token) || !sameAddress(asked.owner, given.owner)) return undefined
  return { is: 'edited approval', how: given.amount < asked.amount ? 'lowered' : 'raised', amount: given.amount }
}
