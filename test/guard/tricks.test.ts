import {
  concat,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quantity } from '../../src/chain/rpc'
import type { CheckedPlan } from '../../src/guard/check/checkedPlan'
import { judgePlan } from '../../src/guard/check/judgePlan'
import type { Simulation } from '../../src/guard/checkInputs'
import type { EvmStep, Plan } from '../../src/guard/plan'
import { commonSimulationRules } from '../../src/guard/rules/common/simulation'
import { changeOf } from '../../src/guard/rules/input/ruleInput'
import type { ChainNode } from '../../src/guard/simulate/evm/gather'
import { simulateByNode } from '../../src/guard/simulate/evm/simulate'
import { trackedAccounts } from '../../src/guard/simulate/evm/trackedAccounts'
import type { SwapAnswer, TransactionRecord } from '../../src/protocol/serviceMessages'
import { compile } from './contracts/compile'
import { abi, addressOf, approveData, record } from './fixtures'
import { type LocalExchange, startLocalExchange, swapOf, type TestNode, without } from './localExchange'

const harbor = 741_001
const arming = parseAbi(['function arm()'])
const tricks = [
  'KeepAll',
  'HonestWithoutGasPrice',
  'HonestWithoutBaseFee',
  'HonestToContracts',
  'TakeWholeAllowance',
  'PayHalf',
  'Honest',
  'HonestWithMuchGas',
  'HonestWithLittleGas',
  'HonestForTwoBlocks',
] as const

let local: LocalExchange
const deployed = new Map<string, Hex>()
const me = privateKeyToAddress(generatePrivateKey())

beforeAll(async () => {
  local = await startLocalExchange()
  await local.exchange.fund('evm', me)
  const code = compile('TwoFaced')
  const answer = await local.ask(swap())
  const router = getAddress(String(answer.transactions.at(-1)!.to))
  for (const [index, trick] of tricks.entries()) {
    const args = encodeAbiParameters(parseAbiParameters('address router, uint8 trick'), [router, index])
    const { contractAddress } = await local.send(harbor, { from: me, data: concat([code, args]) })
    deployed.set(trick, getAddress(contractAddress!))
  }
})

afterAll(() => local.exchange.stop())

function swap(amount = '500') {
  return swapOf(local.token('USDC'), amount, local.token('WETH'), me)
}

/** The honest answer, sent through another contract that takes the same call. */
async function through(contract: Hex, withApproval = true): Promise<Plan> {
  const intent = swap()
  const answer = await local.ask(intent)
  const minimum = BigInt(Math.floor(Number(answer.minAmountOut) * 1e15)) * 1_000n
  const { usdc, weth } = { usdc: getAddress(intent.sell.token.address), weth: getAddress(intent.buy.address) }
  const params = {
    tokenIn: usdc,
    tokenOut: weth,
    fee: 3000,
    recipient: me,
    deadline: BigInt(Math.floor(Date.now() / 1000) + 600),
    amountIn: intent.sell.units,
    amountOutMinimum: minimum,
    sqrtPriceLimitX96: 0n,
  }
  const [first, last] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
  const transactions = [
    ...(withApproval ? [{ ...first, to: usdc, data: approveData(contract, intent.sell.units), order: 0 }] : []),
    { ...last, to: contract, data, order: 1 },
  ]
  return planned(intent, { ...answer, transactions })
}

async function planned(intent: ReturnType<typeof swap>, answer: SwapAnswer): Promise<Plan> {
  const result = await local.plan(intent, answer)
  if (result.is === 'refused') throw new Error(JSON.stringify(result.findings))
  return result.plan
}

/** The output in a simulation. */
function received(run: Simulation | undefined): bigint {
  return run?.is === 'run' ? changeOf(run.changes, me, local.token('WETH').address) : 0n
}

function blocks({ verdict }: Pick<CheckedPlan, 'verdict'>): string[] {
  return verdict.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)
}

