import { type Address, hexToBigInt, isHex, toHex } from 'viem'
import { isRecord } from '../../domain/record'
import type { LocalChain } from '../evm/chain'
import type { UnsignedTransaction } from './unsignedTransaction'

/** Gas limit of each transaction, and the price of a unit of gas. */
export type Gas = { readonly amounts: readonly bigint[]; readonly price: bigint }

/**
 * Simulates the transactions in sequence and adds a margin. Where that fails, because the signer owns nothing yet or is
 * unknown, each transaction's own estimate is used.
 */
export async function measureGas(
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
