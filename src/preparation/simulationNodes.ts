import type { ChainNode } from '../guard/simulate/evm/gather'
import type { Wallets } from '../wallets/wallets'

/** The nodes for checks. */
export type SimulationNodes = ReturnType<typeof createSimulationNodes>

export function createSimulationNodes(rpc: Wallets['rpc']) {
  return { of: (chainId: number): readonly ChainNode[] => [{ ask: rpc(chainId) }] }
}
