import { concat, toFunctionSelector, toHex } from 'viem'
import { expect, test } from 'vitest'
import { honestCases } from './corpus/honest'
import { judgeCase } from './corpus/world'

const zero = '0'.repeat(64)

/** The level of a venue's first honest list, with the words of the swap's calldata changed. */
function levelOf(venue: string, change: (words: readonly string[]) => readonly string[]) {
  const honest = honestCases.find(({ name }) => name.startsWith(`${venue}: `))
  if (!honest) throw new Error(`The corpus has no list of ${venue}.`)
  const { transactions } = honest.answer
  const changed = transactions.map((transaction, index) => {
    if (index !== transactions.length - 1) return transaction
    const data = String(transaction.data)
    const words = data.slice(10).match(/.{1,64}/g) ?? []
    return { ...transaction, data: data.slice(0, 10) + change(words).join('') }
  })
  return judgeCase({ ...honest, answer: { ...honest.answer, transactions: changed } }).level
}

/** Exchanges the second of two neighbours that are equal, and no zero: the quote behind the minimum. */
const lowerQuote = (words: readonly string[]) =>
  words.map((word, index) => (index > 0 && word !== zero && word === words[index - 1] ? zero.replace(/0$/, '1') : word))

test.each(['odos-v2', 'paraswap-v5', 'paraswap-v6', '1inch-v6'])('%s as it is passes', (venue) => {
  expect(levelOf(venue, (words) => words)).toBe('proven')
})

test.each(['kyberswap', '0x-exchange-proxy'])(
  '%s is tried only, because it measures the minimum by the recipient’s balance along a route that no one reads',
  (venue) => {
    expect(levelOf(venue, (words) => words)).toBe('tried')
  },
)

test.each(['paraswap-v5', 'paraswap-v6'])(
  '%s is not read where it may keep what is above a quote that lies below the minimum',
  (venue) => {
    expect(levelOf(venue, lowerQuote)).not.toBe('proven')
  },
)

test('odos-v2 is not read where it would pay the zero address', () => {
  const [receiver] = honestCases.flatMap(({ name, intent }) => (name.startsWith('odos-v2: ') ? [intent.recipient] : []))
  const word = receiver?.slice(2).toLowerCase().padStart(64, '0')
  expect(levelOf('odos-v2', (words) => words.map((each) => (each === word ? zero : each)))).not.toBe('proven')
})

test('1inch-v6 is not read where it takes coins next to the token', () => {
  // The seventh word of the description, behind the executor and two offsets.
  const extra = zero.replace(/0$/, '2')
  const at = (words: readonly string[]) => words.map((word, index) => (index === 7 ? extra : word))
  expect(levelOf('1inch-v6', at)).not.toBe('proven')
})

/*
 * Functions of 1inch v6 and Velora v6.2 for one pool or several, whose routes are numbers: they are not read, so they are
 * never green, and never blocked for that alone.
 */
const unreadCalls = [
  ['1inch-v6', 'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)'],
  ['1inch-v6', 'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)'],
  ['1inch-v6', 'function unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)'],
  ['1inch-v6', 'function ethUnoswap(uint256 minReturn, uint256 dex) payable'],
  [
    'paraswap-v6',
    'function swapExactAmountInOnUniswapV3((address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary, bytes pools) uniData, uint256 partnerAndFee, bytes permit)',
  ],
] as const

test.each(unreadCalls)('%s: %s is not read, and neither green nor blocked for that', (venue, signature) => {
  const one = honestCases.find(({ name }) => name.startsWith(`${venue}: `))!
  const { token, units } = one.intent.sell
  const words = [BigInt(token.address), units, 1n, 1n, 1n].map((word) => toHex(word, { size: 32 }))
  const data = concat([toFunctionSelector(signature), ...words])
  const transactions = one.answer.transactions.map((each, index, all) =>
    index === all.length - 1 ? { ...each, data } : each,
  )
  const { level, findings } = judgeCase({ ...one, answer: { ...one.answer, transactions } })
  expect(findings.filter(({ severity }) => severity === 'block')).toEqual([])
  expect(level).toBe('tried')
  expect(findings).toContainEqual(expect.objectContaining({ code: 'V-035', severity: 'warn' }))
})
