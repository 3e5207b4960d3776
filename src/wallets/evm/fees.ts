import { memberOf, quantity } from '../../chain/rpc'
import type { EvmNode } from './node'

/** Twice the base fee plus the usual tip, enough while the next blocks fill. */
export async function currentFees(node: EvmNode) {
  const [block, price] = await node.askAll([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice', params: [] },
  ])
  const base = quantity(memberOf(block, 'baseFeePerGas') ?? '0x0')
  const suggested = quantity(price)
  const tip = suggested > base ? suggested - base : 1n
  return { maxPriorityFeePerGas: tip, maxFeePerGas: base * 2n + tip }
}
