import { decodeFunctionData, encodeFunctionData, encodePacked, getAddress, type Hex, isHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { createRandom, type Random } from '../soundness/random'
import { handicapped } from '../soundness/trial'
import {
  type Arena,
  type Judged,
  judge,
  openArena,
  openPool,
  periphery,
  ratingOf,
  soon,
  sorted,
  tickAt,
} from './adversary'

/*
 * The service may route a swap through its own pool that pays a few percent less. It may let a bridge keep a token that
 * only its own pool values, or promise so much that no one delivers. The prices of other pools reveal this.
 */

let arena: Arena
const puffTier = 500

beforeAll(async () => {
  arena = await openArena()
  const { thief, act } = arena
  const [usdc, puff] = ['USDC', 'PUFF'].map((symbol) => getAddress(arena.token(symbol).address)) as [Hex, Hex]
  await act(
    thief,
    getAddress(arena.token('WETH').address),
    encodeFunctionData({ abi: periphery, functionName: 'deposit' }),
    4n * 10n ** 18n,
  )
  // One whole PUFF for one whole USDC.
  const [token0, token1] = sorted(usdc, puff)
  const tick = tickAt(token0 === usdc ? 1e12 : 1e-12, 10)
  const amounts = token0 === usdc ? ([0n, 10n ** 24n] as const) : ([10n ** 24n, 0n] as const)
  const range = token0 === usdc ? ([tick - 2_000, tick - 10] as const) : ([tick + 10, tick + 2_000] as const)
  await openPool(arena, { token0, token1, fee: puffTier }, tick, amounts, range)
})
afterAll(() => arena.exchange.stop())

/** A pool of the thief's that sells wrapped coins for so much more than they cost, with its tier. */
async function openDearPool(percent: number, fee: number, spacing: number) {
  const [usdc, weth] = [getAddress(arena.token('USDC').address), getAddress(arena.token('WETH').address)]
  const [token0, token1] = sorted(usdc, weth)
  const { expectedAmountOut } = await arena.ask(swapOf(arena.token('USDC'), '100', arena.token('WETH'), arena.me))
  // The best pool keeps 0.3 %, which is part of what it pays out here.
  const raw = (100 / Number(expectedAmountOut)) * (1 + percent / 100) * (1 - fee / 1e6) * 1e-12
  const tick = tickAt(token0 === usdc ? 1 / raw : raw, spacing)
  const amounts = token0 === usdc ? ([900_000_000n, 10n ** 18n] as const) : ([10n ** 18n, 900_000_000n] as const)
  await openPool(arena, { token0, token1, fee }, tick, amounts, [tick - 10 * spacing, tick + 10 * spacing])
}

/** A swap through one tier, for the least that the service dares to state. */
async function swapped(fee: number) {
  const weth = arena.token('WETH')
  const intent = swapOf(arena.token('USDC'), '100', weth, arena.me)
  const answer = await arena.ask(intent)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(weth.address), fee },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units },
  }
  const dataFor = (amountOutMinimum: bigint) =>
    encodeFunctionData({
      ...{ abi: periphery, functionName: 'exactInputSingle' },
      args: [{ ...params, amountOutMinimum, sqrtPriceLimitX96: 0n }],
    })
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const listed = (data: Hex) => [
    { ...approve, to: intent.sell.token.address, data: approveData(arena.router, intent.sell.units), order: 0 },
    { ...swap, to: arena.router, data, order: 1 },
  ]
  const unstated = { ...answer, minAmountOut: undefined, expectedAmountOut: undefined }
  const first = await judge(arena, intent, { ...unstated, transactions: listed(dataFor(1n)) })
  const arrival = (await arena.check(first.plan!)).arrival!
  return judge(arena, intent, { ...unstated, transactions: listed(dataFor((arrival * 9_955n) / 10_000n)) })
}

