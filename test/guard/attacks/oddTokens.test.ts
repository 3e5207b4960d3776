import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { batchAccountAddress } from '../../../src/wallets/evm/demo/demoBatches'
import { compile } from '../contracts/compile'
import { addressOf, approveData, multicallData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, judge, openArena, openPool, periphery, soon, sorted, statedMinimum } from './adversary'

/*
 * Tokens that keep a fee, lie about balances or only look like the one that is bought; rights behind Permit2 for someone
 * else; and a sender whose account runs code of its own (EIP-7702).
 */

let arena: Arena
/** A token of the thief's under the ticker of the wrapped coin, with pools at a dollar each. */
let hooked: Address

const words = parseAbi([
  'function set(uint256 feeBps, bool lies)',
  'function burn(uint256 gasPerTransfer)',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'struct Permission { address token; uint256 amount; }',
  'struct Permit { Permission permitted; uint256 nonce; uint256 deadline; }',
  'struct PermitBatch { Permission[] permitted; uint256 nonce; uint256 deadline; }',
  'struct Transfer { address to; uint256 requestedAmount; }',
  'function permitTransferFrom(Permit permit, Transfer transferDetails, address owner, bytes signature)',
  'function permitWitnessTransferFrom(Permit permit, Transfer transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'function permitWitnessTransferFrom(PermitBatch permit, Transfer[] transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])
const behind = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)

beforeAll(async () => {
  arena = await openArena()
  const { rpc, act, thief } = arena
  const code = await rpc(harbor)('eth_getCode', [await deployed('Permit2'), 'latest'])
  await rpc(harbor)('anvil_setCode', [permit2, code])
  const args = encodeAbiParameters(parseAbiParameters('string, uint256'), ['WETH', 10n ** 30n])
  hooked = await deployed('HookedToken', args)
  await act(thief, weth(), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 2n * 10n ** 18n)
  await pooled(usdc(), 10n ** 6n, 4_000n * 10n ** 6n)
  const price = BigInt(Math.round(Number(arena.token('WETH').price)))
  await pooled(weth(), 10n ** 18n / price, 10n ** 18n)
})
afterAll(() => arena.exchange.stop())

async function deployed(name: string, args: Hex = '0x'): Promise<Address> {
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([compile(name), args]) })
  return getAddress(contractAddress!)
}

/** A pool of the thief's token and another one, of which so many units are worth a dollar. */
async function pooled(token: Address, dollar: bigint, units: bigint): Promise<void> {
  const [token0, token1] = sorted(hooked, token)
  const raw = Number(dollar) / 1e18
  const tick = Math.round(Math.log(token0 === hooked ? raw : 1 / raw) / Math.log(1.0001) / 60) * 60
  const amounts = token0 === hooked ? ([10n ** 24n, units] as const) : ([units, 10n ** 24n] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 1_200, tick + 1_200])
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }
type Change = Partial<{ tokenOut: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint }>

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const approve = ({ intent }: Quoted, spender: Hex = arena.router) =>
  record({ type: 'approve', to: usdc(), data: approveData(spender, intent.sell.units) })
const call = (data: Hex, to: string = arena.router) => record({ to, data })

function single({ intent, minimum }: Quoted, change: Change = {}): Hex {
  const params = {
    ...{ tokenIn: usdc(), tokenOut: weth(), fee: 3000, recipient: arena.me, deadline: soon() },
    ...{ amountIn: intent.sell.units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

/** All of it by way of the thief's token. */
function through({ intent }: Quoted, amountOutMinimum: bigint): Hex {
  const fee = encodePacked(['uint24'], [3000])
  const path = concat([usdc(), fee, hooked, fee, weth()])
  const params = { path, recipient: arena.me, deadline: soon(), amountIn: intent.sell.units, amountOutMinimum }
  return encodeFunctionData({ abi: words, functionName: 'exactInput', args: [params] })
}

const sweep = (token: Hex, minimum: bigint) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, minimum, arena.me] })
const tell = (feeBps: bigint, lies: boolean) =>
  arena.act(arena.thief, hooked, encodeFunctionData({ abi: words, functionName: 'set', args: [feeBps, lies] }))

async function quote(intent: SwapIntent): Promise<Quoted> {
  const answer = await arena.ask(intent)
  return { intent, answer, minimum: statedMinimum(answer, intent.buy) }
}

function judged({ intent, answer }: Quoted, list: readonly TransactionRecord[], change: Partial<SwapAnswer> = {}) {
  return judge(arena, intent, { ...answer, ...change, transactions: list.map((each, order) => ({ ...each, order })) })
}

