import { hex, memberOf, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { larger } from '../../domain/bigints'
import type { Cancellation, PendingTransaction } from '../../orders/actions/cancellation'
import type { EvmNode } from './node'
import { nonces } from './transactionStatus'

/**
 * The requirements for replacing a pending transaction, or for using the nonce that it waits for. Nodes accept a
 * replacement only with a fee at least a tenth higher; where fees have risen since, the current ones are used.
 * `undefined` once it is in a block, or if no node has it.
 */
export async function quoteCancellation(
  node: EvmNode,
  { step, anchor, hash }: PendingTransaction,
): Promise<Cancellation | undefined> {
  const pending = await node.ask('eth_getTransactionByHash', [hash])
  const isMined = (memberOf(pending, 'blockNumber') ?? null) !== null
  if (pending === null || isMined || !isSameAddress(memberOf(pending, 'from'), step.from)) return undefined
  if (Number(quantity(memberOf(pending, 'nonce'))) !== anchor.nonce) return undefined

  const { from, chainId } = step
  const [current, gas, [, next]] = await Promise.all([
    currentFees(node),
    node.ask('eth_estimateGas', [{ from, to: from, value: '0x0' }]).then(quantity),
    nonces(node, from),
  ])
  if (next < anchor.nonce)
    return { chainId, from, nonce: next, waiting: anchor.nonce, gas, ...current, cost: gas * current.maxFeePerGas }
  const price = memberOf(pending, 'gasPrice')
  const maxFeePerGas = larger(raised(memberOf(pending, 'maxFeePerGas') ?? price), current.maxFeePerGas)
  const tip = larger(raised(memberOf(pending, 'maxPriorityFeePerGas') ?? price), current.maxPriorityFeePerGas)
  const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas
  return { chainId, from, nonce: anchor.nonce, gas, maxFeePerGas, maxPriorityFeePerGas, cost: gas * maxFeePerGas }
}

/** The request to the wallet. The fate of the transaction is then seen on chain, as if the wallet had cancelled it. */
export function cancellationRequest(cancellation: Cancellation): Readonly<Record<string, string>> {
  const { from, chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = cancellation
  return {
    from,
    to: from,
    value: '0x0',
    data: '0x',
    chainId: hex(chainId),
    nonce: hex(nonce),
    gas: hex(gas),
    maxFeePerGas: hex(maxFeePerGas),
    maxPriorityFeePerGas: hex(maxPriorityFeePerGas),
  }
}

/** An eighth more: nodes require a tenth. */
function raised(fee: unknown): bigint {
  const before = quantity(fee)
  return before + before / 8n + 1n
}

/** Twice the base fee plus the usual tip, enough while the next blocks fill. */
async function currentFees(node: EvmNode) {
  const [block, price] = await node.askAll([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice', params: [] },
  ])
  const base = quantity(memberOf(block, 'baseFeePerGas') ?? '0x0')
  const suggested = quantity(price)
  const tip = suggested > base ? suggested - base : 1n
  return { maxPriorityFeePerGas: tip, maxFeePerGas: base * 2n + tip }
}
