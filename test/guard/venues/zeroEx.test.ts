import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/zeroExContracts.json' with { type: 'json' }
import vectors from '../../fixtures/venues/zeroExPlans.json' with { type: 'json' }
import { type Arena, harbor, openArena } from '../attacks/adversary'
import { deploy, hexOf } from './realUniswap'
import { carriedOut, changesOf, directly, type Quoted, quoted, withChange, word, written } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * The exchange proxy of 0x with the transformers of its package, which sell in pools of the local exchange. The encoders
 * of @0x/protocol-utils wrote the calldata.
 */

type Plan = keyof typeof vectors.plans
type Transformer = 'fillQuote' | 'weth' | 'pay' | 'fee'

let arena: Arena
let proxy: Address
/** The nonces of the deployer by which the proxy finds its transformers. */
const nonces = new Map<Transformer, bigint>()

const abi = parseAbi([
  'function initializeZeroEx(address owner, address zeroEx, (address registry, address ownable) features) returns (address)',
  'function migrate(address target, bytes data, address newOwner)',
  'function migrate(address transformerDeployer) returns (bytes4)',
])

beforeAll(async () => {
  arena = await openArena()
  const { act, thief, rpc } = arena
  const node = rpc(harbor)
  const one = (address: Address) => encodeAbiParameters(parseAbiParameters('address'), [address])
  const made = (name: keyof typeof contracts, args: Hex = '0x') => deploy(arena, contracts[name].creationCode, args)
  const features = { registry: await made('registry'), ownable: await made('ownable') }
  const migration = await made('migration', one(thief))
  proxy = await made('proxy', one(migration))
  const begin = encodeFunctionData({ abi, functionName: 'initializeZeroEx', args: [thief, proxy, features] })
  await act(thief, migration, begin)
  const data = encodeFunctionData({ abi, functionName: 'migrate', args: [thief] })
  const target = await made('transform')
  await act(thief, proxy, encodeFunctionData({ abi, functionName: 'migrate', args: [target, data, thief] }))

  const weth = one(getAddress(arena.token('WETH').address))
  // The adapter of Ethereum may be deployed on Ethereum only.
  await node('anvil_setChainId', [1])
  const adapter = await made('adapter', weth)
  await node('anvil_setChainId', [harbor])
  const transformers: readonly (readonly [Transformer, Hex])[] = [
    ['fillQuote', encodeAbiParameters(parseAbiParameters('address, address'), [adapter, proxy])],
    ['weth', weth],
    ['pay', '0x'],
    ['fee', '0x'],
  ]
  for (const [name, args] of transformers) {
    nonces.set(name, BigInt(String(await node('eth_getTransactionCount', [thief, 'latest']))))
    await made(name, args)
  }
})
afterAll(() => arena.exchange.stop())

const token = (symbol: string) => arena.token(symbol)
const slippageBps = 100

function quoteOf(plan: Plan): Promise<Quoted> {
  if (plan.startsWith('native input')) return quoted(arena, token('ETH'), token('USDC'), slippageBps)
  return quoted(arena, token('USDC'), token(plan.startsWith('native output') ? 'ETH' : 'WETH'), slippageBps)
}

function dataOf(plan: Plan, { intent, minimum }: Quoted): Hex {
  const { sell, buy } = intent
  const nonce = (name: Transformer) => word(nonces.get(name) ?? 0n)
  return written(vectors.plans[plan], vectors.placeholders, {
    input: hexOf(sell.token.address),
    output: hexOf(buy.address),
    between: hexOf(token('WBTC').address),
    wrapped: hexOf(token('WETH').address),
    router: arena.router,
    stranger: arena.thief,
    amountIn: word(sell.units),
    halfIn: word(sell.units / 2n),
    minimum: word(minimum),
    halfMinimum: word(minimum / 2n),
    fee: word(minimum / 1_000n),
    fillQuote: nonce('fillQuote'),
    weth: nonce('weth'),
    pay: nonce('pay'),
    affiliate: nonce('fee'),
  })
}

async function judged(plan: Plan, change: (data: Hex) => Hex = (same) => same) {
  const quote = await quoteOf(plan)
  return carriedOut(arena, proxy, quote, change(dataOf(plan, quote)), { allow: directly })
}

const plans = Object.keys(vectors.plans) as Plan[]

describe('the exchange proxy of 0x', () => {
  test('docs/venues.md counts the plans', () => {
    expect(statedPlans('0x exchange proxy')).toEqual({ proven: 0, consent: plans.length, blocked: 0 })
  })

  test.each(plans)('%s: the proxy pays the minimum, and the plan is tried', async (plan) => {
    const { rating, codes, loss } = await judged(plan)
    // The minimum is measured by a balance, and features of the proxy can be exchanged.
    expect({ rating, codes: codes.toSorted() }).toEqual({ rating: 'amber', codes: ['V-018', 'V-061'] })
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  test.each(isDeep ? plans : plans.slice(0, 1))(
    '%s: no changed argument gives a proven plan that loses money',
    async (plan) => {
      const changes = changesOf(dataOf(plan, await quoteOf(plan)), arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 3)) {
        const { rating, loss = 0 } = await judged(plan, (data) => withChange(data, change))
        if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
      }
    },
  )

  test('a share of half of the output for a partner: the proxy reverts', async () => {
    const quote = await quoteOf('a fee')
    const [fee, half] = [word(quote.minimum / 1_000n), word(quote.minimum / 2n)]
    const data = hexOf(dataOf('a fee', quote).replace(fee.slice(2), half.slice(2)))
    const { rating, loss } = await carriedOut(arena, proxy, quote, data, { allow: directly })
    expect(rating).toBe('blocked')
    expect(loss).toBeLessThan(5)
  })
})