describe('a router with two faces, on a real chain', () => {
  test('V-035 an honest stranger needs a look, and no more', async () => {
    const checked = await local.check(await through(deployed.get('Honest')!))
    expect(blocks(checked)).toEqual([])
    expect(checked.verdict.level).toBe('tried')
    expect(checked.arrival).toBeGreaterThan(0n)
  })

  test('V-032 one that keeps everything is blocked', async () => {
    expect(blocks(await local.check(await through(deployed.get('KeepAll')!)))).toContain('V-016')
  })

  test('V-032 one that is honest only while the gas price is zero is blocked', async () => {
    const plan = await through(deployed.get('HonestWithoutGasPrice')!)
    expect(await arrivalAt(plan, 0n)).toBeGreaterThan(0n)
    expect(blocks(await local.check(plan))).toContain('V-016')
  })

  test('V-032 one that is honest only while the base fee is zero is blocked by the second simulation', async () => {
    expect(blocks(await local.check(await through(deployed.get('HonestWithoutBaseFee')!)))).toContain('V-016')
  })

  test('V-032 one that is honest only to contracts is blocked by the first simulation', async () => {
    expect(blocks(await local.check(await through(deployed.get('HonestToContracts')!)))).toContain('V-016')
  })

  test('V-032 one that is honest only with more gas than a wallet sends is blocked', async () => {
    const thief = deployed.get('HonestWithMuchGas')!
    const checked = await local.check(await through(thief))
    const [much, , asSent] = checked.inputs.simulations
    expect([received(much), received(asSent)]).toEqual([expect.any(BigInt), 0n])
    expect(received(much)).toBeGreaterThan(0n)
    expect(asSent).toMatchObject({ is: 'run', by: 'eth_simulateV1', gas: 'as sent' })
    expect(blocks(checked)).toEqual(expect.arrayContaining(['V-016', 'V-034']))
  })

  test('V-032 one that is honest only with less gas than a simulation offers is blocked', async () => {
    expect(blocks(await local.check(await through(deployed.get('HonestWithLittleGas')!)))).toContain('V-016')
  })

  test('V-032 one that is honest only in the next blocks is blocked', async () => {
    const bomb = deployed.get('HonestForTwoBlocks')!
    await local.send(harbor, { from: me, to: bomb, data: encodeFunctionData({ abi: arming, functionName: 'arm' }) })
    const checked = await local.check(await through(bomb))
    expect(received(checked.inputs.simulations[0])).toBeGreaterThan(0n)
    expect(blocks(checked)).toContain('V-016')
  })

  test("V-034 a plan that fails with the wallet's gas limit is blocked, regardless of its result with more gas", async () => {
    const plan = await through(deployed.get('Honest')!)
    const real = local.rpc(harbor)
    /** A node that estimates a quarter of the needed gas. */
    const ask: ChainNode['ask'] = async (method, params) =>
      method === 'eth_estimateGas' ? '0x7530' : real(method, params)
    expect(blocks(await local.check(plan, {}, { ask }))).toContain('V-034')
  })

  test('V-034 where the gas of a later transaction is only guessed, an honest one that wants much is not blocked', async () => {
    const real = local.rpc(harbor)
    let asked = 0
    const ask: ChainNode['ask'] = async (method, params) => {
      if (method !== 'eth_simulateV1' || ++asked === 1) return real(method, params)
      const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: { gas?: string }[] }] }]
      const last = blockStateCalls[0].calls.findLast((call) => call.gas !== undefined)
      if (last) last.gas = '0x9c40'
      return real(method, params)
    }
    const checked = await local.check(await planned(swap(), await local.ask(swap())), {}, { ask })
    expect(asked).toBe(2)
    expect(blocks(checked)).toEqual([])
    expect(checked.verdict.level).toBe('proven')
    expect(checked.verdict.findings).toContainEqual(
      expect.objectContaining({ code: 'V-034', kind: 'gas-not-tried', severity: 'info' }),
    )
  })

  test('V-031 one that takes an older, larger allowance is blocked', async () => {
    const thief = deployed.get('TakeWholeAllowance')!
    const usdc = local.token('USDC').address
    await local.send(harbor, { from: me, to: usdc, data: approveData(thief, 900_000_000n) })
    expect(blocks(await local.check(await through(thief, false)))).toContain('V-015')
  })

  test('V-032 one that pays half is blocked', async () => {
    expect(blocks(await local.check(await through(deployed.get('PayHalf')!)))).toContain('V-016')
  })

  test.each(tricks.slice(0, 6).filter((trick) => trick !== 'TakeWholeAllowance' && trick !== 'HonestToContracts'))(
    '%s is caught only by the prober',
    async (trick) => {
      const checked = await local.check(await through(deployed.get(trick)!), {}, { simulates: false })
      expect(checked.inputs.simulations.map((each) => each.is === 'run' && each.by)).toEqual([
        false,
        'prober',
        'prober',
      ])
      expect(blocks(checked)).toContain('V-016')
    },
  )
})

