import { fromUnits } from '../domain/amount'
import type { DeploymentChain } from '../protocol/deployment'
import { native, sameAddress } from './decode/evm/address'
import type { TokenNames } from './tokenNames'

/** `1,234.5 USDC`, in full; base units and the address where the token is not known. */
export function amountWords(book: TokenNames, token: string, units: bigint): string {
  const known = lookUp(book, token)
  if (!known) return `${units} base units of ${token}`
  return `${grouped(fromUnits(units, known.decimals))} ${known.symbol}`
}

/** The symbol, or the whole address of a token that is not part of the trade. */
export function tokenWords(book: TokenNames, token: string): string {
  return lookUp(book, token)?.symbol ?? token
}

/** Basis points as percent: `0.5 %`. */
export function percentWords(bps: number | bigint): string {
  return `${fromUnits(BigInt(bps), 2)} %`
}

function lookUp({ tokens, chain }: TokenNames, token: string): { symbol: string; decimals: number } | undefined {
  if (token === native)
    return tokens.find(({ isNative, chain: { chainId } }) => isNative && chainId === chain?.chainId) ?? coinOf(chain)
  const listed = tokens.find(({ address, isNative }) => !isNative && sameAddress(address, token))
  if (listed) return listed
  const coin = coinOf(chain)
  return sameAddress(token, chain?.wrappedNative) && coin ? { ...coin, symbol: `wrapped ${coin.symbol}` } : undefined
}

function coinOf(chain: DeploymentChain | undefined) {
  return chain?.nativeCurrency ?? { symbol: 'native coins', decimals: 18 }
}

function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${digits}.${fraction}` : digits
}
