import { join } from 'node:path'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckOptions } from '../../../src/guard/check/checkedPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, allow, harbor, judge, openArena, periphery, soon, statedMinimum } from './adversary'

/*
 * Orders, holders, generic swaps and batches of deBridge, 0x, LI.FI and Multicall3, deployed on the embedded chain and
 * named by its settings, so that only the calldata can be wrong. Lists that pass are executed.
 */

const words = parseAbi([
  'struct Order { address giveTokenAddress; uint256 giveAmount; bytes takeTokenAddress; uint256 takeAmount; uint256 takeChainId; bytes receiverDst; address givePatchAuthoritySrc; bytes orderAuthorityAddressDst; bytes allowedTakerDst; bytes externalCall; bytes allowedCancelBeneficiarySrc; }',
  'function createSaltedOrder(Order order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable',
  'function cancelLast(address beneficiary)',
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zidAndAffiliate) payable',
  'struct Swap { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, Swap[] swapData) payable',
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function transferFrom(address from, address to, uint256 amount)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
])

const never = 2n ** 64n
const word: Hex = `0x${'cd'.repeat(32)}`

let arena: Arena
const at: Record<string, Address> = {}

async function deploy(name: string, args: Hex = '0x'): Promise<Address> {
  const code = compile(name, join(import.meta.dirname, '../contracts/Venues.sol'))
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([code, args]) })
  return getAddress(contractAddress!)
}

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)

beforeAll(async () => {
  arena = await openArena()
  for (const name of ['Orders', 'Holder', 'Generic', 'Calls']) at[name] = await deploy(name)
  const block = BigInt(String(await arena.rpc(harbor)('eth_blockNumber', [])))
  const settler = (from: bigint) => encodeAbiParameters(parseAbiParameters('address, uint256'), [at.Holder!, from])
  at.Settler = await deploy('Settler', settler(never))
  // They pay until nine blocks from now: all that a simulation tries, and not when the plan is carried out.
  at.ThiefSettler = await deploy('Settler', settler(block + 40n))
  at.PayingRouter = await deploy('PayingRouter', encodeAbiParameters(parseAbiParameters('uint256'), [block + 40n]))
  const wrap = encodeFunctionData({ abi: periphery, functionName: 'deposit' })
  for (const owner of [arena.thief, arena.me]) await arena.act(owner, weth(), wrap, 10n ** 18n)
  const lent = encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [at.PayingRouter, 10n ** 18n] })
  await arena.act(arena.thief, weth(), lent)
  const dollars = encodeFunctionData({
    abi: periphery,
    functionName: 'transfer',
    args: [at.PayingRouter, 1_000n * 10n ** 6n],
  })
  await arena.act(arena.thief, usdc(), dollars)
})
afterAll(() => arena.exchange.stop())

/** The deployment names what is deployed here, as an operator does who vouches for these venues. */
const named = () => {
  const trusted = ['Orders', 'Holder', 'Settler', 'Generic', 'Calls'].map((name) => at[name]!)
  return { chains: arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...trusted] })) }
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const crossing = () => swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.15', arena.token('WETH'), arena.me)

async function quote(intent: SwapIntent): Promise<Quoted> {
  const answer = await arena.ask(intent)
  return { intent, answer, minimum: statedMinimum(answer, intent.buy) }
}

function approve(spender: Address, units: bigint, token: Address = usdc()): TransactionRecord {
  return record({ type: 'approve', to: token, data: approveData(spender, units) })
}

async function judged(
  { intent, answer }: Quoted,
  list: readonly TransactionRecord[],
  more: Partial<CheckOptions> = {},
) {
  const transactions = list.map((each, order) => ({ ...each, order }))
  return judge(arena, intent, { ...answer, transactions }, { ...named(), ...more })
}

type OrderChange = Partial<{
  amount: bigint
  taken: bigint
  chain: bigint
  token: Hex
  receiver: Hex
  authority: Hex
  beneficiary: Hex
  affiliate: Hex
  given: Address
  value: bigint
}>

