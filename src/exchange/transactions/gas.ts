import { type Address, hexToBigInt, isHex, toHex } from 'viem'
import type { LocalChain } from '../evm/chain'
import type { UnsignedTransaction } from './unsignedTransaction'

/** How much gas each step takes, with a margin, and what a unit of it costs. */
export type Gas = { readonly amounts: readonly bigint[]; readonly price: bigint }

/**
 * Runs the steps one after the other as their signer, without changing anything. Where that fails, say because the
 * signer owns nothing yet, or where no look at the signer's account is wanted, each step's own figure counts.
 */
export async function measureGas(
  { rpc }: LocalChain,
  steps: readonly UnsignedTransaction[],
  signer: Address | undefined,
): Promise<Gas> {
  const calls = steps.map(({ to, data, value }) => ({ from: signer, to, data, value: toHex(value) }))
  const [price, simulated] = await Promise.all([
    rpc.call('eth_gasPrice'),
    signer && rpc.call('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest']).catch(() => undefined),
  ])
  const used = gasUsed(simulated)
  const amounts = steps.map(({ gas }, place) => ((used?.[place] ?? gas) * 13n) / 10n)
  return { amounts, price: isHex(price) ? hexToBigInt(price) : 0n }
}

/** `undefined` when a call failed, for then the ones after it mean nothing. */
function gasUsed(simulated: unknown): readonly bigint[] | undefined {
  const [block]: unknown[] = Array.isArray(simulated) ? simulated : []
  if (!isRecord(block) || !Array.isArray(block.calls)) return undefined
  const used = block.calls.map((call: unknown) =>
    isRecord(call) && call.status === '0x1' && isHex(call.gasUsed) ? hexToBigInt(call.gasUsed) : undefined,
  )
  return used.every((gas) => gas !== undefined) ? used : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
