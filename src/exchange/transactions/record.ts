import type { TransactionRecord } from '../../protocol/serviceMessages'
import type { ExchangeContext } from '../context'
import { plainNumber } from '../decimalText'
import { type LocalEvmExchange, nativeToken } from '../evm/localEvmExchange'
import { usdValue } from '../prices'
import type { Gas } from './gas'
import type { UnsignedTransaction } from './unsignedTransaction'

/** Transactions as the service sends them, in the order of signing. */
export function transactionRecords(
  evm: LocalEvmExchange,
  context: ExchangeContext,
  transactions: readonly UnsignedTransaction[],
  gas: Gas,
): TransactionRecord[] {
  const native = nativeToken(evm)
  return transactions.map(({ type, to, data, value }, order) => {
    const limit = gas.amounts[order]!
    return {
      type,
      data,
      order,
      value: value.toString(),
      gasAmount: limit.toString(),
      gasUsd: plainNumber(usdValue(context.prices(), native, limit * gas.price), 6),
      to,
      chainType: 'EVM',
      rpcUrl: context.rpcUrl(evm.chain.listing.chainId),
      rest: {},
    }
  })
}
