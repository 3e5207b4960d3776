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

/**
 * `lowered`, `raised`: the person changed the amount of an approval in their wallet. `different`: the wallet or a relay sent
 * another transaction.
 */
export type Comparison = 'same' | 'lowered' | 'raised' | 'different'

/** Compares a sent transaction with the checked step it should be. Fees and nonce are the wallet's business. */
export function compareSent(step: EvmStep, sent: SentTransaction): Comparison {
  const { from, to, value, data, chainId } = step
  const isSameCall =
    sameAddress(from, sent.from) &&
    sameAddress(to, sent.to) &&
    value === sent.value &&
    (sent.chainId ?? chainId) === chainId &&
    !sent.delegates
  if (!isSameCall) return 'different'
  return data.toLowerCase() === sent.data.toLowerCase() ? 'same' : editedApproval(step, sent)
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

/** Whether it is an approval of the same token by the same owner for the same spender, with another amount. */
function editedApproval({ to, from: caller, data }: EvmStep, sent: SentTransaction): Comparison {
  const effectOf = (data: string) => decodeCall({ to, caller, value: 0n, data }, { wrapped: undefined }).effect
  const [asked, given] = [effectOf(data), effectOf(sent.data)]
  if (asked.does !== 'approve' || given.does !== 'approve') return 'different'
  const isSame =
    asked.by === given.by &&
    sameAddress(asked.spender, given.spender) &&
    sameAddress(asked.token, given.token) &&
    sameAddress(asked.owner, given.owner)
  if (!isSame) return 'different'
  return given.amount < asked.amount ? 'lowered' : 'raised'
}
