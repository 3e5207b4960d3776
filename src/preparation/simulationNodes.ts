import type { ChainNode } from '../guard/simulate/evm/gather'
import type { Wallets } from '../wallets/wallets'

/** The nodes for checks, with their reports about themselves. One for all reviews and orders of a tab. */
export type SimulationNodes = ReturnType<typeof createSimulationNodes>

export function createSimulationNodes(rpc: Wallets['rpc']) {
  const unable = new Set<string>()
  return {
    of: (chainId: number): readonly ChainNode[] => {
      const name = `chain ${chainId}`
      return [{ name, ask: rpc(chainId), simulates: !unable.has(name) }]
    },
    /** A node that reports that it cannot simulate is not asked to again in this visit. */
    cannotSimulate: (names: readonly string[]): void => {
      for (const name of names) unable.add(name)
    },
  }
}