function order({ intent, minimum }: Quoted, change: OrderChange = {}): TransactionRecord {
  const { me } = arena
  const data = encodeFunctionData({
    abi: words,
    functionName: 'createSaltedOrder',
    args: [
      {
        giveTokenAddress: change.given ?? usdc(),
        giveAmount: change.amount ?? intent.sell.units,
        takeTokenAddress: change.token ?? getAddress(intent.buy.address),
        takeAmount: change.taken ?? minimum,
        takeChainId: change.chain ?? BigInt(intent.buy.chain.chainId),
        receiverDst: change.receiver ?? me,
        givePatchAuthoritySrc: me,
        orderAuthorityAddressDst: change.authority ?? me,
        ...{ allowedTakerDst: '0x', externalCall: '0x', allowedCancelBeneficiarySrc: change.beneficiary ?? '0x' },
      },
      7n,
      change.affiliate ?? '0x',
      ...([0, '0x', '0x'] as const),
    ],
  })
  return record({ to: at.Orders!, data, value: `${change.value ?? 0n}` })
}

/** The loss that the thief makes of it, who cancels the order and keeps what it gave. */
async function cancelled(list: readonly TransactionRecord[], beneficiary: Address, by: Address): Promise<bigint> {
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  const before = await arena.balance(usdc(), beneficiary)
  for (const { to, data, value } of list)
    await arena.send(harbor, { from: arena.me, to: to!, data: String(data), value: BigInt(value ?? '0') })
  const data = encodeFunctionData({ abi: words, functionName: 'cancelLast', args: [beneficiary] })
  await arena.act(by, at.Orders!, data)
  const gained = (await arena.balance(usdc(), beneficiary)) - before
  await node('evm_revert', [snapshot])
  return gained
}

describe('an order at a bridge', () => {
  const listed = (quoted: Quoted, change: OrderChange = {}) => [
    approve(at.Orders!, quoted.intent.sell.units),
    order(quoted, change),
  ]

  test('that only the person may cancel is green', async () => {
    const quoted = await quote(crossing())
    expect(await judged(quoted, listed(quoted))).toMatchObject({ rating: 'green', codes: [] })
    // The person's deposit is returned to them.
    expect(await cancelled(listed(quoted), arena.me, arena.me)).toBe(0n)
  })

  test('V-011 that a thief may cancel gives the thief all of it, and is blocked', async () => {
    const quoted = await quote(crossing())
    const list = listed(quoted, { authority: arena.thief })
    expect(await cancelled(list, arena.thief, arena.thief)).toBe(quoted.intent.sell.units)
    expect(await judged(quoted, list)).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-011']) })
  })

  test.each<[string, string, (quoted: Quoted) => OrderChange]>([
    ['V-011', 'cancelled in a thief’s favour', () => ({ beneficiary: arena.thief })],
    [
      'V-011',
      'that a thief may lower, though the refund is the person’s',
      () => ({ authority: arena.thief, beneficiary: arena.me }),
    ],
    [
      'V-011',
      'whose authority begins with the person and ends with a thief',
      () => ({ authority: concat([arena.me, arena.thief]) }),
    ],
    [
      'V-011',
      'whose beneficiary begins with the person and ends with a thief',
      () => ({ beneficiary: concat([arena.me, arena.thief]) }),
    ],
    [
      'V-036',
      'for a receiver that begins with the person and ends with a thief',
      () => ({ receiver: concat([arena.me, arena.thief]) }),
    ],
    ['V-036', 'for a thief who may cancel it', () => ({ receiver: arena.thief, authority: arena.thief })],
    ['V-036', 'that arrives on this very chain', () => ({ chain: BigInt(harbor) })],
    ['V-036', 'to Solana', () => ({ chain: 7_565_164n })],
    ['V-036', 'for the native coin of the far chain', () => ({ token: zeroAddress })],
    ['V-016', 'for nothing', () => ({ taken: 0n })],
    ['V-016', 'for a tenth of what the quote says', ({ minimum }) => ({ taken: minimum / 10n })],
    ['V-051', 'with half of what is sold', ({ intent }) => ({ amount: intent.sell.units / 2n })],
    [
      'V-051',
      'that gives coins instead',
      () => ({ given: zeroAddress, amount: 5n * 10n ** 15n, value: 5n * 10n ** 15n }),
    ],
    [
      'V-055',
      'with two percent for a thief',
      ({ intent }) => ({ affiliate: concat([arena.thief, toHex(intent.sell.units / 50n, { size: 32 })]) }),
    ],
  ])('%s %s is blocked', async (code, _, change) => {
    const quoted = await quote(crossing())
    const found = await judged(quoted, listed(quoted, change(quoted)))
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining([code]) })
  })

  test('V-006 extra native value needs consent, even if the service lists a price of almost zero', async () => {
    const quoted = await quote(crossing())
    const natives = [{ ...arena.token('ETH'), price: '0.000001' }]
    const judgedWith = (value: bigint) => judged(quoted, listed(quoted, { value }), { natives })
    expect(await judgedWith(2n * 10n ** 15n)).toMatchObject({ rating: 'green', codes: [] })
    const { rating, codes, plan } = await judgedWith(9n * 10n ** 15n)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-055'] })
    expect(await arena.lossOf(plan!)).toBeGreaterThan(500 + 0.008 * Number(arena.token('ETH').price))
  })

  test('V-051 two of them with half each are blocked, and so is one in a swap on one chain', async () => {
    const quoted = await quote(crossing())
    const half = { amount: quoted.intent.sell.units / 2n, taken: quoted.minimum / 2n }
    const twice = [approve(at.Orders!, quoted.intent.sell.units), order(quoted, half), order(quoted, half)]
    expect(await judged(quoted, twice)).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['V-051']) })
    const swap = await quote(forWeth())
    expect(await judged(swap, listed(swap))).toMatchObject({
      rating: 'blocked',
      codes: expect.arrayContaining(['V-036']),
    })
  })
})

