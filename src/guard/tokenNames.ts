import type { Amount } from '../domain/amount'
import type { Token } from '../domain/token'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import { assetOf, native, sameAddress } from './decode/evm/address'
import type { AmountFact, TokenFact } from './findings/factTypes'
import { type Intent, tokensIn } from './intent'

/** The tokens a plan can name; every other token has only its address. */
export type TokenNames = {
  readonly tokens: readonly Token[]
  readonly chain: DeploymentChain | undefined
}

export function tokenNamesOf(intent: Intent, chain: DeploymentChain | undefined): TokenNames {
  return { tokens: tokensIn(intent), chain }
}

/** An amount as a fact, with the symbol and decimals of its token if known. */
export function amountFact(names: TokenNames, token: string, units: bigint): AmountFact {
  const known = knownToken(names, token)
  return { ...tokenFact(names, token), units: String(units), ...(known && { decimals: known.decimals }) }
}

/** The same for an `Amount`, which has its token. */
export function amountFactOf({ token, units }: Amount): AmountFact {
  const { symbol, decimals } = token
  return { address: assetOf(token), symbol, decimals, units: String(units) }
}

/** A token as a fact: its address, and its symbol where it is part of the trade. */
export function tokenFact(names: TokenNames, token: string): TokenFact {
  const known = knownToken(names, token)
  return {
    address: token,
    ...(known?.symbol !== undefined && { symbol: known.symbol }),
    ...(known?.isWrapped && { isWrapped: true }),
  }
}

type KnownToken = { readonly symbol: string | undefined; readonly decimals: number; readonly isWrapped?: true }

function knownToken({ tokens, chain }: TokenNames, token: string): KnownToken | undefined {
  if (token === native)
    return tokens.find(({ isNative, chain: { chainId } }) => isNative && chainId === chain?.chainId) ?? coinOf(chain)
  const listed = tokens.find(({ address, isNative }) => !isNative && sameAddress(address, token))
  if (listed) return listed
  return sameAddress(token, chain?.wrappedNative) ? { ...coinOf(chain), isWrapped: true } : undefined
}

/** Every EVM chain counts its own coin in 18 decimals. */
function coinOf(chain: DeploymentChain | undefined) {
  return chain?.nativeCurrency ?? { symbol: undefined, decimals: 18 }
}
