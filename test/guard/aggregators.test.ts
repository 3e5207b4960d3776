import {
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  slice,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { honestCases } from './corpus/honest'
import { contractOf, mainnet } from './corpus/venues'
import { judgeCase } from './corpus/world'
import { addressOf } from './fixtures'

const zero = '0'.repeat(64)

/** The verdict on a venue's first honest list, with the words of the swap's calldata changed. */
function verdictOf(venue: string, change: (words: readonly string[]) => readonly string[]) {
  const honest = honestCases.find(({ name }) => name.startsWith(`${venue}: `))
  if (!honest) throw new Error(`The corpus has no list of ${venue}.`)
  const { transactions } = honest.answer
  const changed = transactions.map((transaction, index) => {
    if (index !== transactions.length - 1) return transaction
    const data = String(transaction.data)
    const words = data.slice(10).match(/.{1,64}/g) ?? []
    return { ...transaction, data: data.slice(0, 10) + change(words).join('') }
  })
  return judgeCase({ ...honest, answer: { ...honest.answer, transactions: changed } })
}

/** Exchanges the second of two neighbours that are equal, and no zero: the quote behind the minimum. */
const lowerQuote = (words: readonly string[]) =>
  words.map((word, index) => (index > 0 && word !== zero && word === words[index - 1] ? zero.replace(/0$/, '1') : word))

test.each(['odos-v2', 'paraswap-v5', 'paraswap-v6', '1inch-v6'])('%s as it is passes', (venue) => {
  expect(verdictOf(venue, (words) => words).level).toBe('proven')
})

test.each(['kyberswap', '0x-exchange-proxy'])(
  '%s is tried only, because it measures the minimum by the recipient’s balance along a route that no one reads',
  (venue) => {
    expect(verdictOf(venue, (words) => words).level).toBe('tried')
  },
)

test.each(['paraswap-v5', 'paraswap-v6'])(
  '%s is not read where it may keep what is above a quote that lies below the minimum',
  (venue) => {
    expect(verdictOf(venue, lowerQuote).level).not.toBe('proven')
  },
)

const wordOf = (partner: bigint, flags: bigint, bps: bigint) =>
  toHex((partner << 96n) | (flags << 92n) | bps, { size: 32 }).slice(2)
const partner = BigInt(addressOf('partner'))

/** The third argument, behind the executor and the seven members of the description. */
const withPartner = (word: string) => (words: readonly string[]) =>
  words.map((each, index) => (index === 8 ? word : each))

test.each([
  ['a partner without a fee', wordOf(partner, 0n, 0n), 'proven'],
  ['a partner who takes the surplus', wordOf(partner, 8n, 0n), 'proven'],
  ['a fee that leaves less than the minimum', wordOf(partner, 0n, 200n), 'blocked'],
  ['a fee above the limit of the contract', wordOf(partner, 0n, 201n), 'tried'],
])('paraswap-v6 with %s', (_, word, level) => {
  expect(verdictOf('paraswap-v6', withPartner(word)).level).toBe(level)
})

test('paraswap-v6 with a fee that leaves the minimum needs consent to the fee only', () => {
  const raised = (words: readonly string[]) =>
    words.map((word, index) =>
      // Minimum and quote, raised by more than the fee of 0.1 %.
      index === 4 || index === 5 ? toHex((BigInt(`0x${word}`) * 1_003n) / 1_000n, { size: 32 }).slice(2) : word,
    )
  const { findings } = verdictOf('paraswap-v6', (words) => withPartner(wordOf(partner, 0n, 10n))(raised(words)))
  const loud = findings.filter(({ severity }) => severity === 'warn' || severity === 'block')
  expect(loud.map(({ code }) => code)).toEqual(['V-055'])
})

test('odos-v2 is not read where it would pay the zero address', () => {
  const [receiver] = honestCases.flatMap(({ name, intent }) => (name.startsWith('odos-v2: ') ? [intent.recipient] : []))
  const word = receiver?.slice(2).toLowerCase().padStart(64, '0')
  expect(verdictOf('odos-v2', (words) => words.map((each) => (each === word ? zero : each))).level).not.toBe('proven')
})

test('1inch-v6 is not decoded if it takes native value next to the token', () => {
  // The seventh word of the description, behind the executor and two offsets.
  const extra = zero.replace(/0$/, '2')
  const at = (words: readonly string[]) => words.map((word, index) => (index === 7 ? extra : word))
  expect(verdictOf('1inch-v6', at).level).not.toBe('proven')
})

const direct = parseAbi([
  'struct Pooled { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; bytes pools; }',
  'struct CurveV1 { uint256 curveData; uint256 curveAssets; address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'struct CurveV2 { uint256 curveData; uint256 i; uint256 j; address poolAddress; address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'struct Generic { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }',
  'struct Balancer { uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; uint256 beneficiaryAndApproveFlag; }',
  'function swapExactAmountInPro(address executor, Generic data, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
  'function swapExactAmountOut(address executor, Generic data, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
  'function swapExactAmountOutPro(address executor, Generic data, uint256 partnerAndFee, bytes permit, bytes executorData) payable',
  'function swapExactAmountOutOnUniswapV2(Pooled data, uint256 partnerAndFee, bytes permit) payable',
  'function swapExactAmountOutOnUniswapV3(Pooled data, uint256 partnerAndFee, bytes permit) payable',
  'function swapExactAmountInOnBalancerV2(Balancer data, uint256 partnerAndFee, bytes permit, bytes vaultData) payable',
  'function swapExactAmountOutOnBalancerV2(Balancer data, uint256 partnerAndFee, bytes permit, bytes vaultData) payable',
  'function swapExactAmountInOnUniswapV2(Pooled data, uint256 partnerAndFee, bytes permit) payable',
  'function swapExactAmountInOnUniswapV3(Pooled data, uint256 partnerAndFee, bytes permit) payable',
  'function swapExactAmountInOnCurveV1(CurveV1 data, uint256 partnerAndFee, bytes permit) payable',
  'function swapExactAmountInOnCurveV2(CurveV2 data, uint256 partnerAndFee, bytes permit) payable',
])

const vault = parseAbi([
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'struct Single { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct Step { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'function swap(Single singleSwap, Funds funds, uint256 limit, uint256 deadline) payable',
  'function batchSwap(uint8 kind, Step[] swaps, address[] assets, Funds funds, int256[] limits, uint256 deadline) payable',
  'function flashLoan(address recipient, address[] tokens, uint256[] amounts, bytes userData)',
])

type Terms = {
  readonly srcToken: Hex
  readonly destToken: Hex
  readonly fromAmount: bigint
  readonly toAmount: bigint
  readonly quotedAmount: bigint
  readonly metadata: Hex
  readonly beneficiary: Hex
  /** The input token of the v3 pool. */
  readonly taken: Hex
  readonly permit: Hex
  readonly partnerAndFee: bigint
  /** The account that Balancer's vault takes the input from. */
  readonly vaultSender: Hex
}

/** A pool of v3: three words, of which the first begins with the direction. */
function v3Pool(input: Hex, output: Hex): Hex {
  const isFirst = BigInt(input) < BigInt(output)
  const [token0, token1] = isFirst ? [input, output] : [output, input]
  const direction = isFirst ? 1n << 255n : 0n
  return concat([BigInt(token0) | direction, BigInt(token1), 500n].map((value) => toHex(value, { size: 32 })))
}

const middle = getAddress(mainnet.dai.address)
const swapping = [addressOf('executor')] as const
const afterwards = '0x0102' as const

type Direct = {
  readonly call: (terms: Terms) => Hex
  /** Whether a quote below the minimum may let Velora keep a part of it. */
  readonly keepsSurplusOfOutput: boolean
}

const generic = (functionName: 'swapExactAmountInPro' | 'swapExactAmountOut' | 'swapExactAmountOutPro'): Direct => ({
  call: ({ permit, partnerAndFee, ...terms }) =>
    encodeFunctionData({
      abi: direct,
      functionName,
      args: [...swapping, terms, partnerAndFee, permit, afterwards],
    }),
  keepsSurplusOfOutput: functionName === 'swapExactAmountInPro',
})

const pooled = (
  functionName: Extract<
    Parameters<typeof encodeFunctionData<typeof direct>>[0]['functionName'],
    `${string}OnUniswap${string}`
  >,
  pools: (terms: Terms) => Hex,
): Direct => ({
  call: ({ permit, partnerAndFee, ...terms }) =>
    encodeFunctionData({
      abi: direct,
      functionName,
      args: [{ ...terms, pools: pools({ permit, partnerAndFee, ...terms }) }, partnerAndFee, permit],
    }),
  keepsSurplusOfOutput: functionName.startsWith('swapExactAmountIn'),
})

/** As the vault spells tokens: the native coin is the zero address. */
const asset = (token: Hex): Hex => (token === coin ? zeroAddress : token)
const poolId = `0x${'ef'.repeat(32)}` as const

const single = ({ srcToken, destToken, fromAmount, vaultSender: sender }: Terms): Hex =>
  encodeFunctionData({
    abi: vault,
    functionName: 'swap',
    args: [
      { poolId, kind: 0, assetIn: asset(srcToken), assetOut: asset(destToken), amount: fromAmount, userData: '0x' },
      { sender, fromInternalBalance: false, recipient: velora, toInternalBalance: false },
      ...[1n, 2n ** 40n],
    ] as const,
  })

const batch =
  (kind: 0 | 1, isReversed = kind === 1) =>
  ({ srcToken, destToken, fromAmount, vaultSender: sender }: Terms): Hex => {
    const assets = [asset(srcToken), middle, asset(destToken)]
    return encodeFunctionData({
      abi: vault,
      functionName: 'batchSwap',
      args: [
        kind,
        [{ poolId, assetInIndex: 0n, assetOutIndex: 2n, amount: fromAmount, userData: '0x' }],
        isReversed ? assets.toReversed() : assets,
        { sender, fromInternalBalance: false, recipient: velora, toInternalBalance: false },
        [1n, 0n, -1n],
        2n ** 40n,
      ],
    })
  }

const balanced = (side: 'In' | 'Out', vaultData: (terms: Terms) => Hex): Direct => ({
  call: (terms) => {
    const { fromAmount, toAmount, quotedAmount, metadata, beneficiary, permit, partnerAndFee } = terms
    const beneficiaryAndApproveFlag = (1n << 255n) | BigInt(beneficiary)
    const data = { fromAmount, toAmount, quotedAmount, metadata, beneficiaryAndApproveFlag }
    return encodeFunctionData({
      abi: direct,
      functionName: `swapExactAmount${side}OnBalancerV2`,
      args: [data, partnerAndFee, permit, vaultData(terms)],
    })
  },
  keepsSurplusOfOutput: side === 'In',
})

const directCalls: Readonly<Record<string, Direct>> = {
  swapExactAmountInPro: generic('swapExactAmountInPro'),
  swapExactAmountOut: generic('swapExactAmountOut'),
  swapExactAmountOutPro: generic('swapExactAmountOutPro'),
  swapExactAmountInOnUniswapV2: pooled('swapExactAmountInOnUniswapV2', () => `0x${'ab'.repeat(64)}`),
  swapExactAmountOutOnUniswapV2: pooled('swapExactAmountOutOnUniswapV2', () => `0x${'ab'.repeat(64)}`),
  swapExactAmountInOnUniswapV3: pooled('swapExactAmountInOnUniswapV3', ({ taken }) => v3Pool(taken, middle)),
  'swapExactAmountOutOnUniswapV3 in one pool': pooled('swapExactAmountOutOnUniswapV3', ({ taken }) =>
    v3Pool(taken, middle),
  ),
  'swapExactAmountOutOnUniswapV3 in two pools': pooled('swapExactAmountOutOnUniswapV3', ({ taken, destToken }) =>
    concat([v3Pool(middle, destToken), v3Pool(taken, middle)]),
  ),
  swapExactAmountInOnCurveV1: {
    call: ({ permit, partnerAndFee, ...terms }) =>
      encodeFunctionData({
        abi: direct,
        functionName: 'swapExactAmountInOnCurveV1',
        args: [{ ...terms, curveData: 2n ** 160n + 7n, curveAssets: 1n }, partnerAndFee, permit],
      }),
    keepsSurplusOfOutput: true,
  },
  swapExactAmountInOnCurveV2: {
    call: ({ permit, partnerAndFee, ...terms }) =>
      encodeFunctionData({
        abi: direct,
        functionName: 'swapExactAmountInOnCurveV2',
        args: [
          { ...terms, curveData: 7n, i: 0n, j: 1n, poolAddress: addressOf('a pool') },
          ...([partnerAndFee, permit] as const),
        ],
      }),
    keepsSurplusOfOutput: true,
  },
  'swapExactAmountInOnBalancerV2 in one pool': balanced('In', single),
  'swapExactAmountInOnBalancerV2 in several pools': balanced('In', batch(0)),
  'swapExactAmountOutOnBalancerV2 in one pool': balanced('Out', single),
  'swapExactAmountOutOnBalancerV2 in several pools': balanced('Out', batch(1)),
}

/** The findings on an honest list of Velora whose swap goes to one pool directly. */
function direction(symbols: string, call: Direct['call'], change: Partial<Terms> = {}) {
  const one = honestCases.find(({ name }) => name.startsWith('paraswap-v6: ') && name.includes(symbols))
  if (!one) throw new Error(`The corpus has no list of ${symbols}.`)
  const { sell, buy, recipient } = one.intent
  const named = ({ isNative, address }: typeof buy): Hex => (isNative ? coin : getAddress(address))
  const { transactions } = one.answer
  const words = String(transactions.at(-1)?.data).slice(10).match(/.{64}/g) ?? []
  const [toAmount, quotedAmount] = [words[4], words[5]].map((word) => BigInt(`0x${word}`)) as [bigint, bigint]
  const terms: Terms = {
    ...{ srcToken: named(sell.token), destToken: named(buy), fromAmount: sell.units, toAmount, quotedAmount },
    ...{ metadata: `0x${'cd'.repeat(32)}`, beneficiary: getAddress(recipient), permit: '0x' },
    ...{ partnerAndFee: 0n, vaultSender: velora },
    taken: getAddress(sell.token.isNative ? mainnet.weth.address : sell.token.address),
    ...change,
  }
  const changed = transactions.with(-1, { ...transactions.at(-1)!, data: call(terms) })
  const { level, findings } = judgeCase({ ...one, answer: { ...one.answer, transactions: changed } })
  const loud = findings.filter(({ severity }) => severity === 'warn' || severity === 'block')
  return { level, codes: loud.map(({ code }) => code) }
}
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const velora = contractOf('paraswap-v6').address

describe.each(Object.entries(directCalls))('paraswap-v6: %s', (name, { call, keepsSurplusOfOutput }) => {
  test.each(['USDC into WETH', 'WETH into USDC', 'DAI into WBTC', 'USDC into ETH', 'ETH into USDC'])(
    '%s is read as a swap with its minimum',
    (symbols) => {
      expect(direction(symbols, call)).toEqual({ level: 'proven', codes: [] })
    },
  )

  test('the zero address as the beneficiary means the caller', () => {
    expect(direction('USDC into WETH', call, { beneficiary: zeroAddress })).toEqual({ level: 'proven', codes: [] })
  })

  test.each<[string, Partial<Terms>, string]>([
    ['another beneficiary', { beneficiary: addressOf('thief') }, 'blocked'],
    [
      'another input token',
      { srcToken: getAddress(mainnet.wbtc.address), taken: getAddress(mainnet.wbtc.address) },
      'blocked',
    ],
    ['another output token', { destToken: getAddress(mainnet.wbtc.address) }, 'blocked'],
    ['a larger input', { fromAmount: 10n ** 12n }, 'blocked'],
    ['a lower minimum', { toAmount: 1n }, 'blocked'],
    ['a permit', { permit: '0x1234' }, 'tried'],
  ])('%s is not proven', (_, change, level) => {
    expect(direction('USDC into WETH', call, change).level).toBe(level)
  })

  test('a quote below the minimum is not read where Velora may keep a part of the minimum', () => {
    expect(direction('USDC into WETH', call, { quotedAmount: 1n }).level).toBe(
      keepsSurplusOfOutput ? 'tried' : 'proven',
    )
  })

  test('a partner’s fee of 0.1 % needs consent; above 2 % it is not read', () => {
    const fee = (bps: bigint) => ({ partnerAndFee: (partner << 96n) | bps })
    expect(direction('USDC into WETH', call, fee(10n))).toEqual({ level: 'tried', codes: ['V-055'] })
    // An exact output is paid in full: its fee is paid from the input.
    const { codes } = direction('USDC into WETH', call, fee(90n))
    expect(codes).toContain('V-055')
    expect(codes.includes('V-016')).toBe(keepsSurplusOfOutput)
    expect(direction('USDC into WETH', call, fee(201n))).toEqual({ level: 'tried', codes: ['V-035'] })
  })

  test('a pool that takes another token from the caller is not read', () => {
    const { level, codes } = direction('USDC into WETH', call, { taken: getAddress(mainnet.wbtc.address) })
    expect({ level, codes }).toEqual(
      name.includes('V3') ? { level: 'tried', codes: ['V-035'] } : { level: 'proven', codes: [] },
    )
  })
})

describe.each(['In', 'Out'] as const)('paraswap-v6: swapExactAmount%sOnBalancerV2', (side) => {
  test('a call of the vault that takes from someone else than Velora is not read', () => {
    const { call } = balanced(side, single)
    expect(direction('USDC into WETH', call, { vaultSender: addressOf('victim') }).level).toBe('tried')
  })

  test('a call of the vault that is no swap, or has no tokens, is not read', () => {
    const flashLoan = balanced(side, () =>
      encodeFunctionData({ abi: vault, functionName: 'flashLoan', args: [velora, [], [], '0x'] }),
    )
    const empty = balanced(side, () => '0x')
    const tokenless = balanced(side, ({ vaultSender: sender }) =>
      encodeFunctionData({
        abi: vault,
        functionName: 'batchSwap',
        args: [0, [], [], { sender, fromInternalBalance: false, recipient: velora, toInternalBalance: false }, [], 1n],
      }),
    )
    for (const { call } of [flashLoan, empty, tokenless]) {
      expect(direction('USDC into WETH', call).level).toBe('tried')
    }
  })

  test('a call of the vault in which Augustus and the vault would read different tokens is not read', () => {
    const { call } = balanced(side, (terms) => {
      const honest = single(terms)
      const other = single({ ...terms, srcToken: getAddress(mainnet.wbtc.address) })
      const head = 10 + 7 * 64
      const offset = toHex(BigInt(`0x${honest.slice(10, 74)}`) + BigInt((honest.length - head) / 2), { size: 32 })
      return concat([slice(honest, 0, 4), offset, `0x${honest.slice(74)}`, `0x${other.slice(head)}`])
    })
    expect(direction('USDC into WETH', call)).toEqual({ level: 'tried', codes: ['V-035'] })
  })

  test('a thief as beneficiary is blocked, and only the address counts', () => {
    const flagged = (bits: bigint, beneficiary: Hex) => {
      const { call } = balanced(side, single)
      return direction('USDC into WETH', (terms) => {
        const word = (value: bigint) => toHex(value, { size: 32 }).slice(2)
        const own = word((1n << 255n) | BigInt(terms.beneficiary))
        return `0x${call(terms)
          .slice(2)
          .replace(own, word(bits | BigInt(beneficiary)))}`
      })
    }
    expect(flagged(1n << 200n, addressOf('thief')).level).toBe('blocked')
    expect(flagged(1n << 200n, zeroAddress)).toEqual({ level: 'proven', codes: [] })
  })

  test('flags about the surplus do not touch the minimum', () => {
    const { call } = balanced(side, single)
    for (const bit of [90n, 91n, 92n, 93n, 94n, 95n]) {
      const partnerAndFee = (partner << 96n) | (1n << bit)
      expect(direction('USDC into WETH', call, { partnerAndFee })).toEqual({ level: 'proven', codes: [] })
    }
  })

  test('the order of tokens of a batch follows its kind', () => {
    const reversed = balanced(side, batch(1, false))
    expect(direction('USDC into WETH', reversed.call).level).toBe('blocked')
  })
})

/*
 * Functions of 1inch v6 for one pool or several, whose routes are numbers: through pools of strangers they are not decoded, so
 * they are never green, and never blocked for only that reason.
 */
const unreadCalls = [
  ['1inch-v6', 'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)'],
  ['1inch-v6', 'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)'],
  ['1inch-v6', 'function unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)'],
  ['1inch-v6', 'function ethUnoswap(uint256 minReturn, uint256 dex) payable'],
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
