import { addressKey } from '../../domain/address'
import { addressKind } from '../../domain/chainKinds'
import type { PoolRemark, PoolToken } from '../../domain/pools/pool'
import { cleanText } from '../../domain/text/label'
import { wholeNumber } from '../json/decimal'
import { type Json, numberText } from '../json/json'
import { type Candidate, candidates, numberCandidates, type RecordInput } from './candidates'

/** The two tokens in the order of the record. */
export function readTokens(input: RecordInput): readonly [PoolToken, PoolToken] {
  const tokens = [readToken(input, 0), readToken(input, 1)] as const
  const [first, second] = tokens
  if (first.symbol !== undefined || second.symbol !== undefined) return tokens
  const symbols = symbolsInLabel(input)
  return symbols
    ? [
        { ...first, symbol: symbols[0] },
        { ...second, symbol: symbols[1] },
      ]
    : tokens
}

/**
 * The symbols in the pool's name, for records without symbol fields: `WETH/USDC 0.3%`, `CL100-WETH/USDC`, `WETH-USDC`.
 */
function symbolsInLabel(input: RecordInput): readonly [string, string] | undefined {
  for (const { json } of candidates(input, 'label')) {
    const text = typeof json === 'string' ? cleanText(json, 60) : ''
    const [, before = '', first, second] =
      /^([\w .]*[-: ])?([\p{L}\d.$₮]{1,12})\s*[/_|]\s*([\p{L}\d.$₮]{1,12})(?![\p{L}\d/_|]|\s+\p{L})/u.exec(text) ??
      /^()([\p{L}\d.$₮]{1,12})\s*[-–]\s*([\p{L}\d.$₮]{1,12})(?:[\s(].*)?$/u.exec(text) ??
      []
    // Names of several words, as in `Wrapped BTC/Wrapped Ether` and `Uniswap V3 USD Coin/Tether`, are no symbols.
    const isPartOfName = /\p{L} $/u.test(before) || (/ $/.test(before) && /^\p{Lu}\p{Ll}{3}/u.test(first ?? ''))
    if (first && second && !isPartOfName) return [first, second]
  }
  return undefined
}

/** Where the record differs from the chain list in its tokens. */
export function tokenRemarks(input: RecordInput): readonly PoolRemark[] {
  return ([0, 1] as const).flatMap((side) => {
    const { token } = readToken(input, side)
    const reported = decimalsIn(input, side)
    if (!token || reported === undefined || reported === token.decimals) return []
    const facts = { symbol: token.symbol, reported, listed: token.decimals }
    return [{ code: 'decimals', is: 'other decimals', about: 'decimals', ...facts } as const]
  })
}

function readToken(input: RecordInput, side: 0 | 1): PoolToken {
  const { byAddress, byId } = input.network
  const places = [...candidates(input, `token${side} address`), ...candidates(input, `token${side} id`)]
  const address = places.map(({ json }) => parseAddress(json)).find((found) => found !== undefined)
  const id = places
    .map(({ json }) => wholeNumber(numberText(json) ?? (typeof json === 'string' ? json : '')))
    .find((found) => found !== undefined)
  const token = address === undefined ? byId.get(id ?? Number.NaN) : byAddress.get(addressKey(address))
  const [price] = numberCandidates(input, `token${side} price`)
  const decimals = decimalsIn(input, side)
  return {
    address: address ?? token?.address,
    symbol: textIn(input, `token${side} symbol`, 12) ?? token?.symbol ?? (address ? undefined : bareSymbol(places)),
    name: textIn(input, `token${side} name`, 40) ?? token?.name,
    // The decimals of the token list count, because amounts of money depend on them.
    decimals: token?.decimals ?? decimals,
    price: price && price.number.number > 0 ? price.number.text : token?.price,
    path: places[0]?.path.text ?? '$',
    token,
  }
}

/** The symbol in place of an address: `token0: "WETH"`. */
function bareSymbol(places: readonly Candidate[]): string | undefined {
  const [text] = places.flatMap(({ json }) => (typeof json === 'string' ? cleanText(json, 13) : []))
  return text && /\p{L}/u.test(text) && [...text].length <= 12 ? text : undefined
}

/** An address, also with a network prefix: `eth_0x…`, `1:0x…`. */
export function parseAddress(json: Json): string | undefined {
  if (typeof json !== 'string') return undefined
  const text = json.trim()
  const bare = addressKind(text) ? text : text.slice(text.search(/[^_:/]*$/))
  return addressKind(bare) ? bare : undefined
}

function decimalsIn(input: RecordInput, side: 0 | 1): number | undefined {
  const [decimals] = candidates(input, `token${side} decimals`).map(({ json }) => smallWhole(json))
  return decimals
}

function textIn(input: RecordInput, role: `token${0 | 1} ${'symbol' | 'name'}`, limit: number): string | undefined {
  const [text] = candidates(input, role).flatMap(({ json }) => (typeof json === 'string' ? cleanText(json, limit) : []))
  return text || undefined
}

function smallWhole(json: Json): number | undefined {
  const number = wholeNumber(numberText(json) ?? (typeof json === 'string' ? json : ''))
  return number !== undefined && number >= 0 && number <= 77 ? number : undefined
}
