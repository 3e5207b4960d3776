import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { type Catalog, kindInWords, readCatalog } from './catalog'
import { decodeChains } from './chains'
import { countDropped } from './deviation'

const read = (data: unknown, known?: Parameters<typeof readCatalog>[1]): Catalog => {
  const text = JSON.stringify({ message: '', data, status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
  const reading = decodeChains(heard)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return readCatalog(reading.value, known)
}

type Currency = (typeof bodies.chains.data)[0]['chainCurrencies'][number]

const [harbor, localSolana] = bodies.chains.data as [(typeof bodies.chains.data)[0], (typeof bodies.chains.data)[0]]
const [native, weth, usdc] = harbor.chainCurrencies as [Currency, Currency, Currency]

const chainWith = (...chainCurrencies: object[]) => [{ ...harbor, chainCurrencies }]
const token = (change: object, currency: object = {}) => ({
  ...usdc,
  ...change,
  currency: { ...usdc.currency, ...currency },
})
const address = (byte: string) => `0x${byte.repeat(20)}`
const symbols = ({ tokens }: Catalog) => tokens.map(({ symbol }) => symbol)
const codes = ({ remarks }: Catalog) => remarks.map(({ code }) => code)

test('the chain list of the service becomes chains and tokens', () => {
  const { chains, tokens, remarks } = read(bodies.chains.data)
  expect(chains).toEqual([
    { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true },
    { id: 2, chainId: 741101, name: 'Reef Local', kind: 'solana', isEnabled: true },
  ])
  expect(tokens.map(({ symbol, isNative, chain }) => [symbol, isNative, chain.name])).toEqual([
    ['ETH', true, 'Harbor'],
    ['WETH', false, 'Harbor'],
    ['USDC', false, 'Harbor'],
    ['SOL', true, 'Reef Local'],
    ['USDC', false, 'Reef Local'],
  ])
  expect(tokens[2]).toEqual({
    id: 13,
    chain: chains[0],
    address: bodies.usdc,
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    isNative: false,
    price: '1',
    imagePath: '/tokens/usdc.png',
  })
  expect(remarks).toEqual([])
})

describe('the kind of a chain', () => {
  test.each([
    ['EVM', 'evm'],
    ['evm_chain', 'evm'],
    ['Solana', 'solana'],
    ['SVM', 'solana'],
    ['BTC', 'bitcoin'],
    ['utxo', 'bitcoin'],
    ['move', undefined],
  ])('"%s" means %s', (type, kind) => expect(kindInWords(type)).toBe(kind))

  test.each([0, 'L1', {}, null, 'ACTIVE'])('M-037 type %j lets the addresses decide', (type) => {
    expect(read([{ ...harbor, type }]).chains[0]?.kind).toBe('evm')
    expect(read([{ ...localSolana, type }]).chains[0]?.kind).toBe('solana')
    expect(codes(read([{ ...harbor, type }]))).toEqual(['M-037'])
  })

  test('with addresses of two kinds the kind is unknown, and the chain is view-only', () => {
    const [solana] = localSolana.chainCurrencies.slice(1)
    const { chains } = read([{ ...harbor, type: 7, chainCurrencies: [usdc, { ...solana, chainId: 741001 }] }])
    expect(chains[0]).toMatchObject({ kind: 'unknown', viewOnly: expect.any(String) })
  })
})

describe('chains', () => {
  test('M-032 a chain without tokens is listed', () => {
    const catalog = read([{ ...harbor, chainCurrencies: null }])
    expect(catalog.chains.length).toBe(1)
    expect(codes(catalog)).toContain('M-032')
  })

  test.each([0, -1])('M-033 a chain with chain id %i is left out', (chainId) => {
    expect(read([{ ...harbor, chainId }]).chains).toEqual([])
  })

  test('M-034 a chain listed twice is one chain', () => {
    const catalog = read([harbor, harbor, { ...harbor, chainCurrencies: [token({ id: 99, address: address('ab') })] }])
    expect(catalog.chains.length).toBe(1)
    expect(catalog.tokens.map(({ id }) => id)).toEqual([11, 12, 13, 99])
  })

  test('M-036 different chains with one chain id are all left out, and reported', () => {
    const other = { ...harbor, id: 9, name: 'Other' }
    for (const second of [other, { ...other, chainCurrencies: [token({ id: 99, address: address('ab') })] }]) {
      const { chains, tokens, remarks } = read([harbor, localSolana, second])
      expect(chains.map(({ name }) => name)).toEqual([localSolana.name])
      expect(tokens.every(({ chain }) => chain.name === localSolana.name)).toBe(true)
      expect(remarks).toContainEqual(
        expect.objectContaining({
          code: 'M-036',
          did: 'dropped',
          reason: { is: 'chains of one number', names: [harbor.name, 'Other'] },
        }),
      )
    }
  })

  test('M-035 two records with one chain id and different content are different chains', () => {
    expect(read([harbor, { ...harbor, routerSlug: 'elsewhere' }]).chains).toEqual([])
    expect(read([harbor, { ...harbor, type: 'solana' }]).chains).toEqual([])
    expect(read([harbor, { ...harbor, name: 'Elsewhere' }]).chains).toEqual([])
  })

  test('M-035 two chains with one row id are both left out, and reported', () => {
    const { chains, remarks } = read([harbor, { ...localSolana, id: harbor.id }])
    expect(chains).toEqual([])
    expect(remarks.find(({ code }) => code === 'M-035')?.reason).toEqual({
      is: 'chains of one id',
      names: [harbor.name, localSolana.name],
    })
  })

  test("a chain name is cleaned for display, and requests use the service's own name", () => {
    const name = `Har\u202ebor${'\u0301'.repeat(20)}`
    const [chain] = read([{ ...harbor, name, chainId: 77, id: 77 }]).chains
    expect(chain).toMatchObject({ name: 'Harbor\u0301\u0301', network: name })
  })

  test('M-044 a nested chain that disagrees with the outer chain is a deviation, and the outer one counts', () => {
    const nested = { ...localSolana, chainCurrencies: undefined }
    const catalog = read(chainWith(token({ chain: nested })))
    expect(catalog.tokens[0]?.chain.name).toBe(harbor.name)
    expect(catalog.remarks).toContainEqual(
      expect.objectContaining({ did: 'noted', reason: { is: 'nested chain differs', chain: harbor.name } }),
    )
    const { chainCurrencies: _, ...same } = harbor
    expect(codes(read(chainWith(token({ chain: same }))))).toEqual([])
  })

  test.each([
    ['active', true],
    ['ENABLED', true],
    ['whatever', true],
    [1, true],
    [{}, true],
    [null, true],
    [0, false],
    [false, false],
    ['', false],
    ['Inactive', false],
    ['disabled', false],
  ])('M-037 a chain whose status is %j is enabled: %s', (status, isEnabled) => {
    expect(read([{ ...harbor, status }, localSolana]).chains[0]?.isEnabled).toBe(isEnabled)
  })

  test('M-037 a status of zero on every chain disables none', () => {
    expect(
      read([
        { ...harbor, status: 0 },
        { ...localSolana, status: 0 },
      ]).chains.every(({ isEnabled }) => isEnabled),
    ).toBe(true)
  })

  test('a Bitcoin chain is tradable without settings, since no node is read', () => {
    const bitcoin = { ...localSolana, chainId: 8_000, name: 'Bitcoin', type: 'BTC', chainCurrencies: [] }
    expect(read([bitcoin], []).chains).toMatchObject([{ kind: 'bitcoin' }])
    expect(read([bitcoin], []).chains[0]).not.toHaveProperty('viewOnly')
  })

  test('M-038 a chain without settings in the deployment is view-only', () => {
    const known = [{ chainId: 741001, kind: 'evm', name: 'Harbor' }] as const
    expect(read([harbor, localSolana], known).chains.map(({ viewOnly }) => viewOnly)).toEqual([
      undefined,
      'no settings',
    ])
    expect(read([harbor, localSolana]).chains.every(({ viewOnly }) => viewOnly === undefined)).toBe(true)
  })

  test('M-039 a known chain with another name is shown under ours, requested under theirs, and reported', () => {
    const catalog = read([{ ...harbor, name: 'Ethereum' }], [{ chainId: 741001, kind: 'evm', name: 'Harbor' }])
    expect(catalog.chains[0]).toMatchObject({ name: 'Harbor', network: 'Ethereum' })
    expect(codes(catalog)).toEqual(['M-039'])
  })
})

describe('tokens', () => {
  test('M-041 two tokens with one id are not offered, regardless of their chains', () => {
    const catalog = read(chainWith(native, usdc, token({ address: address('ab') })))
    expect(symbols(catalog)).toEqual(['ETH'])
    expect(countDropped(catalog.remarks)).toBe(2)
    expect(
      symbols(
        read([
          ...chainWith(native),
          { ...localSolana, chainCurrencies: [{ ...localSolana.chainCurrencies[1], id: native.id }] },
        ]),
      ),
    ).toEqual([])
  })

  test('M-042 the same address under two ids is one token', () => {
    const catalog = read(chainWith(usdc, token({ id: 99, address: usdc.address.toUpperCase().replace('0X', '0x') })))
    expect(catalog.tokens.map(({ id }) => id)).toEqual([13])
    expect(codes(catalog)).toEqual(['M-042'])
  })

  test.each([
    null,
    '',
    '0x',
    usdc.address.slice(0, -1),
    usdc.address.replace('0x', '0X'),
    usdc.address.replace('0x', '０x'),
    'vitalik.eth',
    'javascript:alert(1)',
  ])('M-043 address %j is left out', (bad) => {
    const catalog = read(chainWith(native, token({ address: bad })))
    expect(symbols(catalog)).toEqual(['ETH'])
    expect(codes(catalog)).toEqual(['M-043'])
  })

  test('M-043 an address in capitals or between spaces is accepted', () => {
    expect(read(chainWith(token({ address: ` ${usdc.address} ` }))).tokens[0]?.address).toBe(usdc.address)
    expect(symbols(read(chainWith(token({ address: `0x${usdc.address.slice(2).toUpperCase()}` }))))).toEqual(['USDC'])
  })

  test('M-044 an address of another chain kind is left out, in both directions', () => {
    const [, splUsdc] = localSolana.chainCurrencies
    expect(symbols(read(chainWith(native, { ...splUsdc, chainId: 741001 })))).toEqual(['ETH'])
    const mixed = read([{ ...localSolana, chainCurrencies: [{ ...usdc, id: 77, chainId: 741101 }, splUsdc] }])
    expect(mixed.tokens.map(({ id }) => id)).toEqual([22])
    expect(codes(mixed)).toEqual(['M-044'])
  })

  test('M-044 a token that names another chain is left out; its chain id or row id is accepted', () => {
    expect(symbols(read(chainWith(native, token({ chainId: 56 }))))).toEqual(['ETH'])
    expect(symbols(read(chainWith(native, token({ chainId: 1 }))))).toEqual(['ETH', 'USDC'])
    expect(symbols(read(chainWith(native, token({ chainId: null }))))).toEqual(['ETH', 'USDC'])
  })

  test.each([
    '0x0000000000000000000000000000000000000000',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0x0',
    'native',
  ])('the native coin of the chain is recognised by %s', (placeholder) => {
    expect(read(chainWith(token({ address: placeholder }))).tokens[0]?.isNative).toBe(true)
  })

  test('wrapped SOL counts as SOL only where SOL itself is not listed', () => {
    const [sol] = localSolana.chainCurrencies
    const natives = (...chainCurrencies: object[]) =>
      read([{ ...localSolana, chainCurrencies }]).tokens.map(({ isNative }) => isNative)
    expect(natives(sol!)).toEqual([true])
    expect(natives({ ...sol, id: 30, address: '1'.repeat(32) }, sol!)).toEqual([true, false])
  })

  test('a coin without address is native when the chain has no other native coin', () => {
    expect(read(chainWith({ ...native, address: '' }, usdc)).tokens[0]?.isNative).toBe(true)
    expect(read(chainWith({ ...native, address: null, type: 'NATIVE' })).tokens[0]?.isNative).toBe(true)
  })

  test('a contract with the name "native" is still a contract', () => {
    expect(read(chainWith({ ...weth, type: 'native' })).tokens[0]?.isNative).toBe(false)
  })

  const written = (name: string, value: string) => {
    const data = chainWith(token({ chain: undefined }))
    const text = JSON.stringify({ message: '', data, status: true }).replace(
      new RegExp(`"${name}":(\\d+)(?=,"(?:address|price)")`),
      `"${name}":${value}`,
    )
    const decoded = decodeChains({
      status: 200,
      contentType: 'application/json',
      retryAfter: undefined,
      receivedAt: 0,
      text,
    })
    if (decoded.is === 'refused') throw new Error(decoded.refusal.code)
    return { currencies: decoded.value[0]?.chainCurrencies ?? [], dropped: countDropped(decoded.deviations) }
  }

  test.each(['"12"', '12'])('an id written as %s is read', (id) => {
    expect(written('id', id).currencies.map(({ id }) => id)).toEqual([12])
  })

  test.each(['0', '-1', '1e9', '1.0', '1.5', '"0x1"', '"012"', '" 12"', '"1e9"', 'true', 'null', '"12.0"'])(
    'M-054 a token whose id is %s is left out, and counted',
    (id) => expect(written('id', id)).toEqual({ currencies: [], dropped: 1 }),
  )

  test.each(['"6"', '6', '0'])('decimals written as %s are read', (decimals) => {
    expect(written('decimals', decimals).currencies[0]?.currency.decimals).toBe(Number(decimals.replaceAll('"', '')))
  })

  test.each(['"0x6"', '"06"', '6.0', '1e1', '"six"', '-6', '6.5'])(
    'M-046 a token with decimals written as %s is left out, and counted',
    (decimals) => expect(written('decimals', decimals)).toEqual({ currencies: [], dropped: 1 }),
  )

  test.each([-1, 78, 1000])('M-046 %i decimals are impossible', (decimals) => {
    expect(symbols(read(chainWith(native, token({}, { decimals }))))).toEqual(['ETH'])
  })

  test.each([
    ['1.2', '1.2'],
    [1e-7, '0.0000001'],
    [null, undefined],
    [-1, undefined],
    [0, undefined],
    [1e308, undefined],
    [1e-30, undefined],
    ['NaN', undefined],
    ['1e999999999', undefined],
  ])('M-047 price %j is %j', (price, expected) => {
    expect(read(chainWith(token({}, { price }))).tokens[0]?.price).toBe(expected)
  })

  test('M-048 a token without ticker goes by its address', () => {
    expect(read(chainWith(token({}, { ticker: null, name: '' }))).tokens[0]).toMatchObject({
      symbol: '0xa0b8…eb48',
      name: '0xa0b8…eb48',
      cautions: [{ is: 'unusual name' }],
    })
    expect(read(chainWith(token({}, { ticker: 42, name: 'N'.repeat(10_000) }))).tokens[0]).toMatchObject({
      symbol: '42',
      name: `${'N'.repeat(39)}…`,
    })
  })

  test('M-049 markup in a name is text', () => {
    expect(read(chainWith(token({}, { name: '<script>alert(1)</script>' }))).tokens[0]?.name).toBe(
      '<script>alert(1)</script>',
    )
  })

  test('M-051 A-14 a look-alike names the ticker it imitates', () => {
    const fake = token({ id: 99, address: address('ab') }, { ticker: 'USDС' })
    const { tokens } = read(chainWith(usdc, fake))
    expect(tokens[0]?.cautions).toBeUndefined()
    expect(tokens[1]?.cautions).toEqual([{ is: 'look-alike', of: 'USDC' }])
    expect(read(chainWith(fake)).tokens[0]?.cautions).toEqual([{ is: 'look-alike', of: 'USDC' }])
  })

  test.each([
    ['Cyrillic', 'USDС'],
    ['Greek', 'USDΤ', 'USDT'],
    ['full width', 'ＵＳＤＣ'],
    ['digits', 'U5DC'],
    ['a digit for a vowel', 'US0T', 'USOT'],
    ['case of l and I', 'LlNK', 'LINK'],
    ['currency signs', 'U$DC'],
    ['the sign of the cedi', 'USD₵'],
    ['a barred letter', 'USĐC'],
    ['invisible letters', 'US\u2062DC'],
    ['a filler', 'US\u3164DC'],
    ['blank braille', 'USDC\u2800'],
    ['punctuation', 'USDC.'],
    ['points between', 'U.S.D.C'],
    ['accents', 'ÚSDC'],
    ['Cherokee', 'UՏDC'],
    ['mathematical letters', '𝐔𝐒𝐃𝐂'],
    ['circled letters', 'ⓊⓈⒹⒸ'],
    ['small capitals', 'USDᴄ'],
    ['Lisu', 'ꓴꓢꓓꓚ'],
    ['a roman numeral', 'USD\u216d'],
    ['small capitals alone', 'ᴜꜱᴅᴄ'],
    ['a lunate sigma', 'USDϹ'],
    ['letters of flags', '\u{1f1fa}\u{1f1f8}\u{1f1e9}\u{1f1e8}'],
    ['the sign of copyright', 'USD©'],
    ['a micro sign', 'µSDC'],
    ['a currency sign before it', '$USDC'],
    ['a trade mark behind it', 'USDC™'],
    ['a raised digit behind it', 'USDC²'],
    ['two letters for one', 'VVETH', 'WETH'],
    ['two small letters for one', 'rnkr', 'MKR'],
    ['omega', 'ѠETH', 'WETH'],
    ['Canadian syllables', 'ᗩᗩᐯE', 'AAVE'],
  ])('A-14 %s: "%s" is flagged as a look-alike', (_, ticker, of = 'USDC') => {
    const original = token({ id: 98, address: address('cd') }, { ticker: of })
    const [, fake] = read(chainWith(original, token({ id: 99, address: address('ab') }, { ticker }))).tokens
    expect(fake?.cautions).toContainEqual({ is: 'look-alike', of })
  })

  test('A-14 an ordinary ticker with digits does not imitate itself, and two equal ones are distinguished by address', () => {
    expect(read(chainWith(token({}, { ticker: '1INCH' }))).tokens[0]?.cautions).toBeUndefined()
    expect(read(chainWith(token({}, { ticker: 'C98' }))).tokens[0]?.cautions).toBeUndefined()
    expect(read(chainWith(token({}, { ticker: '$WIF' }))).tokens[0]?.cautions).toBeUndefined()
    const twins = read(
      chainWith(token({}, { ticker: 'C98' }), token({ id: 99, address: address('ab') }, { ticker: 'c98' })),
    )
    expect(twins.tokens.map(({ cautions }) => cautions?.[0]?.is)).toEqual(['shared ticker', 'shared ticker'])
  })

  test('A-13 a name with a sum of money gets a caution', () => {
    const cautions = (name: string) => read(chainWith(token({}, { name }))).tokens[0]?.cautions?.map(({ is }) => is)
    expect(cautions('$5,000 for holders')).toContain('sum in name')
    expect(cautions('claim 1000 USDC')).toContain('sum in name')
    expect(cautions('USD Coin')).toBeUndefined()
  })

  test('A-14 two tokens with one ticker get a caution on one chain, but not on two chains', () => {
    const twin = token({ id: 99, address: address('ab') }, { ticker: 'usdc' })
    expect(read(chainWith(usdc, twin)).tokens.map(({ cautions }) => cautions?.[0]?.is)).toEqual([
      'shared ticker',
      'shared ticker',
    ])
    expect(read(bodies.chains.data).tokens.every(({ cautions }) => cautions === undefined)).toBe(true)
  })

  test('A-13 M-052 unusual names and links get cautions', () => {
    const cautions = (currency: object) => read(chainWith(token({}, currency))).tokens[0]?.cautions?.map(({ is }) => is)
    expect(cautions({ name: 'USD\u202eCoin' })).toEqual(['unusual name'])
    expect(cautions({ name: 'visit evil.com to claim' })).toEqual(['link in name'])
  })

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//evil/x.png',
    '\\\\evil\\x.png',
    '../../api/swap/native',
    '/a/../../x.png',
    '/a/%2e%2e/x.png',
    'https://evil/x.png',
    '/.well-known/x',
    `/${'x'.repeat(5_000)}.png`,
    '',
    null,
  ])('M-053 A-11 image path %j is not loaded', (relativeImagePath) => {
    expect(read(chainWith(token({}, { relativeImagePath }))).tokens[0]?.imagePath).toBeUndefined()
  })

  test('M-053 an ordinary image path is kept', () => {
    for (const relativeImagePath of ['/tokens/usdc.png', 'usdc@2x.webp', 'a/b-c/d_e.svg'])
      expect(read(chainWith(token({}, { relativeImagePath }))).tokens[0]?.imagePath).toBe(relativeImagePath)
  })
})

