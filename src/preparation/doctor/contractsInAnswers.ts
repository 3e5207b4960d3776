import { addressKey, isEvmAddress } from '../../domain/address'
import type { ReadPool } from '../../protocol/pools/poolReader'
import type { Refusal } from '../../protocol/refusal'
import type { AskedQuote } from './sampleTrades'

/** The pools of a chain, as far as they were asked for. */
export type AskedPools =
  | { readonly is: 'read'; readonly chainId: number; readonly pools: readonly ReadPool[] }
  | { readonly is: 'refused'; readonly chainId: number; readonly refusal: Refusal }

export type ContractRole = 'called' | 'spender' | 'position manager'

/** A contract that the service's answers name. */
export type ContractInAnswers = {
  readonly chainId: number
  readonly address: string
  readonly roles: readonly ContractRole[]
  /** How many transactions and pool records name it. */
  readonly times: number
}

/** A node's response for a contract, with a name if its code is well known. */
export type ContractCode = {
  readonly chainId: number
  readonly address: string
  readonly is: 'known' | 'unknown' | 'proxy' | 'empty'
  readonly name?: string
  /** Keccak-256 of the code, unless it is a proxy's. */
  readonly codeHash?: string
  /** The wrapped coin that the contract names, where it is a known one. */
  readonly wrappedNative?: string
}

/** Contracts that transactions call or let spend, and position managers that pool records name; the most named first. */
export function contractsInAnswers(
  quotes: readonly AskedQuote[],
  networks: readonly AskedPools[],
): readonly ContractInAnswers[] {
  const found = new Map<string, ContractInAnswers>()
  const add = (chainId: number, address: string, role: ContractRole) => {
    const key = `${chainId} ${addressKey(address)}`
    const before = found.get(key) ?? { chainId, address, roles: [], times: 0 }
    found.set(key, { ...before, roles: [...new Set([...before.roles, role])], times: before.times + 1 })
  }
  for (const quote of quotes)
    for (const { to, data } of quote.is === 'answer' ? quote.value.transactions : []) {
      if (to === undefined || !isEvmAddress(to)) continue
      const spender = spenderIn(data)
      // An allowance calls the token, which the list names.
      if (spender === undefined) add(quote.chainId, to, 'called')
      else add(quote.chainId, spender, 'spender')
    }
  for (const network of networks)
    for (const { positionManager } of network.is === 'read' ? network.pools : [])
      if (positionManager.is === 'known') add(network.chainId, positionManager.value, 'position manager')
  return [...found.values()].sort((a, b) => b.times - a.times)
}

/** The spender of `approve(address,uint256)`; `undefined` for other calls. */
function spenderIn(data: unknown): string | undefined {
  const [, spender] = typeof data === 'string' ? (/^0x095ea7b3[\da-f]{24}([\da-f]{40})/i.exec(data) ?? []) : []
  return spender === undefined ? undefined : `0x${spender}`
}
