import type { Token } from '../token'

/** The reported prices of each token id in the latest lists, oldest first, at most three. */
export type PriceHistory = ReadonlyMap<number, readonly string[]>

/**
 * Adds a list of tokens to the price history. A price that changed a hundredfold within the last three lists is
 * unusual: the token gets a caution, and until the price has settled its median is used.
 */
export function checkPrices(
  tokens: readonly Token[],
  before: PriceHistory,
): { readonly tokens: readonly Token[]; readonly history: PriceHistory } {
  const history = new Map<number, readonly string[]>()
  const checked = tokens.map((token) => {
    const reported = token.reportedPrice ?? token.price
    if (reported === undefined) return token
    const prices = [...(before.get(token.id) ?? []), reported].slice(-kept)
    history.set(token.id, prices)
    return checkedToken(token, reported, prices)
  })
  return { tokens: checked.every((token, index) => token === tokens[index]) ? tokens : checked, history }
}

function checkedToken(token: Token, reported: string, prices: readonly string[]): Token {
  const { reportedPrice, cautions = [], ...plain } = token
  const others = cautions.filter(({ is }) => is !== 'unusual price')
  if (!isUnusual(prices)) {
    if (reportedPrice === undefined) return token
    return { ...plain, price: reported, ...(others.length > 0 && { cautions: others }) }
  }
  const price = medianOf(prices)
  if (reportedPrice === reported && token.price === price) return token
  return { ...plain, price, reportedPrice: reported, cautions: [...others, { is: 'unusual price' }] }
}

function isUnusual(prices: readonly string[]): boolean {
  const values = prices.map(Number)
  return Math.max(...values) >= unusualFactor * Math.min(...values)
}

/** Of two prices, the older one counts as the median. */
function medianOf(prices: readonly string[]): string {
  if (prices.length < 3) return prices[0]!
  return prices.toSorted((a, b) => Number(a) - Number(b))[1]!
}

const kept = 3
const unusualFactor = 100