describe('a router with two faces, on a node without eth_simulateV1', () => {
  const alone = { simulates: false }

  test('V-035 an honest stranger that is read needs a look: neither blocked nor unchecked', async () => {
    const { verdict, inputs } = await local.check(await through(deployed.get('Honest')!), {}, alone)
    expect(verdict.level).toBe('tried')
    expect(inputs.simulations).toMatchObject([
      { is: 'not run' },
      { by: 'prober' },
      { by: 'prober', gas: 'as sent', isAhead: true },
    ])
    expect(verdict.findings).toContainEqual(expect.objectContaining({ code: 'V-034', kind: 'only-one' }))
  })

  test.each(['HonestWithMuchGas', 'HonestWithLittleGas'] as const)(
    'V-032 %s is blocked, because it is tried with the gas of the wallet as well',
    async (trick) => {
      const checked = await local.check(await through(deployed.get(trick)!), {}, alone)
      expect(blocks(checked)).toContain('V-016')
    },
  )

  test('V-032 one that is honest only in the next blocks is blocked, where the node takes block overrides', async () => {
    const bomb = deployed.get('HonestForTwoBlocks')!
    await local.send(harbor, { from: me, to: bomb, data: encodeFunctionData({ abi: arming, functionName: 'arm' }) })
    const checked = await local.check(await through(bomb), {}, alone)
    expect(received(checked.inputs.simulations[1])).toBeGreaterThan(0n)
    expect(blocks(checked)).toContain('V-016')
  })

  test.each([
    ['refuses block overrides', undefined],
    ['passes block overrides over', 3],
  ])('V-034 a node that %s tries one thing in one block, which is no proof', async (_, kept) => {
    const real = local.rpc(harbor)
    const ask: ChainNode['ask'] = async (method, params) => {
      const list = params as readonly unknown[]
      if (method !== 'eth_call' || list.length < 4) return real(method, params)
      if (kept === undefined) throw Object.assign(new Error('too many arguments, want at most 3'), { code: -32602 })
      return real(method, list.slice(0, kept))
    }
    const { verdict, inputs } = await local.check(await planned(swap(), await local.ask(swap())), {}, { ...alone, ask })
    expect(inputs.simulations).toMatchObject([{ is: 'not run' }, { by: 'prober' }, { by: 'prober', gas: 'as sent' }])
    const warned = verdict.findings.filter(({ severity }) => severity === 'warn')
    expect(warned).toMatchObject([{ code: 'V-034', kind: 'later-not-tried' }])
    expect(verdict.level).toBe('tried')
  })

  test('V-034 what fails with the gas that a wallet sends is blocked', async () => {
    const real = local.rpc(harbor)
    const ask: ChainNode['ask'] = async (method, params) =>
      method === 'eth_estimateGas' ? '0x7530' : real(method, params)
    const checked = await local.check(await through(deployed.get('Honest')!), {}, { ...alone, ask })
    expect(blocks(checked)).toContain('V-034')
  })

  test('V-034 a node that cannot estimate either has the gas guessed from what was used', async () => {
    const ask = without('eth_estimateGas', local.rpc(harbor))
    const { verdict } = await local.check(await planned(swap(), await local.ask(swap())), {}, { ...alone, ask })
    expect(verdict.level).toBe('proven')
  })
})