function single({ minimum }: Quoted, recipient: Address, amountIn: bigint): Hex {
  const params = {
    ...{ tokenIn: usdc(), tokenOut: weth(), fee: 3000, recipient, deadline: soon(), amountIn },
    ...{ amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

type Settling = Partial<{
  settler: Address
  operator: Address
  recipient: Address
  minimum: bigint
  amount: bigint
  data: Hex
}>

function settled(quoted: Quoted, change: Settling = {}): readonly TransactionRecord[] {
  const { settler = at.Settler!, recipient = arena.me, minimum = quoted.minimum } = change
  const { units } = quoted.intent.sell
  const action = encodeAbiParameters(parseAbiParameters('address, uint256, address, bytes'), [
    ...([usdc(), units, arena.router] as const),
    single(quoted, settler, units),
  ])
  const slippage = { recipient, buyToken: weth(), minAmountOut: minimum }
  const inner = encodeFunctionData({ abi: words, functionName: 'execute', args: [slippage, [action], word] })
  const data = encodeFunctionData({
    abi: words,
    functionName: 'exec',
    args: [change.operator ?? settler, usdc(), change.amount ?? units, settler, change.data ?? inner],
  })
  return [approve(at.Holder!, units), record({ to: at.Holder!, data })]
}

describe('a swap by a settler behind an allowance holder', () => {
  test('both of which settings name is green, and loses nothing', async () => {
    const quoted = await quote(forWeth())
    const { rating, plan } = await judged(quoted, settled(quoted))
    expect(rating).toBe('green')
    expect(await arena.lossOf(plan!)).toBeLessThan(5)
  })

  test('V-035 a settler of the thief’s that is honest for some blocks keeps everything later, and is never green', async () => {
    const quoted = await quote(forWeth())
    const { rating, codes, plan } = await judged(quoted, settled(quoted, { settler: at.ThiefSettler! }))
    const later = () => arena.rpc(harbor)('anvil_mine', ['0x40'])
    expect(await arena.lossOf(plan!, later)).toBeGreaterThan(490)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-035'] })
  })

  test.each<[string, string, () => Settling]>([
    ['V-013', 'for a thief', () => ({ recipient: arena.thief })],
    ['V-016', 'without a minimum', () => ({ minimum: 0n })],
    ['V-016', 'for one unit', () => ({ minimum: 1n })],
    ['V-015', 'that lets it take twice as much', () => ({ amount: 10n ** 9n })],
    [
      'V-011',
      'that calls the token itself',
      () => ({
        settler: usdc(),
        data: encodeFunctionData({ abi: words, functionName: 'transferFrom', args: [arena.me, arena.thief, 5n] }),
      }),
    ],
  ])('%s %s is blocked', async (code, _, change) => {
    const quoted = await quote(forWeth())
    const found = await judged(quoted, settled(quoted, change()))
    expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining([code]) })
  })

  test('V-035 the allowance for a thief is never green', async () => {
    const quoted = await quote(forWeth())
    expect((await judged(quoted, settled(quoted, { operator: arena.thief }))).rating).not.toBe('green')
  })
})

type Generic = Partial<{ receiver: Address; minimum: bigint; besides: bigint }>

function generic(quoted: Quoted, change: Generic = {}): readonly TransactionRecord[] {
  const { units } = quoted.intent.sell
  const swap = {
    ...{ callTo: arena.router, approveTo: arena.router, sendingAssetId: usdc(), receivingAssetId: weth() },
    ...{ fromAmount: units, callData: single(quoted, at.Generic!, units), requiresDeposit: true },
  }
  const also = {
    ...swap,
    sendingAssetId: weth(),
    fromAmount: change.besides ?? 0n,
    callTo: weth(),
    callData: '0xd0e30db0' as Hex,
  }
  const args = [
    ...([word, 'tidegate', ''] as const),
    ...([change.receiver ?? arena.me, change.minimum ?? quoted.minimum] as const),
    change.besides === undefined ? [swap] : [also, swap],
  ] as const
  const data = encodeFunctionData({ abi: words, functionName: 'swapTokensGeneric', args })
  return [approve(at.Generic!, units), record({ to: at.Generic!, data })]
}

describe('a generic swap', () => {
  test('that settings name is green, and loses nothing', async () => {
    const quoted = await quote(forWeth())
    const { rating, plan } = await judged(quoted, generic(quoted))
    expect(rating).toBe('green')
    expect(await arena.lossOf(plan!)).toBeLessThan(5)
  })

  test('V-013 for a thief, V-016 for one unit: blocked', async () => {
    const quoted = await quote(forWeth())
    const codesOf = async (change: Generic) => (await judged(quoted, generic(quoted, change))).codes
    expect(await codesOf({ receiver: arena.thief })).toContain('V-013')
    expect(await codesOf({ minimum: 1n })).toContain('V-016')
  })

  test('that also takes a token with an older allowance is never green', async () => {
    await allow(arena, arena.me, weth(), at.Generic!)
    const quoted = await quote(forWeth())
    const { rating, plan } = await judged(quoted, generic(quoted, { besides: 10n ** 17n }))
    expect(rating).not.toBe('green')
    expect(plan === undefined || rating !== 'green').toBe(true)
  })
})

test('V-035 a batch that is vouched for does not vouch for the router inside it', async () => {
  const quoted = await quote(ofEth())
  const { units } = quoted.intent.sell
  const params = {
    ...{ tokenIn: weth(), tokenOut: weth(), fee: 3000, recipient: arena.me, deadline: soon(), amountIn: units },
    ...{ amountOutMinimum: quoted.minimum, sqrtPriceLimitX96: 0n },
  }
  const callData = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const calls = [{ target: at.PayingRouter!, allowFailure: false, value: units, callData }]
  const data = encodeFunctionData({ abi: words, functionName: 'aggregate3Value', args: [calls] })
  const { rating, plan } = await judged(quoted, [record({ to: at.Calls!, data, value: `${units}` })])
  const later = () => arena.rpc(harbor)('anvil_mine', ['0x40'])
  if (plan) expect(await arena.lossOf(plan, later)).toBeGreaterThan(400)
  expect(rating).not.toBe('green')
})

test('V-018 a stranger in a batch that is vouched for does not pay out what the batch holds', async () => {
  const quoted = await quote(swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me))
  const { units } = quoted.intent.sell
  const params = {
    ...{ tokenIn: weth(), tokenOut: usdc(), fee: 3000, recipient: at.Calls!, deadline: soon(), amountIn: units },
    ...{ amountOutMinimum: quoted.minimum, sqrtPriceLimitX96: 0n },
  }
  const swap = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const sweep = encodeFunctionData({
    abi: words,
    functionName: 'sweepToken',
    args: [usdc(), quoted.minimum, arena.me],
  })
  const calls = [
    { target: arena.router, allowFailure: false, value: units, callData: swap },
    { target: at.PayingRouter!, allowFailure: false, value: 0n, callData: sweep },
  ]
  const data = encodeFunctionData({ abi: words, functionName: 'aggregate3Value', args: [calls] })
  const { rating, codes, plan } = await judged(quoted, [record({ to: at.Calls!, data, value: `${units}` })])
  const later = () => arena.rpc(harbor)('anvil_mine', ['0x40'])
  expect(await arena.lossOf(plan!, later)).toBeGreaterThan(400)
  expect({ rating, codes }).toEqual({ rating: 'blocked', codes: expect.arrayContaining(['V-018', 'V-035']) })
})

test('V-033 an allowance for a settler that nothing calls is blocked, because any caller of the settler can spend it', async () => {
  await allow(arena, arena.me, usdc(), at.Holder!)
  const quoted = await quote(forWeth())
  const [, exec] = settled(quoted)
  const found = await judged(quoted, [approve(at.Settler!, quoted.intent.sell.units), exec!])
  expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining(['A-21']) })
})
