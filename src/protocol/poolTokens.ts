import { addressKey, addressKind } from '../domain/address'
import { cleanText } from '../domain/label'
import type { PoolToken } from '../domain/pool'
import { wholeNumber } from './decimal'
import { type Json, numberText } from './json'
import { type Facts, findings, numbers } from './poolFacts'

/** The two tokens in the order in which the record names them. */
export function tokensIn(facts: Facts): readonly [PoolToken, PoolToken] {
  return [tokenIn(facts, 0), tokenIn(facts, 1)]
}

function tokenIn(facts: Facts, side: 0 | 1): PoolToken {
  const { byAddress, byId } = facts.around
  const places = [...findings(facts, `token${side} address`), ...findings(facts, `token${side} id`)]
  const address = places.map(({ json }) => addressIn(json)).find((found) => found !== undefined)
  const id = places
    .map(({ json }) => wholeNumber(numberText(json) ?? (typeof json === 'string' ? json : '')))
    .find((found) => found !== undefined)
  const token = address === undefined ? byId.get(id ?? Number.NaN) : byAddress.get(addressKey(address))
  const [price] = numbers(facts, `token${side} price`)
  const [decimals] = findings(facts, `token${side} decimals`).map(({ json }) => smallWhole(json))
  return {
    address: address ?? token?.address,
    symbol: textIn(facts, `token${side} symbol`, 12) ?? token?.symbol,
    name: textIn(facts, `token${side} name`, 40) ?? token?.name,
    decimals: decimals ?? token?.decimals,
    price: price && price.number.number > 0 ? price.number.text : token?.price,
    path: places[0]?.spot.path ?? '$',
    token,
  }
}

/** An address, also behind the name of a network: `eth_0x…`. */
export function addressIn(json: Json): string | undefined {
  if (typeof json !== 'string') return undefined
  const text = json.trim()
  const bare = addressKind(text) ? text : text.slice(text.lastIndexOf('_') + 1)
  return addressKind(bare) ? bare : undefined
}

function textIn(facts: Facts, meaning: `token${0 | 1} ${'symbol' | 'name'}`, limit: number): string | undefined {
  const [text] = findings(facts, meaning).flatMap(({ json }) =>
    typeof json === 'string' ? cleanText(json, limit) : [],
  )
  return text || undefined
}

function smallWhole(json: Json): number | undefined {
  const number = wholeNumber(numberText(json) ?? (typeof json === 'string' ? json : ''))
  return number !== undefined && number >= 0 && number <= 77 ? number : undefined
}
