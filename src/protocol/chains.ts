import { type Codec, decimal, integer, label, list, open, optional, record, soft, text } from './codec'
import { decodeEnvelope, encodeEnvelope, type Heard, type Reading } from './envelope'
import type { ChainCurrencyRecord, ChainRecord, CurrencyRecord, Envelope } from './messages'

/** `GET /api/blockchain` */
export function decodeChains(heard: Heard): Reading<readonly ChainRecord[]> {
  return decodeEnvelope(heard, chains)
}

export function encodeChains(envelope: Envelope<readonly ChainRecord[]>): string {
  return encodeEnvelope(envelope, chains)
}

const currency = record<CurrencyRecord>({
  id: soft(integer, undefined),
  name: label,
  ticker: label,
  decimals: integer,
  price: soft(decimal, undefined),
  relativeImagePath: soft(text, undefined),
  createdAt: label,
  updatedAt: label,
})

const bareChain = {
  id: soft(integer, undefined),
  name: label,
  routerSlug: label,
  chainId: integer,
  messageReceiver: open,
  status: open,
  type: open,
  createdAt: label,
  updatedAt: label,
}

/** Nested in a currency a chain comes without its currencies; should it bring them, they stay in `rest`. */
const nestedChain = record<Omit<ChainRecord, 'chainCurrencies'>>(bareChain)

const chainCurrency = record<ChainCurrencyRecord>({
  id: integer,
  address: label,
  chainId: soft(integer, undefined),
  currencyId: soft(integer, undefined),
  chain: soft(nestedChain, undefined),
  type: open,
  relatedCurrencyId: soft(integer, null),
  relatedCurrency: open,
  currency,
  createdAt: label,
  updatedAt: label,
})

const chain: Codec<ChainRecord> = record<ChainRecord>({
  ...bareChain,
  chainCurrencies: optional(list(chainCurrency, 'M-054', 'currency')),
})

const chains = list(chain, 'M-033', 'chain')
