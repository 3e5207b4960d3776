import { expect, test } from 'vitest'
import { type HonestCase, honestCases } from './corpus/honest'
import { judgeCase } from './corpus/world'
import { dai, eth, farUsdc, friend, me, pup, router, thief, usdc, usdt, wbtc, weth } from './fixtures'

/*
 * Every honest answer, with one address after the other in its calls replaced by a thief's: in arguments, in paths, in
 * nested calls. The simulation shows nothing wrong in any of them, so only the decoded calls can reveal it.
 */

type Exchange = { readonly one: HonestCase; readonly place: number; readonly at: number; readonly data: string }

const addresses = [
  me,
  friend,
  router,
  ...[dai, eth, farUsdc, pup, usdc, usdt, wbtc, weth].map(({ address }) => address),
]
const somebody = new RegExp(addresses.map((address) => address.slice(2)).join('|'), 'gi')
const theirs = thief.slice(2).toLowerCase()

function exchangesIn(one: HonestCase): readonly Exchange[] {
  return one.answer.transactions.flatMap(({ data }, index) => {
    const text = String(data)
    return [...text.matchAll(somebody)]
      .filter(({ 0: address }) => !/^0+$/.test(address))
      .map(({ index: at }) => ({ one, place: index, at, data: `${text.slice(0, at)}${theirs}${text.slice(at + 40)}` }))
  })
}

function isCaught({ one, place, data }: Exchange): boolean {
  const transactions = one.answer.transactions.map((each, index) => (index === place ? { ...each, data } : each))
  return judgeCase({ ...one, answer: { ...one.answer, transactions } }).level === 'blocked'
}

/** Replacements without a gain for the thief, and the reasons. */
const harmless = {
  'A token on the way: the minimum of what comes out of it stays.': [
    ...['12 USDC into WBTC', '99.99 USDC into PUP', '20 USDT into ETH', '5000 DAI into WBTC', '1000000 PUP into USDC'],
    ...['2 ETH into WBTC', '10 ETH into DAI', 'two routes at once'],
    ...['v2', 'universal'].flatMap((kind) =>
      ['12 USDC into WBTC', '99.99 USDC into PUP', '5000 DAI into WBTC', '1000000 PUP into USDC'].map(
        (name) => `a ${kind} router: ${name}`,
      ),
    ),
    ...['Router02: a way of three pools', 'Algebra: a way without fees in it'],
    ...['12 USDC into WBTC for a friend', '99.99 USDC into PUP for a friend', '20 USDT into ETH for a friend'],
  ],
  'What the diamond calls the receiver, where a call of the far side decides.': [
    'LI.FI through Across by its later facet, with a call by its receiver',
    'LI.FI through Stargate with a call by its receiver',
  ],
  'A sweep where nothing is left.': [
    'Router02: the rest is swept to the caller',
    'universal router: coins, of which the rest is swept',
  ],
  'A share of another token, of which the router holds nothing.': [
    'the universal router with a fee of 0.3 % to the deployment',
  ],
}

test('A-21 V-013 V-014 V-036 no address in an honest plan can be exchanged for a thief’s', () => {
  const exchanges = honestCases.flatMap(exchangesIn)
  const missed = exchanges.filter((exchange) => !isCaught(exchange)).map(({ one: { name } }) => name)
  console.log(`${exchanges.length} addresses exchanged; ${missed.length} of them are nothing to a thief.`)
  expect(exchanges.length).toBeGreaterThan(250)
  expect([...new Set(missed)].sort()).toEqual(Object.values(harmless).flat().sort())
})