describe('A-32 a swap through a pool of the service’s', () => {
  test.each([
    [4.4, 500, 10],
    [2, 10_000, 200],
  ])('that sells %s %% too dear is amber, with the difference in money', async (percent, fee, spacing) => {
    await openDearPool(percent, fee, spacing)
    const fair = await swapped(3_000)
    expect(fair.rating).toBe('green')
    const { rating, codes, plan } = await swapped(fee)
    const loss = (await arena.lossOf(plan!)) - (await arena.lossOf(fair.plan!))
    expect(loss).toBeGreaterThan(percent * 0.8)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['A-32'] })
    const found = (await arena.check(plan!)).verdict.findings.find(({ kind }) => kind === 'below-pools')
    expect(found?.facts).toMatchObject({ less: { symbol: 'WETH' }, cents: expect.any(Number) })
    expect(Math.abs(Number(found?.facts && 'cents' in found.facts ? found.facts.cents : 0) / 100 - loss)).toBeLessThan(
      1,
    )
  })
})

/** The answer’s crossing with other terms. */
async function crossed(
  sold: string,
  amount: string,
  bought: string,
  change: {
    readonly times?: bigint
    readonly through?: number
    readonly middle?: string
    readonly share?: bigint
    readonly on?: string
    /** In addition to its calldata the answer states honest figures. */
    readonly isQuoted?: true
  },
) {
  const { on = 'Delta' } = change
  const recipient = on === 'Reef' ? 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ' : arena.me
  const intent = { ...swapOf(arena.token(sold), amount, arena.token(bought, on), arena.me), recipient }
  const answer = await arena.ask(intent)
  const { data } = answer.transactions.at(-1)!
  if (!isHex(data)) throw new Error('The crossing is none.')
  const call = decodeFunctionData({ abi: crossRouterAbi, data })
  if (call.functionName !== 'deposit' && call.functionName !== 'swapAndDeposit') throw new Error('It is no deposit.')
  const honest = call.functionName === 'deposit' ? call.args[2] : call.args[5]
  const destination = { ...honest, minOut: honest.minOut * (change.times ?? 1n) }
  const token = getAddress(intent.sell.token.address)
  const { middle, through = 3_000, share = 1n } = change
  const kept = middle && getAddress(arena.token(middle).address)
  const swapping = (path: Hex, least: bigint, mid: Hex) =>
    encodeFunctionData({
      ...{ abi: crossRouterAbi, functionName: 'swapAndDeposit' },
      args: [token, intent.sell.units, path, least, mid, destination],
    })
  const changed = kept
    ? swapping(encodePacked(['address', 'uint24', 'address'], [token, through, kept]), share, kept)
    : call.functionName === 'swapAndDeposit'
      ? swapping(call.args[2], call.args[3], call.args[4])
      : encodeFunctionData({
          ...{ abi: crossRouterAbi, functionName: 'deposit' },
          args: [token, intent.sell.units, destination],
        })
  const transactions = [...answer.transactions.slice(0, -1), { ...answer.transactions.at(-1)!, data: changed }]
  const stated = change.times && !change.isQuoted ? { minAmountOut: undefined, expectedAmountOut: undefined } : {}
  return judge(arena, intent, { ...answer, ...stated, transactions })
}

describe('A-32 a promise for the other chain', () => {
  test.each([
    ['USDC', '500', 'USDC', 100n],
    ['USDC', '500', 'WETH', 100n],
    ['WETH', '0.15', 'USDC', 2n],
  ])('that no one would keep (%s %s for %s, %s times as much) is not green', async (sold, amount, bought, times) => {
    const { rating, codes } = await crossed(sold, amount, bought, { times })
    expect(rating).not.toBe('green')
    expect(codes).toContain('A-32')
  })

  test.each([
    ['USDC', '500', 'USDC', 100n],
    ['WETH', '0.15', 'SOL', 3n],
    ['PUFF', '3000000000', 'BONQ', 20n],
  ])(
    'above the quote is not green where no pool prices it (%s %s for %s, %s times)',
    async (sold, amount, bought, times) => {
      const honest = await crossed(sold, amount, bought, { on: 'Reef' })
      expect(honest.codes).not.toContain('A-32')
      const { rating, codes } = await crossed(sold, amount, bought, { times, on: 'Reef', isQuoted: true })
      expect(rating).not.toBe('green')
      expect(codes).toContain('A-32')
    },
  )

  test('that is honest stays green', async () => {
    expect(await crossed('USDC', '500', 'USDC', {})).toMatchObject({ rating: 'green', codes: [] })
  })
})

