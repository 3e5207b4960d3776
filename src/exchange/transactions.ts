import { type Address, encodeFunctionData, type Hex } from 'viem'
import { type JsonObject, jsonNumber } from '../protocol/json/json'
import type { ExchangeContext } from './context'
import { plainNumber } from './decimalText'
import { type LocalChain, nextBlockTime } from './evm/chain'
import { tokenAbi } from './evm/contracts'
import { type ListedToken, type LocalEvmExchange, nativeToken } from './evm/localEvmExchange'
import { usdValue } from './prices'

/** A transaction for a wallet to sign. */
export type UnsignedTransaction = {
  readonly type: 'approval' | 'swap' | 'wrap' | 'unwrap' | 'bridge' | 'addLiquidity'
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
  /** Gas estimate, used when the transaction cannot be simulated. */
  readonly gas: bigint
}

type Approval = {
  readonly token: ListedToken
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** Approves exactly the amount; resets to zero first where the token forbids changing an allowance. */
export async function approvalTransactions(
  { chain }: LocalEvmExchange,
  approval: Approval,
): Promise<readonly UnsignedTransaction[]> {
  const { token, owner, spender, amount } = approval
  if (token.kind === 'native') return []
  const allowance = await chain.client.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  if (allowance >= amount) return []
  const needsReset = token.kind === 'tether' && allowance > 0n
  return [...(needsReset ? [approve(token, spender, 0n)] : []), approve(token, spender, amount)]
}

function approve({ address }: ListedToken, spender: Address, amount: bigint): UnsignedTransaction {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
  return { type: 'approval', to: address, data, value: 0n, gas: 65_000n }
}

/** Transactions as the service sends them, in the order of signing. Without a signer no account is read. */
export async function transactionRecords(
  evm: LocalEvmExchange,
  context: ExchangeContext,
  transactions: readonly UnsignedTransaction[],
  signer: Address | undefined,
): Promise<JsonObject[]> {
  const native = nativeToken(evm)
  const gas = await measureGas(evm.chain, transactions, signer)
  return transactions.map(({ type, to, data, value }, order) => {
    const limit = gas.amounts[order]!
    return {
      type,
      data,
      order,
      value: jsonNumber(value.toString()),
      gasAmount: jsonNumber(limit.toString()),
      gasUsd: jsonNumber(plainNumber(usdValue(context.prices(), native, limit * gas.price), 6)),
      to,
      chainType: 'EVM',
      rpcUrl: context.rpcUrl(evm.chain.listing.chainId),
    }
  })
}

/** Seconds of chain time until a prepared transaction expires. */
const validSeconds = 20 * 60

/** The time until which a prepared transaction is valid, in seconds since 1970. */
export async function deadline(chain: LocalChain): Promise<bigint> {
  return BigInt((await nextBlockTime(chain)) + validSeconds)
}

/**
 * The gas limit of each transaction, and the price of a unit of gas. Simulates the transactions in sequence and adds a
 * margin. Where one fails, because the signer owns nothing yet or is unknown, each transaction's own estimate is used.
 */
async function measureGas(
  { client }: LocalChain,
  transactions: readonly UnsignedTransaction[],
  signer: Address | undefined,
): Promise<{ readonly amounts: readonly bigint[]; readonly price: bigint }> {
  const calls = transactions.map(({ to, data, value }) => ({ account: signer, to, data, value }))
  const [price, simulated] = await Promise.all([
    client.getGasPrice(),
    signer && client.simulateBlocks({ blocks: [{ calls }] }).catch(() => undefined),
  ])
  const results = simulated?.[0]?.calls ?? []
  const isWhole = results.every(({ status }) => status === 'success')
  const amounts = transactions.map(({ gas }, index) => (((isWhole && results[index]?.gasUsed) || gas) * 13n) / 10n)
  return { amounts, price }
}
