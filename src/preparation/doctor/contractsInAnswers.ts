import { addressKey, isEvmAddress } from '../../domain/address'
import type { ReadPool } from '../../protocol/pools/poolReader'
import type { SwapAnswer } from '../../protocol/serviceMessages'

export type ContractRole = 'called' | 'spender' | 'position manager'

/** A contract that the service's answers name. */
export type ContractInAnswers = {
  readonly chainId: number
  readonly address: string
  readonly roles: readonly ContractRole[]
  /** How many transactions and pool records name it. */
  readonly times: number
}

/** Contracts that transactions call or let spend, and position managers that pool records name; the most named first. */
export function contractsInAnswers(
  answers: readonly { readonly chainId: number; readonly answer: SwapAnswer }[],
  networks: readonly { readonly chainId: number; readonly pools: readonly ReadPool[] }[],
): readonly ContractInAnswers[] {
  const found = new Map<string, ContractInAnswers>()
  const add = (chainId: number, address: string, role: ContractRole) => {
    const key = `${chainId} ${addressKey(address)}`
    const before = found.get(key) ?? { chainId, address, roles: [], times: 0 }
    found.set(key, { ...before, roles: [...new Set([...before.roles, role])], times: before.times + 1 })
  }
  for (const { chainId, answer } of answers)
    for (const { to, data } of answer.transactions) {
      if (to === undefined || !isEvmAddress(to)) continue
      const spender = spenderIn(data)
      // An allowance calls the token, which the list names.
      if (spender === undefined) add(chainId, to, 'called')
      else add(chainId, spender, 'spender')
    }
  for (const { chainId, pools } of networks)
    for (const { positionManager } of pools)
      if (positionManager.is === 'known') add(chainId, positionManager.value, 'position manager')
  return [...found.values()].sort((a, b) => b.times - a.times)
}

/** The spender of `approve(address,uint256)`; `undefined` for other calls. */
function spenderIn(data: unknown): string | undefined {
  const [, spender] = typeof data === 'string' ? (/^0x095ea7b3[\da-f]{24}([\da-f]{40})/i.exec(data) ?? []) : []
  return spender === undefined ? undefined : `0x${spender}`
}
