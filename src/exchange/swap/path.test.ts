import { expect, test } from 'vitest'
import type { EvmPool, ListedToken } from '../evm/localEvmExchange'
import { listings } from '../listing'
import { encodePath, findPaths } from '../pools/route'

const base = listings[0]!.coins[1]!

function token(digit: number): ListedToken {
  return { ...base, chainId: 1, address: `0x${String(digit).repeat(40)}` }
}

const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(token) as [ListedToken, ListedToken, ListedToken, ListedToken, ListedToken]

function pool(token0: ListedToken, token1: ListedToken, fee = 3000): EvmPool {
  return { address: `0x${'9'.repeat(40)}`, token0, token1, fee, tickSpacing: 60 }
}

function pathsOf(pools: readonly EvmPool[], from: ListedToken, to: ListedToken) {
  return findPaths(pools, from, to).map(({ tokens }) => tokens.map(({ address }) => address[2]).join(''))
}

test('every path over at most three pools is found, in both directions', () => {
  const pools = [pool(a, b), pool(b, c), pool(a, c), pool(c, d), pool(d, e)]
  expect(pathsOf(pools, a, d).sort()).toEqual(['1234', '134'])
  expect(pathsOf(pools, d, a).sort()).toEqual(['431', '4321'])
  expect(pathsOf(pools, a, e)).toEqual(['1345'])
})

test('no path contains a token twice', () => {
  const pools = [pool(a, b), pool(a, b, 100), pool(b, c)]
  expect(pathsOf(pools, a, c)).toEqual(['123', '123'])
})

test('without connecting pools there is no path', () => {
  expect(pathsOf([pool(a, b)], a, c)).toEqual([])
})

test('the path encoding of the router: token, fee, token, fee, token', () => {
  const [path] = findPaths([pool(a, b, 100), pool(b, c)], a, c)
  expect(encodePath(path!)).toBe(`0x${'1'.repeat(40)}000064${'2'.repeat(40)}000bb8${'3'.repeat(40)}`)
})
