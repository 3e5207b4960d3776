import { isList, isObject, type Json, type JsonObject } from '../../src/protocol/json/json'

/*
 * The exchange's chain list with malformed entries. Tokens that must not be traded have "zzbad" in their name; those
 * that may have "zzgood", "zzprice", "zzimage", "zzname" or "zzlink".
 */

export const hostileTickers: readonly Json[] = [
  '',
  null,
  42,
  'X'.repeat(10_000),
  '🦀🦀',
  'A\nB\tC',
  '<script>window.polluted=1</script>',
  '{{constructor.constructor("alert(1)")()}}',
  '%s%n%x',
  '</title><svg onload=alert(1)>',
]

export const hostileImages: readonly Json[] = [
  null,
  'https://evil.example/x.png',
  '//evil.example/x.png',
  '\\\\evil.example\\x.png',
  '../../api/blockchain',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'x'.repeat(5_000),
  7,
]

const prices: readonly Json[] = [null, '1.2', -1, 0, 1e308, 'NaN', 1e-30]

export function oddChains([harbor, delta, ...others]: readonly JsonObject[]): readonly Json[] {
  if (!harbor || !delta) throw new Error('The exchange lists two chains at least.')
  const far = {
    ...named(delta, 'Far Away', 4_242),
    id: 77,
    chainCurrencies: [entry(9_901, 4_242, { name: 'zzfar' }, addressOf(9_901))],
  }
  return [
    { ...harbor, chainCurrencies: [...currenciesOf(harbor), ...oddEntries()] },
    { ...delta, name: 'Ethereum', type: { is: 'EVM' }, status: 'ACTIVE', createdAt: 'yesterday', updatedAt: 1e300 },
    ...others,
    { ...harbor },
    // Different chains with one chain id are ambiguous, so neither is listed.
    { ...named(delta, 'Twin', 4_343), id: 78, chainCurrencies: [entry(9_902, 4_343, { name: 'zzbad' })] },
    { ...named(delta, 'Other twin', 4_343), id: 79, chainCurrencies: [entry(9_903, 4_343, { name: 'zzbad' })] },
    far,
    // Invalid chain ids, and lists of tokens that are not lists.
    ...[1.5, -1, 0, 1e21, 'one', null].map((chainId, index) => ({ ...far, id: 800 + index, name: 'zzbad', chainId })),
    ...[undefined, null, {}, 'many'].map((chainCurrencies, index) => {
      const { chainCurrencies: _, ...bare } = named(delta, `Bare ${index}`, 5_000 + index)
      return { ...bare, id: 900 + index, ...(chainCurrencies === undefined ? {} : { chainCurrencies }) }
    }),
    null,
    'Harbor',
  ]
}

/** The chain with `count` additional tokens. */
export function manyTokens(chain: JsonObject, count: number): JsonObject {
  const more = Array.from({ length: count }, (_, index) => ({
    id: 100_000 + index,
    address: addressOf(100_000 + index),
    currency: { name: '', ticker: `T${index}`, decimals: 18 },
  }))
  return { ...chain, chainCurrencies: [...currenciesOf(chain), ...more] }
}

/** The chain, with other decimals for one of its tokens. */
export function withDecimals(chain: JsonObject, ticker: string, decimals: number): JsonObject {
  const currencies = currenciesOf(chain).map((each) => {
    if (!isObject(each) || !isObject(each.currency) || each.currency.ticker !== ticker) return each
    return { ...each, currency: { ...each.currency, decimals } }
  })
  return { ...chain, chainCurrencies: currencies }
}

function oddEntries(): readonly Json[] {
  const bad = (id: number, more: JsonObject, currency: JsonObject = {}) => ({
    ...entry(id, 741_001, { name: 'zzbad', ...currency }),
    ...more,
  })
  const addresses = [
    ...['', null, '0x', `0x${'1'.repeat(39)}`, 'vitalik.eth', `０x${'1'.repeat(40)}`, `0X${'1'.repeat(40)}`],
    'So11111111111111111111111111111111111111112',
  ]
  const good = (id: number, address: string, currency: JsonObject = {}) =>
    entry(id, 741_001, { name: 'zzgood', ...currency }, address)
  return [
    ...addresses.map((address, index) => bad(9_100 + index, { address })),
    bad(9_001, { address: addressOf(1) }),
    bad(9_001, { address: addressOf(2) }),
    bad(9_120, { chainId: 5 }),
    ...[-1, 78, 'six', null].map((decimals, index) => bad(9_130 + index, {}, { decimals })),
    bad(9_140, { currency: null }),
    { id: 9_141, address: addressOf(9_141) },
    null,
    good(9_200, addressOf(9_200)),
    bad(9_201, { address: addressOf(9_200) }),
    good(9_202, `  ${addressOf(9_202)} `),
    good(9_203, '0xABCDEF0000000000000000000000000000000001'),
    {
      ...good(9_204, addressOf(9_204), { createdAt: '9999-99-99', updatedAt: {} }),
      relatedCurrencyId: 9_204,
      relatedCurrency: { id: 9_204, relatedCurrency: { id: 9_204, relatedCurrency: null } },
    },
    ...prices.map((price, index) => entry(9_300 + index, 741_001, { name: 'zzprice', price })),
    ...hostileImages.map((path, index) => entry(9_400 + index, 741_001, { name: 'zzimage', relativeImagePath: path })),
    ...hostileTickers.map((ticker, index) => entry(9_500 + index, 741_001, { name: 'zzname', ticker })),
    entry(9_600, 741_001, { name: 'USD Coin', ticker: 'USDС' }),
    entry(9_601, 741_001, { name: 'zzlink visit claim.example to claim', ticker: 'GIFT' }),
  ]
}

function entry(id: number, chainId: number, currency: JsonObject, address = addressOf(id)): JsonObject {
  return { id, address, chainId, currency: { ticker: `Z${id}`, decimals: 18, ...currency } }
}

function addressOf(id: number): string {
  return `0x${id.toString(16).padStart(40, '0')}`
}

function named(chain: JsonObject, name: string, chainId: number): JsonObject {
  return { ...chain, name, routerSlug: name, chainId }
}

function currenciesOf({ chainCurrencies }: JsonObject): readonly Json[] {
  return isList(chainCurrencies ?? null) ? (chainCurrencies as readonly Json[]) : []
}
