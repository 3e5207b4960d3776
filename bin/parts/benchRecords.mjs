/** The envelope of every answer of the service. */
export function envelope(data) {
  return JSON.stringify({ message: 'ok', data, status: true })
}

const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }

const chain = {
  ...{ id: 1, name: 'Harbor', routerSlug: 'harbor', chainId: 741_001, messageReceiver: null, status: 'active' },
  type: 'EVM',
}

/** The record of one chain with so many currencies, the first of which is its own coin. */
export function chainWith(tokens) {
  const chainCurrencies = Array.from({ length: tokens }, (_, place) => {
    const id = place + 1
    const address = addressNo(place === 0 ? 0 : 0x1000 + place)
    const name = { id, name: `Token ${place}`, ticker: `T${place}`, decimals: 18, price: id, relativeImagePath: null }
    const none = { relatedCurrencyId: null, relatedCurrency: null }
    return {
      id,
      address,
      chainId: 1,
      currencyId: id,
      chain: { ...chain, ...at },
      type: 'token',
      ...none,
      ...at,
      currency: { ...name, ...at },
    }
  })
  return { ...chain, chainCurrencies, ...at }
}

/** So many pool records whose figures are spread over `count` different values. */
export function poolRecords(count) {
  return Array.from({ length: count }, (_, place) => ({
    address: addressNo(place + 1),
    token0: { symbol: `T${place}`, decimals: 18 },
    token1: { symbol: 'USDC', decimals: 6 },
    fee: [100, 500, 3000, 10_000][place % 4],
    tick: (place * 37) % 80_000,
    liquidity: `${10n ** 18n + BigInt(place)}`,
    tvlUsd: ((place * 7919) % count) * 100,
    volume24h: ((place * 104_729) % count) * 30,
    fees24h: ((place * 104_729) % count) * 0.09,
    apr: (place * 31) % 97,
    updatedAt: at.updatedAt,
  }))
}

function addressNo(number) {
  return `0x${number.toString(16).padStart(40, '0')}`
}
