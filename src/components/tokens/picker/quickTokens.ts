import type { Token } from '../../../domain/token'
import { isCommon, tokenKey } from '../search'

export type QuickChoice = {
  /** Keys of the recently chosen tokens, the latest first. */
  readonly recent: readonly string[]
  readonly favourites: readonly string[]
  /** Only of this chain. */
  readonly chainId: number | undefined
}

const most = 8

/**
 * One-press tokens: favourites, then recently chosen ones, then common ones of each chain. A chip has no room for a
 * caution, so tokens that need one are only in the list.
 */
export function quickTokens(tokens: readonly Token[], { recent, favourites, chainId }: QuickChoice): readonly Token[] {
  const here = tokens.filter(
    ({ chain, cautions = [] }) => cautions.length === 0 && (chainId === undefined || chain.chainId === chainId),
  )
  const byKey = new Map(here.map((token) => [tokenKey(token), token]))
  const chosen = [...favourites, ...recent.slice(0, 4)].flatMap((key) => byKey.get(key) ?? [])
  return [...new Set([...chosen, ...here.filter(isCommon)])].slice(0, most)
}
