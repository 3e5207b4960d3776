import { type Hex, isHex } from 'viem'
import { memberOf, quantity } from '../../../chain/rpc'
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
  if (!isHex(value)) throw new DemoError(-32602, 'The demo wallet cannot read this transaction.')
  return value
}

/** A wallet error: an EIP-1193 code and a message. */
export class DemoError extends Error {
  override readonly name = 'DemoError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