describe('a way through a token that keeps a fee', () => {
  /** Both pools take 0.3 %, and the typed amount moves the thief's by a little. */
  const least = ({ minimum }: Quoted) => (minimum * 90n) / 100n
  const low = (quoted: Quoted) => ({ minAmountOut: `${Number(least(quoted)) / 1e18}` })

  test('V-030 a route through a token with a fee is blocked while the fee is taken', async () => {
    const quoted = await quote(forWeth())
    await tell(1_000n, false)
    const found = await judged(quoted, [approve(quoted), call(through(quoted, least(quoted)))], low(quoted))
    await tell(0n, false)
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-030']) })
  })

  test('costs no more than it shows where the fee begins after the check: the minimum holds', async () => {
    const quoted = await quote(forWeth())
    const { plan, rating } = await judged(quoted, [approve(quoted), call(through(quoted, least(quoted)))], low(quoted))
    expect(plan).toBeDefined()
    expect(rating).not.toBe('unchecked')
    expect(await arena.lossOf(plan!, () => tell(1_000n, false))).toBeLessThan(5)
  })
})

describe('a way through a token that burns gas', () => {
  const burn = (gas: bigint) =>
    arena.act(arena.thief, hooked, encodeFunctionData({ abi: words, functionName: 'burn', args: [gas] }))

  /** On a busy day: gas at forty gwei. */
  async function onBusyDay(): Promise<CheckedPlan> {
    const quoted = await quote(forWeth())
    const least = (quoted.minimum * 90n) / 100n
    const transactions = [approve(quoted), call(through(quoted, least))].map((each, order) => ({ ...each, order }))
    const answer = { ...quoted.answer, minAmountOut: `${Number(least) / 1e18}`, transactions }
    const planned = await arena.plan(quoted.intent, answer)
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const node = arena.rpc(harbor)
    return arena.check(
      planned.plan,
      {},
      { ask: (method, params) => (method === 'eth_gasPrice' ? Promise.resolve('0x9502f9000') : node(method, params)) },
    )
  }
  const burning = ({ verdict }: CheckedPlan) =>
    verdict.findings.flatMap(({ code, kind, severity }) => (code === 'V-023' ? [`${severity} ${kind}`] : []))

  test('V-023 costs more than is lost in the swap, and needs a tick', async () => {
    const honest = await onBusyDay()
    await burn(2_000_000n)
    const greedy = await onBusyDay()
    await burn(0n)
    expect(burning(honest)).toEqual(['ok holds'])
    expect(burning(greedy)).toEqual(['warn burns-gas'])
    // A fifth of the input.
    expect(greedy.cost!.fee - honest.cost!.fee).toBeGreaterThan(10n ** 17n)
  })
})

describe('a token under the ticker of the one that is bought', () => {
  test.each<[string, (quoted: Quoted) => readonly TransactionRecord[]]>([
    ['the minimum is in the thief’s token', (quoted) => [approve(quoted), call(single(quoted, { tokenOut: hooked }))]],
    [
      'the minimum is swept in the thief’s token',
      (quoted) => [
        approve(quoted),
        call(
          multicallData(
            single(quoted, { recipient: zeroAddress, amountOutMinimum: 0n }),
            sweep(hooked, quoted.minimum),
          ),
        ),
      ],
    ],
    [
      'one half brings the thief’s token',
      (quoted) => {
        const half = { amountIn: quoted.intent.sell.units / 2n, amountOutMinimum: quoted.minimum / 2n }
        return [approve(quoted), call(single(quoted, half)), call(single(quoted, { ...half, tokenOut: hooked }))]
      },
    ],
    [
      'the thief’s token is bought, and sold for what is asked in a second transaction',
      (quoted) => [
        approve(quoted),
        call(single(quoted, { tokenOut: hooked, amountOutMinimum: 1n })),
        record({ type: 'approve', to: hooked, data: approveData(arena.router, 10n ** 21n) }),
        call(single(quoted)),
      ],
    ],
  ])('%s: blocked', async (_, list) => {
    const quoted = await quote(forWeth())
    expect(await judged(quoted, list(quoted))).toMatchObject({ rating: 'blocked' })
  })

  test('V-032 V-053 one that is listed, keeps half and reports twice the balance is blocked for its name', async () => {
    const quoted = await quote(forWeth())
    const listed = { ...quoted, intent: { ...quoted.intent, buy: { ...quoted.intent.buy, address: hooked } } }
    await tell(5_000n, true)
    const found = await judged(listed, [approve(quoted), call(single(quoted, { tokenOut: hooked }))])
    await tell(0n, false)
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-053']) })
  })
})