test('M-058 a list of fifty thousand tokens is read completely', () => {
  const many = Array.from({ length: 50_000 }, (_, id) =>
    token({ id: id + 100, address: `0x${(id + 1).toString(16).padStart(40, '0')}` }, { ticker: `T${id}` }),
  )
  expect(read(chainWith(...many)).tokens.length).toBe(50_000)
})

test('M-036 a hundred thousand chains of one number are all left out, and a few of them named', () => {
  const listed = Array.from({ length: 100_000 }, (_, index) => ({
    ...harbor,
    name: `Harbor ${index}`,
    id: 1_000 + index,
  }))
  const { chains, remarks } = read([localSolana, ...listed.map((chain) => ({ ...chain, chainCurrencies: [] }))])
  expect(chains.map(({ name }) => name)).toEqual([localSolana.name])
  expect(remarks).toMatchObject([{ code: 'M-036', reason: { names: { length: 20 } } }])
})

test('for any content of the list, ids and addresses of tokens are unique', () => {
  const anyToken = fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    address: fc.constantFrom(
      usdc.address,
      weth.address,
      native.address,
      '',
      'x',
      null,
      'So11111111111111111111111111111111111111112',
    ),
    type: fc.constantFrom('native', 'token', 0),
    chainId: fc.constantFrom(741001, 741101, 1, 2, null),
    currency: fc.record({
      decimals: fc.integer({ min: -1, max: 80 }),
      ticker: fc.string({ unit: 'binary' }),
      name: fc.string({ unit: 'binary' }),
      price: fc.double(),
    }),
  })
  const anyChain = fc.record({
    id: fc.integer({ min: 1, max: 2 }),
    chainId: fc.constantFrom(741001, 741101),
    name: fc.constantFrom('Harbor', 'Reef'),
    type: fc.constantFrom('evm', 'svm', 0),
    status: fc.constantFrom('active', 0, null),
    chainCurrencies: fc.array(anyToken, { maxLength: 6 }),
  })
  fc.assert(
    fc.property(fc.array(anyChain, { maxLength: 3 }), (data) => {
      const { tokens } = read(data)
      expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length)
      const places = tokens.map(
        ({ chain, address, isNative }) => `${chain.id} ${chain.name} ${chain.chainId} ${isNative ? 'native' : address}`,
      )
      expect(new Set(places).size).toBe(places.length)
    }),
  )
})
