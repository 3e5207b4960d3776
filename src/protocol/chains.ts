import {
  anyJson,
  type Codec,
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
} from './codec'
import { type DecodeResult, decodeEnvelope, encodeEnvelope, type RawResponse } from './envelope'
import type { ChainCurrencyRecord, ChainRecord, CurrencyRecord, Envelope } from './serviceMessages'

/** Decodes the answer to `GET /api/blockchain`. */
export function decodeChains(heard: RawResponse): DecodeResult<readonly ChainRecord[]> {
  return decodeEnvelope(heard, chains)
}

export function encodeChains(envelope: Envelope<readonly ChainRecord[]>): string {
  return encodeEnvelope(envelope, chains)
}

const currency = looseObject<CurrencyRecord>({
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
const nestedChain = looseObject<Omit<ChainRecord, 'chainCurrencies'>>(bareChain)

const chainCurrency = looseObject<ChainCurrencyRecord>({
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

const chain: Codec<ChainRecord> = looseObject<ChainRecord>({
  ...bareChain,
  chainCurrencies: optional(lenientArray(chainCurrency, 'M-054', 'currency')),
})

const chains = lenientArray(chain, 'M-033', 'chain')