describe('rights behind Permit2 for someone else', () => {
  const permitted = () => ({
    permitted: { token: usdc(), amount: 500_000_000n },
    nonce: 0n,
    deadline: soon(),
  })
  const paid = () => ({ to: arena.thief, requestedAmount: 500_000_000n })
  const kind = 'Order witness)Order(address maker)TokenPermissions(address token,uint256 amount)'
  const signature = concat([`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`, '0x1b'])
  const until = () => Number(soon())

  const calls: readonly (readonly [string, () => Hex])[] = [
    [
      'a signed transfer',
      () =>
        encodeFunctionData({
          abi: words,
          functionName: 'permitTransferFrom',
          args: [permitted(), paid(), arena.me, signature],
        }),
    ],
    [
      'a signed transfer with a witness',
      () =>
        encodeFunctionData({
          abi: words,
          functionName: 'permitWitnessTransferFrom',
          args: [permitted(), paid(), arena.me, `0x${'33'.repeat(32)}`, kind, signature],
        }),
    ],
    [
      'several signed transfers with a witness',
      () => {
        const { permitted: one, ...rest } = permitted()
        return encodeFunctionData({
          abi: words,
          functionName: 'permitWitnessTransferFrom',
          args: [{ permitted: [one], ...rest }, [paid()], arena.me, `0x${'33'.repeat(32)}`, kind, signature],
        })
      },
    ],
    [
      'a small allowance for ten minutes',
      () =>
        encodeFunctionData({ abi: behind, functionName: 'approve', args: [usdc(), arena.thief, 1_000_000n, until()] }),
    ],
    [
      'an allowance of what is bought',
      () =>
        encodeFunctionData({ abi: behind, functionName: 'approve', args: [weth(), arena.thief, 10n ** 18n, until()] }),
    ],
    [
      'a transfer in the person’s name',
      () =>
        encodeFunctionData({
          abi: behind,
          functionName: 'transferFrom',
          args: [arena.me, arena.thief, 500_000_000n, usdc()],
        }),
    ],
    [
      'nonces that are used up',
      () => encodeFunctionData({ abi: behind, functionName: 'invalidateUnorderedNonces', args: [0n, 1n] }),
    ],
  ]

  test.each(calls)('%s next to a perfect swap: blocked', async (_, data) => {
    const quoted = await quote(forWeth())
    const list = [approve(quoted), call(single(quoted)), call(data(), permit2)]
    expect(await judged(quoted, list)).toMatchObject({ rating: 'blocked' })
  })

  test.each(calls)('%s in place of the swap: blocked', async (_, data) => {
    const quoted = await quote(forWeth())
    expect(await judged(quoted, [approve(quoted, permit2), call(data(), permit2)])).toMatchObject({ rating: 'blocked' })
  })
})