describe('V-052 what a bridge keeps', () => {
  test('an intermediate token is worth nothing if only a pool of the thief pays so little of it', async () => {
    const minimum = 497n * 10n ** 18n
    const { rating, codes } = await crossed('USDC', '500', 'USDC', {
      middle: 'PUFF',
      through: puffTier,
      share: minimum,
    })
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-056'] })
  })

  test('an intermediate token is valued by the same pools if an honest pool pays it', async () => {
    const { codes } = await crossed('USDC', '500', 'USDC', { middle: 'WETH', share: 1n })
    expect(codes).toContain('V-056')
  })
})

/** Terms drawn at random: whether what is green loses much more than it shows, where a rule is taken out and where not. */
describe('random prices and promises', () => {
  const seed = Number(process.env.GUARD_FUZZ_SEED ?? 2026)
  type Drawn = { readonly judged: Judged; readonly loss: number }

  const rated = async ({ plan, rating }: Judged, without: readonly string[]) =>
    plan ? ratingOf(handicapped(await arena.check(plan), without)) : rating

  /** A pool of the thief's next to the honest ones, in a tier that is free. */
  async function fromDearPool(random: Random): Promise<Drawn> {
    const [fee, spacing] = random.pick([
      [500, 10],
      [10_000, 200],
    ] as const)
    await openDearPool(random.pick([0.2, 2, 3, 4.4, 7]), fee, spacing)
    const fair = await swapped(3_000)
    const judged = await swapped(fee)
    return { judged, loss: (await arena.lossOf(judged.plan!)) - (await arena.lossOf(fair.plan!)) }
  }

  /** No one delivers, and the intermediate token is refunded. */
  async function fromRefund(random: Random): Promise<Drawn> {
    const middle = random.pick(['PUFF', 'WETH', 'DAI'])
    const token = arena.token(middle)
    const worth = Number(token.price)
    const dollars = random.pick([0.0001, 1, 250, 497])
    // In the thief's pool a PUFF is worth a dollar.
    const units = middle === 'PUFF' ? dollars : dollars / worth
    const share = BigInt(Math.max(1, Math.floor(units * 1e6))) * 10n ** BigInt(token.decimals - 6)
    const judged = await crossed('USDC', '500', 'USDC', {
      ...{ middle, share },
      ...(middle === 'PUFF' && { through: puffTier }),
    })
    return { judged, loss: 500 - units * worth }
  }

  /** More than anyone would deliver: the money waits for a day. */
  async function fromPromise(random: Random): Promise<Drawn> {
    const times = random.pick([1n, 2n, 10n, 100n])
    const [sold, amount, bought] = random.pick([
      ['USDC', '500', 'USDC'],
      ['USDC', '500', 'WETH'],
      ['WETH', '0.15', 'USDC'],
    ] as const)
    return { judged: await crossed(sold, amount, bought, { times }), loss: times > 1n ? 500 : 0 }
  }

  test.each<[string, (random: Random) => Promise<Drawn>, readonly string[], number]>([
    ['a pool that pays less than others, without A-32', fromDearPool, ['A-32'], 1.7],
    ['a refund of what is worth nothing, without V-052', fromRefund, ['V-052'], 30],
    ['a promise that no one keeps, without A-32', fromPromise, ['A-32'], 30],
  ])(
    '%s, is found again',
    async (_, draw, without, most) => {
      const tries = async (handicap: readonly string[]) => {
        const random = createRandom(seed)
        const holes: string[] = []
        for (let count = 0; count < 8 && holes.length === 0; count++) {
          const snapshot = await arena.rpc(741_001)('evm_snapshot', [])
          try {
            const { judged, loss } = await draw(random)
            if ((await rated(judged, handicap)) === 'green' && loss > most) holes.push(`$${loss.toFixed(2)}`)
          } finally {
            await arena.rpc(741_001)('evm_revert', [snapshot])
          }
        }
        return holes
      }
      expect(await tries([])).toEqual([])
      expect(await tries(without)).toHaveLength(1)
    },
    240_000,
  )
})
