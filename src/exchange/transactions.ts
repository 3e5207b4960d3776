import { type Address, encodeFunctionData, type Hex, hexToBigInt, isHex, toHex } from 'viem'
import { isRecord } from '../domain/record'
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

/** Gas limit of each transaction, and the price of a unit of gas. */
type Gas = { readonly amounts: readonly bigint[]; readonly price: bigint }

/**
 * Simulates the transactions in sequence and adds a margin. Where that fails, because the signer owns nothing yet or is
 * unknown, each transaction's own estimate is used.
 */
async function measureGas(
  { rpc }: LocalChain,
  transactions: readonly UnsignedTransaction[],
  signer: Address | undefined,
): Promise<Gas> {
  const calls = transactions.map(({ to, data, value }) => ({ from: signer, to, data, value: toHex(value) }))
  const [price, simulated] = await Promise.all([
    rpc.call('eth_gasPrice'),
    signer && rpc.call('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest']).catch(() => undefined),
  ])
  const used = gasUsed(simulated)
  const amounts = transactions.map(({ gas }, index) => ((used?.[index] ?? gas) * 13n) / 10n)
  return { amounts, price: isHex(price) ? hexToBigInt(price) : 0n }
}

/** `undefined` when a call failed, because the results of later calls are then meaningless. */
function gasUsed(simulated: unknown): readonly bigint[] | undefined {
  const [block]: unknown[] = Array.isArray(simulated) ? simulated : []
  if (!isRecord(block) || !Array.isArray(block.calls)) return undefined
  const used = block.calls.map((call: unknown) =>
    isRecord(call) && call.status === '0x1' && isHex(call.gasUsed) ? hexToBigInt(call.gasUsed) : undefined,
  )
  return used.every((gas) => gas !== undefined) ? used : undefined
}