describe('a sender whose account delegates (EIP-7702)', () => {
  const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
  const delegating = async (to: Address) => {
    const args = encodeAbiParameters(parseAbiParameters('address'), [to])
    return arena.rpc(harbor)('anvil_setCode', [arena.me, concat(['0xef0100', await deployed('Sweeper', args)])])
  }
  const coins = (quoted: Quoted) => [
    approve(quoted),
    call(
      multicallData(
        single(quoted, { recipient: zeroAddress }),
        encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [quoted.minimum, arena.me] }),
      ),
    ),
  ]
  const judgedWith = async (
    to: Address,
    intent: SwapIntent,
    list: (quoted: Quoted) => readonly TransactionRecord[],
  ) => {
    await delegating(to)
    const quoted = await quote(intent)
    const found = await judged(quoted, list(quoted))
    const loss = found.plan ? await arena.lossOf(found.plan) : undefined
    await arena.rpc(harbor)('anvil_setCode', [arena.me, '0x'])
    return { ...found, loss }
  }

  test('V-032 to code that forwards native coin: buying the native coin loses all of it, and is blocked', async () => {
    const { rating, codes, loss } = await judgedWith(arena.thief, forEth(), coins)
    expect(loss).toBeGreaterThan(490)
    expect({ rating, codes }).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-016']) })
  })

  test('V-063 to unknown code that does nothing yet: native coin arrives, and it needs consent', async () => {
    const { rating, codes, loss } = await judgedWith(zeroAddress, forEth(), coins)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-063'] })
    expect(loss).toBeLessThan(5)
  })

  test('V-063 to code of a known wallet, or that the deployment names: it is shown, and green', async () => {
    const quoted = await quote(forEth())
    const { plan } = await judged(quoted, coins(quoted))
    const named = await deployed('Sweeper', encodeAbiParameters(parseAbiParameters('address'), [zeroAddress]))
    const chains = arena.chains.map((chain) => ({ ...chain, accountDelegates: [named] }))
    const kinds = async (delegate: Address) => {
      await arena.rpc(harbor)('anvil_setCode', [arena.me, concat(['0xef0100', delegate])])
      const { verdict } = await arena.check(plan!, { chains })
      await arena.rpc(harbor)('anvil_setCode', [arena.me, '0x'])
      return {
        level: verdict.level,
        kinds: verdict.findings.flatMap((one) => (one.code === 'V-063' ? [one.kind] : [])),
      }
    }
    expect(await kinds('0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B')).toEqual({ level: 'proven', kinds: ['known'] })
    expect(await kinds(batchAccountAddress)).toMatchObject({ kinds: ['known'] })
    expect(await kinds(named)).toEqual({ level: 'proven', kinds: ['known'] })
    expect(await kinds(arena.thief)).toMatchObject({ kinds: ['unknown'] })
    for (const contract of [arena.router, arena.manager, weth()])
      expect(await kinds(contract)).toMatchObject({ kinds: ['unknown'] })
    const { verdict } = await arena.check(plan!)
    expect(verdict.findings.map(({ code }) => code)).not.toContain('V-063')
  })

  test('V-063 to the code of a trusted router: anyone can take the output, so it needs consent', async () => {
    const quoted = await quote(forWeth())
    const list = [approve(quoted), call(single(quoted))]
    const own = concat(['0xef0100', arena.router])
    await arena.rpc(harbor)('anvil_setCode', [arena.me, own])
    const { rating, codes, plan } = await judged(quoted, list)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-063'] })
    for (const step of plan!.steps) if (step.kind === 'evm') await arena.send(step.chainId, step)
    const [mine, stolen] = [await arena.balance(weth(), arena.me), await arena.balance(weth(), arena.thief)]
    expect(mine).toBeGreaterThanOrEqual(quoted.minimum)
    const take = encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [weth(), 0n, arena.thief] })
    await arena.act(arena.thief, arena.me, take)
    expect(await arena.balance(weth(), arena.me)).toBe(0n)
    expect(await arena.balance(weth(), arena.thief)).toBe(stolen + mine)
    await arena.rpc(harbor)('anvil_setCode', [arena.me, '0x'])
  })

  test('V-063 to unknown code on the chain where a crossing arrives, which no simulation sees: it needs a tick', async () => {
    const intent = swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)
    const answer = await arena.ask(intent)
    const rate = async (delegate: Hex) => {
      await arena.rpc(741_002)('anvil_setCode', [arena.me, delegate])
      const { rating, codes } = await judge(arena, intent, answer)
      await arena.rpc(741_002)('anvil_setCode', [arena.me, '0x'])
      return { rating, codes }
    }
    expect(await rate('0x')).toEqual({ rating: 'green', codes: [] })
    expect(await rate(concat(['0xef0100', arena.thief]))).toEqual({ rating: 'amber', codes: ['V-063'] })
    expect(await rate(concat(['0xef0100', batchAccountAddress]))).toEqual({ rating: 'green', codes: [] })
  })

  test('V-063 of another recipient to code that forwards native coin: it is read, here and where a crossing arrives', async () => {
    const friend = addressOf('a friend with an account')
    const args = encodeAbiParameters(parseAbiParameters('address'), [arena.thief])
    const sweeping = concat(['0xef0100', await deployed('Sweeper', args)])
    const kindsOf = async (buy: Token, code: Hex) => {
      const intent = { ...swapOf(arena.token('USDC'), '500', buy, arena.me), recipient: friend }
      const answer = await arena.ask(intent)
      await arena.rpc(buy.chain.chainId)('anvil_setCode', [friend, code])
      const { plan } = await judge(arena, intent, answer)
      const { verdict } = await arena.check(plan!)
      await arena.rpc(buy.chain.chainId)('anvil_setCode', [friend, '0x'])
      return verdict.findings.flatMap((one) => (one.code === 'V-063' ? [`${one.kind} ${one.severity}`] : []))
    }
    for (const buy of [arena.token('WETH'), arena.token('USDC', 'Delta')]) {
      expect(await kindsOf(buy, '0x')).toEqual([])
      expect(await kindsOf(buy, sweeping)).toEqual(['unknown warn'])
      expect(await kindsOf(buy, concat(['0xef0100', batchAccountAddress]))).toEqual(['known info'])
    }
  })

  test('to code that forwards native coin: tokens arrive all the same', async () => {
    const { loss } = await judgedWith(arena.thief, forWeth(), (quoted) => [approve(quoted), call(single(quoted))])
    expect(loss).toBeLessThan(5)
  })
})
