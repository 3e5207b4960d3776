import type { ChainKind } from '../domain/chain'

/** One difference between an answer and the specification, and how it was handled. */
export type Deviation = DeviationInput & {
  /** The path, with array indexes left out: `$.data[].chainId`. */
  readonly where: string
  /** The first value found, shortened. */
  readonly found: string | undefined
  readonly times: number
}

export type DeviationInput = {
  /** The code of the broken rule (`M-033`), or `missing` or `type`. */
  readonly code: string
  readonly did: 'dropped' | 'coerced' | 'ignored' | 'noted'
  readonly reason: DeviationReason
}

/** The kind of difference; its sentence is in the catalogue. */
export type DeviationReason =
  | { readonly is: 'missing' }
  | { readonly is: 'wrong type'; readonly expected: JsonType }
  | { readonly is: 'read as'; readonly type: JsonType }
  | { readonly is: 'unreadable entry'; readonly entry: 'chain' | 'currency' | 'hop' }
  | { readonly is: 'not a plain number'; readonly field: 'id' | 'decimals' }
  | { readonly is: 'no list of pools' }
  | { readonly is: 'pool not an object' }
  | { readonly is: 'pool too large'; readonly members: number }
  | { readonly is: 'other content type' }
  | { readonly is: 'chain number not positive' }
  | { readonly is: 'chain listed twice' }
  | { readonly is: 'chains of one number'; readonly names: readonly string[] }
  | { readonly is: 'chains of one id'; readonly names: readonly string[] }
  | { readonly is: 'chain kind unknown'; readonly takenAs: ChainKind }
  | { readonly is: 'chain without tokens' }
  | { readonly is: 'chain known by another name'; readonly name: string }
  | { readonly is: 'nested chain differs'; readonly chain: string }
  | { readonly is: 'token of another chain' }
  | { readonly is: 'token listed twice' }
  | { readonly is: 'token id not unique' }
  | { readonly is: 'impossible decimals' }
  | { readonly is: 'address of another kind'; readonly kind: ChainKind }
  | { readonly is: 'impossible price' }

export type JsonType = 'object' | 'list' | 'whole number' | 'number' | 'text' | 'true or false'

/** The number of entries that were left out, for any reason. */
export function countDropped(deviations: readonly Deviation[]): number {
  return deviations.reduce((sum, { did, times }) => (did === 'dropped' ? sum + times : sum), 0)
}
