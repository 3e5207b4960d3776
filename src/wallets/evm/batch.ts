import { hex, memberOf } from '../../chain/rpc'
import type { BatchSupport } from '../../guard/check/checkedPlan'
import { type BatchCall, readAssertion, withAssertion } from '../../guard/decode/evm/assertion'
import type { Batch } from '../../orders/batch'
import type { BatchAnchor, EvmAnchor } from '../../orders/requests/transactionAnchor'
import { type Provider, requestWithTimeout } from './connection/provider'
import { evmFailure, requestFailure } from './failures'
import { readChainId } from './hex'

/**
 * The batch capability the wallet reports; `undefined` if it has none, does not know the method, or does not answer.
 */
export async function readBatchSupport(
  provider: Provider,
  account: string,
  chainId: number,
): Promise<BatchSupport | undefined> {
  try {
    const said = await requestWithTimeout(provider, 'wallet_getCapabilities', [account, [hex(chainId)]])
    const status = memberOf(memberOf(capabilitiesOn(said, chainId), 'atomic'), 'status')
    return status === 'supported' || status === 'ready' ? status : undefined
  } catch {
    // Wallets without batches reject the method, each with its own error.
    return undefined
  }
}

/** Keys are hexadecimal chain ids, which wallets write differently; `0x0` means every chain. */
function capabilitiesOn(said: unknown, chainId: number): unknown {
  if (typeof said !== 'object' || said === null) return undefined
  const own = Object.entries(said).find(([key]) => readChainId(key) === chainId)
  return own ? own[1] : memberOf(said, '0x0')
}

/** The plan's calls between the two calls of the assertion contract. */
export function batchCalls({ steps, assertion }: Batch): readonly BatchCall[] {
  return withAssertion(
    steps.map(({ to, data, value }) => ({ to, data, value })),
    assertion,
  )
}

/**
 * A random batch id, chosen before the wallet is asked: with it the batch can be found if the answer is lost. A lost
 * request is repeated with the same id, which a wallet executes only once.
 */
export function batchAnchor(lost: EvmAnchor | undefined): BatchAnchor {
  if (lost?.batch) return { id: lost.batch.id }
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return { id: `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` }
}

/** Sends the whole batch to the wallet once. Resolves to the id under which the wallet executes it. */
export async function sendBatch(provider: Provider, batch: Batch, { id }: BatchAnchor): Promise<string> {
  const calls = batchCalls(batch)
  // Without both assertion calls, nothing would limit what the others may spend.
  if (!readAssertion(calls)) throw evmFailure('tampered')
  const request = {
    version: '2.0.0',
    id,
    from: batch.from,
    chainId: hex(batch.chainId),
    atomicRequired: true,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: hex(value) })),
  }
  const answer = await provider.request({ method: 'wallet_sendCalls', params: [request] }).catch((error: unknown) => {
    throw requestFailure(error)
  })
  const taken = typeof answer === 'string' ? answer : memberOf(answer, 'id')
  if (typeof taken !== 'string' || taken === '') throw evmFailure('not a hash', undefined, JSON.stringify(answer))
  return taken
}
