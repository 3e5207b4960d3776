import type { ChainNode } from '../guard/simulate/evm/gather'
import type { Wallets } from '../wallets/wallets'

/** The nodes that checks ask, and what they said about themselves. One for all reviews and orders of a tab. */
export type SimulationNodes = {
  readonly of: (chainId: number) => readonly ChainNode[]
  /** A node that said it cannot simulate is not asked to again in this visit. */
  readonly cannotSimulate: (names: readonly string[]) => void
}

export function createSimulationNodes(rpc: Wallets['rpc']): SimulationNodes {
  const unable = new Set<string>()
  return {
    of: (chainId) => {
      const name = `chain ${chainId}`
      return [{ name, ask: rpc(chainId), simulates: !unable.has(name) }]
    },
    cannotSimulate: (names) => {
      for (const name of names) unable.add(name)
    },
  }
}
