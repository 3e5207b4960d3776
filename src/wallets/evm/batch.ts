import type { BatchSupport } from '../../guard/check/enforcement'
import { type BatchCall, readAssertion, withAssertion } from '../../guard/decode/evm/assertion'
import { memberOf } from '../../guard/simulate/rpc'
import type { Batch } from '../../orders/batch'
import type { BatchAnchor, EvmAnchor } from '../../orders/transactionAnchor'
import { evmFailure } from './failures'
import { readChainId, toHex } from './hex'
import { type Provider, requestWithTimeout } from './provider'

/** What the wallet says it can do; `undefined` where it cannot, does not know the question, or does not answer. */
export async function readBatchSupport(
  provider: Provider,
  account: string,
  chainId: number,
): Promise<BatchSupport | undefined> {
  try {
    const said = await requestWithTimeout(provider, 'wallet_getCapabilities', [account, [toHex(chainId)]])
    const status = memberOf(memberOf(capabilitiesOn(said, chainId), 'atomic'), 'status')
    return status === 'supported' || status === 'ready' ? status : undefined
  } catch {
    // Wallets without batches refuse the method, each in its own words.
    return undefined
  }
}

/** Keys are chain ids in hexadecimal, written as wallets like; `0x0` is for every chain. */
function capabilitiesOn(said: unknown, chainId: number): unknown {
  if (typeof said !== 'object' || said === null) return undefined
  const own = Object.entries(said).find(([key]) => readChainId(key) === chainId)
  return own ? own[1] : memberOf(said, '0x0')
}

/** The plan's calls between the two that bound them. */
export function batchCalls({ steps, assertion }: Batch): readonly BatchCall[] {
  return withAssertion(
    steps.map(({ to, data, value }) => ({ to, data, value })),
    assertion,
  )
}

/**
 * An id that nobody can guess, chosen before the wallet is asked: with it the batch is found again when the answer is
 * lost. A lost request is repeated under its own id, and a wallet carries one id out once.
 */
export function batchAnchor(lost: EvmAnchor | undefined): BatchAnchor {
  if (lost?.batch) return { id: lost.batch.id }
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return { id: `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` }
}

/** Asks the wallet once for the whole batch. Resolves to the id under which the wallet carries it out. */
export async function sendBatch(provider: Provider, batch: Batch, { id }: BatchAnchor): Promise<string> {
  const calls = batchCalls(batch)
  // Without both calls of the assertion nothing would bound the others.
  if (!readAssertion(calls)) throw evmFailure('tampered')
  const request = {
    version: '2.0.0',
    id,
    from: batch.from,
    chainId: toHex(batch.chainId),
    atomicRequired: true,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: toHex(value) })),
  }
  const answer = await provider.request({ method: 'wallet_sendCalls', params: [request] })
  const taken = typeof answer === 'string' ? answer : memberOf(answer, 'id')
  if (typeof taken !== 'string' || taken === '') throw evmFailure('not a hash', undefined, JSON.stringify(answer))
  return taken
}
