import { type Hex, isHex } from 'viem'
import { memberOf, quantity } from '../../../chain/rpc'
import { ProviderError } from '../connection/eip1193'
import { currentFees } from '../fees'
import type { EvmNode } from '../node'

/** The transaction with nonce, gas and fee filled in where the page omitted them. */
export async function completeTransaction(node: EvmNode, transaction: unknown, account: string, chainId: number) {
  const given = (name: string) => memberOf(transaction, name)
  const [fees, nonce, gas] = await Promise.all([
    currentFees(node),
    given('nonce') ?? node.ask('eth_getTransactionCount', [account, 'pending']),
    given('gas') ?? node.ask('eth_estimateGas', [transaction]),
  ])
  return {
    type: 'eip1559',
    chainId,
    to: hexOf(given('to')),
    data: hexOf(given('data') ?? '0x'),
    value: quantity(given('value') ?? '0x0'),
    nonce: Number(quantity(nonce)),
    gas: quantity(gas),
    ...fees,
  } as const
}

export function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new ProviderError('The demo wallet cannot read this transaction.', -32602)
  return value
}
