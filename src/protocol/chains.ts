import {
  anyJson,
  type Decoded,
  decimal,
  decimals,
  fallback,
  id,
  integer,
  labelText,
  lenientArray,
  looseObject,
  optional,
  string,
} from './decoder'
import { type DecodeResult, decodeEnvelope, type RawResponse } from './envelope'

/** Decodes the answer to `GET /api/blockchain`. */
export function decodeChains(heard: RawResponse): DecodeResult<Decoded<typeof chains>> {
  return decodeEnvelope(heard, chains)
}

const currency = looseObject({
  id: fallback(integer, undefined),
  name: labelText,
  ticker: labelText,
  decimals,
  price: fallback(decimal, undefined),
  relativeImagePath: fallback(string, undefined),
  createdAt: labelText,
  updatedAt: labelText,
})

const bareChain = {
  id: fallback(integer, undefined),
  name: labelText,
  routerSlug: labelText,
  chainId: integer,
  messageReceiver: anyJson,
  status: anyJson,
  type: anyJson,
  createdAt: labelText,
  updatedAt: labelText,
}

/** A chain nested in a currency has no currencies of its own; should it have some, they are kept in `rest`. */
const nestedChain = looseObject(bareChain)

export const chainCurrency = looseObject({
  id,
  address: labelText,
  chainId: fallback(integer, undefined),
  currencyId: fallback(integer, undefined),
  chain: fallback(nestedChain, undefined),
  type: anyJson,
  relatedCurrencyId: fallback(integer, null),
  relatedCurrency: anyJson,
  currency,
  createdAt: labelText,
  updatedAt: labelText,
})

export const chain = looseObject({
  ...bareChain,
  chainCurrencies: optional(lenientArray(chainCurrency, 'M-054', 'currency')),
})

const chains = lenientArray(chain, 'M-033', 'chain')
