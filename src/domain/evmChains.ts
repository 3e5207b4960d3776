import type { Chain } from './chain'

/** The chains whose nodes speak Ethereum's JSON-RPC. */
export function evmChains<T extends Pick<Chain, 'kind'>>(chains: readonly T[]): readonly T[] {
  return chains.filter(({ kind }) => kind === 'evm')
}
