import { describe, expect, test } from 'vitest'
import { completeQuery, fits, type Measured, type PoolFacts, parseQuery } from './poolQuery'

const weth = { tvl: 250_000, fee: 0.3, apr: 12.5, tick: -196_257, volume: 0 } as Record<string, Measured>

function pool(measured: Record<string, Measured> = weth): PoolFacts {
  return {
    text: 'weth wrapped ether usdc usd coin 0xaaaa000000000000000000000000000000000001',
    hasToken: (text) => ['weth', 'usdc', '0xbbbb000000000000000000000000000000000002'].includes(text),
    network: 'harbor',
    measure: (measure) => measured[measure] ?? 'missing',
  }
}

const finds = (query: string, facts = pool(), flags: readonly string[] = []) => {
  const { terms, errors } = parseQuery(query)
  expect(errors).toEqual([])
  return fits(facts, terms, (_, flag) => flags.includes(flag))
}

describe('a pool search', () => {
  test.each([
    ['', true],
    ['weth', true],
    ['WETH usdc', true],
    ['weth dai', false],
    ['0xAAAA0000', true],
    ['"wrapped ether"', true],
    ['"ether wrapped"', false],
    ['-dai', true],
    ['-weth', false],
    ['token:weth', true],
    ['token:wet', false],
    ['token:0xBBBB000000000000000000000000000000000002', true],
    ['network:Har', true],
    ['network:delta', false],
    ['tvl>1e5', true],
    ['tvl>250k', false],
    ['tvl>=250k', true],
    ['tvl<0.25m', false],
    ['tvl<=$250,000', true],
    ['fee<0.3', false],
    ['fee=0.3%', true],
    ['fee=0,3', true],
    ['fee<0,35%', true],
    ['tvl=٢٥٠k', true],
    ['tvl=250.000,00', true],
    ['fee:0.3', true],
    ['apr:10..15', true],
    ['apr:..10', false],
    ['tick:-887220..0', true],
    ['vol=0', true],
  ] as const)('for %s finds WETH / USDC: %s', (query, expected) => expect(finds(query)).toBe(expected))

  test('matches a missing figure neither as large nor as small', () => {
    for (const query of ['liquidity>0', 'liquidity<=0', 'liquidity=0', 'zero:liquidity', 'known:liquidity'])
      expect(finds(query)).toBe(false)
    expect(finds('missing:liquidity')).toBe(true)
    expect(finds('-known:liquidity')).toBe(true)
  })

  test('a filter distinguishes missing, zero and unclear figures', () => {
    const odd = pool({ apr: 'unclear', volume: 0 })
    expect([finds('missing:apr', odd), finds('unclear:apr', odd), finds('zero:apr', odd)]).toEqual([false, true, false])
    expect([finds('missing:volume', odd), finds('zero:volume', odd)]).toEqual([false, true])
  })

  test('understands flags, also negated', () => {
    expect([finds('is:meme'), finds('-is:meme'), finds('-meme')]).toEqual([false, true, true])
    expect(finds('is:favourite', pool(), ['favourite'])).toBe(true)
  })
})

describe('a term that cannot be parsed is marked, and the others still filter', () => {
  test.each([
    ['weth tlv>5', { at: 5, length: 3, code: 'unknown name', found: 'tlv' }],
    ['tvl>abc', { at: 4, length: 3, code: 'not a number', found: 'abc' }],
    ['tick:0..x', { at: 8, length: 1, code: 'not a number', found: 'x' }],
    ['tvl>', { at: 0, length: 4, code: 'no value', found: 'tvl' }],
    ['missing:everything', { at: 8, length: 10, code: 'not a measure', found: 'everything' }],
    ['-is:nice', { at: 4, length: 4, code: 'not a flag', found: 'nice' }],
    ['weth "usd', { at: 5, length: 4, code: 'open quote', found: '"usd' }],
    ['""', { at: 0, length: 2, code: 'no words', found: '""' }],
    ['tvl>1e999', { at: 4, length: 5, code: 'not a number', found: '1e999' }],
  ] as const)('%s', (query, error) => expect(parseQuery(query).errors).toEqual([error]))

  test('a half-typed term does not empty the list', () => {
    expect(parseQuery('weth tvl>').terms).toEqual([{ is: 'text', text: 'weth', isNot: false }])
  })

  test('names of object members (`constructor`) are not measures', () => {
    expect(parseQuery('constructor>1').errors[0]?.code).toBe('unknown name')
  })
})

describe('completion', () => {
  const known = { tokens: ['WETH', 'WBTC', 'USDC'], networks: ['Harbor', 'Reef Local'] }
  const offered = (text: string) => completeQuery(text, text.length, known).options

  test.each([
    ['tv', ['tvl>']],
    ['weth ap', ['apr>']],
    ['w', ['token:WETH', 'token:WBTC']],
    ['token:w', ['token:WETH', 'token:WBTC']],
    ['network:r', ['network:"Reef Local"']],
    ['missing:f', ['missing:fees', 'missing:fee']],
    ['-is:fav', ['is:favourite']],
    ['', []],
    ['tvl>1', []],
    ['is:meme', []],
  ])('after "%s"', (text, options) => expect(offered(text)).toEqual(options))

  test('replaces only the word at the caret', () => {
    expect(completeQuery('weth tv usdc', 7, known)).toMatchObject({ from: 5, to: 7 })
  })
})