describe('the simulation by itself, with nothing decoded', () => {
  const thief = addressOf('thief')

  async function blocksAlone(plan: Plan, node: TestNode = {}): Promise<string[]> {
    const checked = await local.check(plan, {}, node)
    return blocks({ verdict: judgePlan(plan.intent, checked.plan, checked.inputs, commonSimulationRules) })
  }

  async function tampered(change: (data: string) => string, more: readonly TransactionRecord[] = []): Promise<Plan> {
    const answer = await local.ask(swap())
    const last = answer.transactions.at(-1)!
    const transactions = [...answer.transactions.slice(0, -1), ...more, { ...last, data: change(String(last.data)) }]
    return planned(swap(), { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) })
  }

  test('V-032 finds the outcome sent to a thief', async () => {
    const mine = me.slice(2).toLowerCase()
    const plan = await tampered((data) => data.replaceAll(mine, thief.slice(2).toLowerCase()))
    expect(await blocksAlone(plan)).toContain('V-016')
  })

  test('V-031 finds an additional token that is sent away', async () => {
    const usdt = local.token('USDT').address
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [thief, 1_000n] })
    const plan = await tampered((same) => same, [record({ to: usdt, data, type: null })])
    expect(await blocksAlone(plan)).toContain('V-015')
  })

  test('V-033 finds an allowance of another token', async () => {
    const wbtc = local.token('WBTC').address
    const plan = await tampered((same) => same, [record({ to: wbtc, data: approveData(thief, 5n), type: null })])
    expect(await blocksAlone(plan)).toContain('A-21')
    expect(await blocksAlone(plan, { simulates: false })).toContain('A-21')
  })

  test('V-031 finds native value sent along', async () => {
    const plan = await tampered(
      (same) => same,
      [record({ to: thief, data: '0x', value: '1000000000000000', type: null })],
    )
    const { verdict, forecast } = await local.check(plan)
    expect(verdict.level).toBe('blocked')
    const changes = forecast.is === 'simulated' ? forecast.changes : []
    expect(changes.find(({ token }) => token === 'native')?.delta).toBe(-1_000_000_000_000_000n)
  })

  test('V-030 finds a minimum that cannot be met', async () => {
    const plan = await tampered((data) => raised(data))
    expect(await blocksAlone(plan)).toContain('V-030')
  })
})

/** The swap with its minimum raised beyond reach. */
function raised(data: string): string {
  const { args } = decodeFunctionData({ abi, data: data as Hex })
  const params = args?.[0]
  if (typeof params !== 'object' || !('path' in params)) throw new Error('It is no swap along a path.')
  return encodeFunctionData({ abi, functionName: 'exactInput', args: [{ ...params, amountOutMinimum: 10n ** 30n }] })
}

/** The output when the plan is simulated at another gas price. */
async function arrivalAt(plan: Plan, gasPrice: bigint): Promise<bigint> {
  const steps = plan.steps.filter((step): step is EvmStep => step.kind === 'evm')
  const { sell, buy } = plan.intent
  const ask = local.rpc(harbor)
  const number = quantity(await ask('eth_blockNumber', []))
  const watch = trackedAccounts(steps, harbor, [me], [sell.token.address, buy.address], { wrapped: undefined })
  const time = BigInt(Math.floor(Date.now() / 1000))
  const head = { number, time, baseFee: 0n, gasPrice, coins: 10n ** 20n, gasLimit: 30_000_000n }
  const run = await simulateByNode({ steps, tracked: watch, head, now: 0 }, ask)
  return run.is === 'run' ? changeOf(run.changes, me, buy.address) : 0n
}
