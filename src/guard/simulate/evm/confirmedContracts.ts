import { membersOf, type RpcPort } from '../../../chain/rpc'
import type { SeenContract } from '../../checkInputs'
import { sameAddress } from '../../decode/evm/address'
import { isEvmStep, type Step } from '../../plan'

/**
 * The remembered contracts among the targets of a plan whose receipt the chain has: sent by the same account, to that
 * contract, with success. The journal by itself proves nothing, because anyone who writes to this browser's storage
 * could vouch for a contract of theirs.
 */
export async function confirmedContracts(
  seen: readonly SeenContract[],
  steps: readonly Step[],
  sender: string,
  nodeOf: (chainId: number) => RpcPort | undefined,
): Promise<readonly SeenContract[]> {
  const called = seen.filter(({ chainId, address }) =>
    steps.some((step) => isEvmStep(step) && step.chainId === chainId && sameAddress(step.to, address)),
  )
  const found = await Promise.all(
    called.map(async (pin) => ((await isOnChain(pin, sender, nodeOf(pin.chainId))) ? [pin] : [])),
  )
  return found.flat()
}

async function isOnChain({ hash, address }: SeenContract, sender: string, ask: RpcPort | undefined): Promise<boolean> {
  const { from, to, status } = membersOf(await ask?.('eth_getTransactionReceipt', [hash]).catch(() => undefined))
  const isSame = (found: unknown, wanted: string) => typeof found === 'string' && sameAddress(found, wanted)
  return status === '0x1' && isSame(from, sender) && isSame(to, address)
}
