import type { ChainNode } from '../guard/simulate/evm/gather'
import type { Wallets } from '../wallets/wallets'

/** The nodes for checks, with their reports about themselves. One for all reviews and orders of a tab. */
export type SimulationNodes = {
  readonly of: (chainId: number) => readonly ChainNode[]
  /** A node that reports that it cannot simulate is not asked to again in this visit. */
  readonly cannotSimulate: (names: readonly string[]) => void
  /**
   * Whether a chain's head is worth asking for early. After one wrong guess it is not in this visit: where a block follows
   * within a second, steps would be simulated twice each time.
   */
  readonly isHeadSteady: (chainId: number) => boolean
  readonly headWasWrong: (chainId: number) => void
}

export function createSimulationNodes(rpc: Wallets['rpc']): SimulationNodes {
  const unable = new Set<string>()
  const unsteady = new Set<number>()
  return {
    of: (chainId) => {
      const name = `chain ${chainId}`
      return [{ name, ask: rpc(chainId), simulates: !unable.has(name) }]
    },
    cannotSimulate: (names) => {
      for (const name of names) unable.add(name)
    },
    isHeadSteady: (chainId) => !unsteady.has(chainId),
    headWasWrong: (chainId) => void unsteady.add(chainId),
  }
}
