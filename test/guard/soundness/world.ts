import {
  type Address,
  concat,
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isHex,
  parseAbi,
  parseAbiParameters,
  toEventSelector,
  toHex,
} from 'viem'
import { memberOf, quantity } from '../../../src/chain/rpc'
import { fromUnits } from '../../../src/domain/amount'
import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import { artifacts, creationCode } from '../../../src/exchange/evm/contracts'
import { withAssertion } from '../../../src/guard/decode/evm/assertion'
import type { SwapIntent } from '../../../src/guard/intent'
import type { Plan } from '../../../src/guard/plan'
import { permit2 } from '../../../src/protocol/deployment/venues'
import { batchAccountAddress } from '../../../src/wallets/evm/demo/demoBatches'
import {
  type Arena,
  addLiquidity,
  allow,
  harbor,
  openArena,
  openPool,
  periphery,
  pullLiquidity,
  soon,
  sorted,
  tickAt,
} from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { NotMined, type Receipt } from '../localExchange'
import { permit2Approval } from './calldata'
import { deployHooks, hookMoves } from './hooks'
import type { Cast } from './mutations'
import type { Random } from './random'
import { traded, withTradedTokens } from './traded'
import { deployFarVenues, deployOpaque, endpoints, type tricks, turns } from './venues'

/* The chains with an adversary on them: rich, the owner of pools and contracts, and free to act at any moment. */

export type World = {
  readonly arena: Arena
  readonly cast: Cast
  /** The adversary's possible actions after the check. */
  readonly moves: Readonly<Record<string, (intent: SwapIntent) => Promise<void>>>
  /** Pushes the price that an intent meets, so many percent, against it or in its favour. */
  readonly push: (intent: SwapIntent, percent: number) => Promise<void>
  /** Undone as soon as it is over. */
  readonly onSnapshot: <T>(act: () => Promise<T>) => Promise<T>
  /** Lets so many seconds pass on the chains. */
  readonly wait: (seconds: number) => Promise<void>
  /** Sets the chains' clocks to ours. */
  readonly catchUp: () => Promise<void>
  /** By the clock of the home chain, in seconds since the epoch: deadlines and allowances are compared with it. */
  readonly time: () => Promise<bigint>
  /** Lets the routers take the person's wrapped coins, as an earlier order did. */
  readonly allowEarlier: () => Promise<void>
  /** Ends the hooks of a move: positions are measured without them. */
  readonly disarm: () => Promise<void>
  /** Dollars of the person on the home chain, with the claims that anyone may have paid out to them. */
  readonly worth: () => Promise<number>
  /** Executes a plan, and returns the person's loss in dollars at the listed prices, without network fees. */
  readonly carryOut: (plan: Carried) => Promise<number>
}

/** A plan with bounds goes out as one transaction between the two calls of the assertion contract. */
type Carried = Pick<Plan, 'steps' | 'intent' | 'assertion'>

export const delta = 741_002
const chains = [harbor, delta]
const control = parseAbi(['function flip()', 'function upgrade(address implementation)'])
const ownFee = 10_000

export async function openWorld(): Promise<World> {
  const local = await openArena()
  await enrich(local)
  const arena = await withTradedTokens(local)
  const { thief, token, act } = arena
  const junk = await arena.issue('USD Coin', 'USDC.d', 18, 10n ** 24n)
  for (const symbol of ['USDC', 'WETH']) await openJunkPool(arena, junk, token(symbol).address)
  await openBait(arena)
  const traps = await deployTraps(arena)
  const venues = await deployVenues(arena)
  const far = await deployFarVenues(arena)
  const turned = new Map<string, unknown>()
  for (const turn of turns) turned.set(turn, await codeOfTurned(arena, turn))
  const [router, , manager, bridge] = arena.chains.find(({ chainId }) => chainId === harbor)!.trusted
  const address = (named: string | undefined) => getAddress(named ?? '')
  const cast: Cast = {
    ...far,
    ...{ me: arena.me, thief, router: address(router), manager: address(manager), bridge: address(bridge), junk },
    ...{ wrapped: getAddress(token('WETH').address), universal: venues.universal, switchedBridge: venues.bridge },
    traps: traps.all,
    tokens: ['USDC', 'WETH', 'USDT', 'WBTC', 'DAI', 'PUFF'].map((symbol) => getAddress(token(symbol).address)),
  }
  const hooks = await deployHooks(arena, cast, (intent) => pooledPair(arena, intent))
  const push: World['push'] = async (intent, percent) => {
    const [sold, bought] = pooledPair(arena, intent)
    if (percent > 0) await pushPrice(arena, sold, bought, percent)
    else await pushPrice(arena, bought, sold, -percent)
  }
  const flip = async () => {
    await act(thief, traps.switched, encodeFunctionData({ abi: control, functionName: 'flip' }))
    for (const [proxy, stealing] of [
      [traps.proxy, traps.stealing],
      [venues.bridge, venues.keeping],
    ] as const)
      await act(thief, proxy, encodeFunctionData({ abi: control, functionName: 'upgrade', args: [stealing] }))
  }
  return {
    arena,
    cast,
    push,
    moves: {
      waits: async () => undefined,
      'pushes the price a little': (intent) => push(intent, 0.4),
      'pushes the price': (intent) => push(intent, 30),
      'pushes the price the other way': (intent) => push(intent, -30),
      'takes the liquidity away': () => spring(arena),
      'switches contracts': flip,
      'lets time pass': async () => {
        await arena.rpc(harbor)('evm_increaseTime', [300])
      },
      ...hooks.moves,
      ...Object.fromEntries(
        turns.map((turn) => [
          turn,
          async () => void (await arena.rpc(harbor)('anvil_setCode', [far.opaque, turned.get(turn)])),
        ]),
      ),
    },
    onSnapshot: async (run) => {
      const snapshots = await Promise.all(chains.map((chainId) => arena.rpc(chainId)('evm_snapshot', [])))
      try {
        return await run()
      } finally {
        await Promise.all(chains.map((chainId, index) => arena.rpc(chainId)('evm_revert', [snapshots[index]])))
      }
    },
    wait: async (seconds) => {
      for (const chainId of chains) {
        await arena.rpc(chainId)('evm_increaseTime', [seconds])
        await arena.rpc(chainId)('evm_mine', [])
      }
    },
    catchUp: async () => {
      await Promise.all(chains.map((chainId) => catchUp(arena, chainId)))
    },
    time: () => timeOf(arena, harbor),
    allowEarlier: () => allowEarlier(arena, cast),
    disarm: hooks.disarm,
    worth: async () => {
      const held = await Promise.all([arena.me, ...hooks.claims].map((account) => arena.value(account)))
      return held.reduce(add)
    },
    carryOut: (plan) => carryOut(arena, { ...cast, claims: hooks.claims }, plan),
  }
}

/** The code of the router with another trick. */
async function codeOfTurned(arena: Arena, turn: string): Promise<unknown> {
  const trick = turn.split(': ')[1] as keyof typeof tricks
  return arena.rpc(harbor)('eth_getCode', [await deployOpaque(arena, trick), 'latest'])
}

/** A node that goes back to a snapshot keeps the time of it, so after many trials its chain lags behind. */
async function catchUp(arena: Arena, chainId: number): Promise<void> {
  const node = arena.rpc(chainId)
  const lag = BigInt(Math.floor(Date.now() / 1_000)) - (await timeOf(arena, chainId))
  if (lag < 60n) return
  await node('evm_increaseTime', [Number(lag)])
  await node('evm_mine', [])
}

async function timeOf(arena: Arena, chainId: number): Promise<bigint> {
  return quantity(memberOf(await arena.rpc(chainId)('eth_getBlockByNumber', ['latest', false]), 'timestamp'))
}

/** Against whom there is nothing to be had from being rich, there is nothing to be had at all. */
async function enrich(arena: Arena): Promise<void> {
  const { thief, act, token, rpc, router } = arena
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 27n)])
  const wrap = encodeFunctionData({ abi: periphery, functionName: 'deposit' })
  await act(thief, getAddress(token('WETH').address), wrap, 10n ** 26n)
  for (const symbol of ['USDC', 'USDT', 'WBTC', 'PUFF', 'DAI'])
    await rpc(harbor)('anvil_dealERC20', [thief, token(symbol).address, toHex(10n ** 27n)])
  for (const symbol of ['WETH', 'USDC', 'USDT', 'WBTC', 'PUFF', 'DAI'])
    await allow(arena, thief, token(symbol).address, router)
}

/** Anyone may open a pool of a token they issue: nothing of worth has to lie in it. */
async function openJunkPool(arena: Arena, junk: Address, other: string): Promise<void> {
  const [token0, token1] = sorted(other, junk)
  const isJunkFirst = token0 === junk
  const amounts = isJunkFirst ? ([10n ** 23n, 0n] as const) : ([0n, 10n ** 23n] as const)
  const range = isJunkFirst ? ([60, 600_000] as const) : ([-600_000, -60] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, 0, amounts, range)
}

function baitOf(arena: Arena) {
  const [sold, bought] = [getAddress(arena.token('USDC').address), getAddress(arena.token('WETH').address)]
  const [token0, token1] = sorted(sold, bought)
  const isSoldFirst = token0 === sold
  return {
    pool: { token0, token1, fee: ownFee },
    tick: (price: number) => tickAt(isSoldFirst ? 1 / (price * 1e-12) : price * 1e-12, 200),
    amounts: (usdc: bigint, weth: bigint) => (isSoldFirst ? ([usdc, weth] as const) : ([weth, usdc] as const)),
  }
}

/** A pool of the adversary's own that looks better than any other while it is looked at. */
async function openBait(arena: Arena): Promise<void> {
  const { pool, tick, amounts } = baitOf(arena)
  const start = tick(Number(arena.token('WETH').price) * 0.98)
  await openPool(arena, pool, start, amounts(9_000_000_000n, 3n * 10n ** 18n), [start - 4_000, start + 4_000])
}

/** All of its liquidity goes but for a little WETH at twenty thousand million dollars. */
async function spring(arena: Arena): Promise<void> {
  await pullLiquidity(arena)
  const { pool, tick, amounts } = baitOf(arena)
  const start = tick(2e10)
  await addLiquidity(arena, pool, amounts(0n, 24_500_000_000n), [start, start + 200])
}

async function deployTraps(arena: Arena) {
  const deploy = async (data: Hex) => {
    const { contractAddress } = await arena.send(harbor, { from: arena.thief, data })
    return getAddress(contractAddress!)
  }
  const behind = (address: Address) => encodeAbiParameters(parseAbiParameters('address'), [address])
  const twoFaced = (trick: number) =>
    deploy(
      concat([
        compile('TwoFaced'),
        encodeAbiParameters(parseAbiParameters('address router, uint8 trick'), [arena.router, trick]),
      ]),
    )
  const stealing = await twoFaced(0)
  const others = [stealing]
  for (const trick of [1, 2, 3, 4, 5, 6]) others.push(await twoFaced(trick))
  const switched = await deploy(concat([compile('SwitchRouter'), behind(arena.router)]))
  const proxy = await deploy(concat([compile('Proxy'), behind(others.at(-1)!)]))
  return { switched, proxy, stealing, all: [...others, switched, proxy] }
}

/**
 * Other contracts that deployments of public chains name: Permit2, the universal router, and a bridge behind a proxy.
 */
async function deployVenues(arena: Arena) {
  const { router, thief, rpc } = arena
  const deploy = async (data: Hex) => {
    const { contractAddress } = await arena.send(harbor, { from: thief, data })
    return getAddress(contractAddress!)
  }
  const wrapped = getAddress(arena.token('WETH').address)
  const code = await rpc(harbor)('eth_getCode', [await deploy(compile('Permit2')), 'latest'])
  await rpc(harbor)('anvil_setCode', [permit2, code])
  const args = encodeAbiParameters(parseAbiParameters('address, address, address'), [permit2, router, wrapped])
  const universal = await deploy(concat([compile('UniversalRouter'), args]))
  const honest = await deploy(creationCode(artifacts.crossRouter, thief, router, wrapped))
  const bridge = await deploy(concat([compile('Proxy'), encodeAbiParameters(parseAbiParameters('address'), [honest])]))
  return { universal, bridge, keeping: await deploy(compile('KeepingBridge')) }
}

async function allowEarlier(arena: Arena, { wrapped, universal }: Cast): Promise<void> {
  const { me, router, manager, act } = arena
  for (const spender of [router, manager, getAddress(permit2)]) await allow(arena, me, wrapped, spender)
  await act(me, getAddress(permit2), permit2Approval(wrapped, universal, 2n ** 159n, 2 ** 47))
}

/** The two tokens of the pool that an intent meets first on its own chain. */
function pooledPair({ token }: Arena, { sell, buy }: SwapIntent): readonly [Token, Token] {
  const pooled = (one: Token) => (one.isNative || one.chain.chainId !== harbor ? token('WETH') : one)
  const [sold, bought] = [pooled(sell.token), buy.chain.chainId === harbor ? pooled(buy) : token('USDC')]
  const isDirect =
    [sold, bought].some(({ symbol }) => ['USDC', ...traded].includes(symbol)) && sold.symbol !== bought.symbol
  if (isDirect) return [sold, bought]
  return sold.symbol === 'USDC' ? [sold, token('WETH')] : [sold, token('USDC')]
}

async function pushPrice(arena: Arena, sold: Token, bought: Token, percent: number): Promise<void> {
  const [tokenIn, tokenOut] = [getAddress(sold.address), getAddress(bought.address)]
  const [token0, token1] = sorted(tokenIn, tokenOut)
  const fee = [sold, bought].every(({ symbol }) => ['USDC', 'USDT', 'DAI'].includes(symbol)) ? 100 : 3000
  const read = async (to: string, data: Hex) => {
    const answer = await arena.rpc(harbor)('eth_call', [{ to, data }, 'latest'])
    if (!isHex(answer)) throw new Error('The node answered nothing.')
    return answer
  }
  const args = [token0, token1, fee] as const
  const pool = `0x${(await read(arena.factory, encodeFunctionData({ abi: periphery, functionName: 'getPool', args }))).slice(-40)}`
  if (/^0x0+$/.test(pool)) return
  const price = BigInt((await read(pool, encodeFunctionData({ abi: periphery, functionName: 'slot0' }))).slice(0, 66))
  const factor = BigInt(Math.floor(Math.sqrt(1 + percent / 100) * 1e9))
  const limit = tokenIn === token1 ? (price * factor) / 10n ** 9n : (price * 10n ** 9n) / factor
  if (limit <= minSqrtPriceX96 || limit >= maxSqrtPriceX96) return
  const params = {
    ...{ tokenIn, tokenOut, fee, recipient: arena.thief, deadline: soon() * 2n },
    ...{ amountIn: 10n ** 26n, amountOutMinimum: 0n, sqrtPriceLimitX96: limit },
  }
  await arena.act(
    arena.thief,
    arena.router,
    encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] }),
  )
}

/**
 * In dollars: the outflow, less the inflow, pending deliveries and network fees; and the amounts that others may still
 * take. The order may stop after any transaction: the greatest loss counts.
 */
async function carryOut(
  arena: Arena,
  cast: Cast & { readonly claims: readonly Address[] },
  plan: Carried,
): Promise<number> {
  const { steps, intent } = plan
  const worth = async () => [
    ...(await Promise.all(chains.map((chainId) => arena.value(arena.me, chainId)))),
    // A claim that is paid out in the middle of a plan is no outcome of the plan.
    ...(await Promise.all(cast.claims.map((claim) => arena.value(claim)))),
  ]
  const value = async () => (await worth()).reduce(add)
  const heldOf = () => unitsHeld(arena, intent)
  const [before, heldBefore, time] = [await value(), await heldOf(), await timeOf(arena, harbor)]
  const lossAfter = async (receipts: readonly Sent[]) => {
    const [after, exposed] = [await value(), await exposedIn(arena, cast, receipts)]
    const fees = receipts.reduce((sum, each) => sum + feeOf(arena, each), 0)
    const owed = owedIn(arena, cast, receipts, intent) + owedFar(arena, cast, receipts, { intent, time })
    const lost = before - after - fees - owed + exposed
    // Selling more than the typed amount is a loss, at any price.
    const left = heldBefore - (await heldOf()) - (intent.sell.token.isNative ? paidIn(receipts) : 0n)
    return Math.max(lost, beyondTyped(left, steps, intent))
  }
  if (plan.assertion) return lossAfter(await sendTogether(arena, plan))
  const losses: number[] = []
  await sendInOrder(arena, steps, async (receipts) => losses.push(await lossAfter(receipts)))
  return losses.length > 0 ? Math.max(...losses) : lossAfter([])
}

/** One by one, up to the first that fails. */
export async function sendInOrder(
  arena: Arena,
  steps: Plan['steps'],
  after: (receipts: readonly Sent[]) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const receipts: Sent[] = []
  for (const step of steps) {
    if (step.kind !== 'evm') break
    const { chainId, from, to, data, value } = step
    const receipt = await arena.send(chainId, { from, to, data, value }).catch((error: unknown) => {
      if (error instanceof NotMined) throw error
      return undefined
    })
    if (receipt) receipts.push({ chainId, receipt })
    await after(receipts)
    // An order stops where a transaction fails.
    if (receipt?.status !== '0x1') break
  }
}

const batchAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/** As a wallet does that batches: the account runs all calls or none (EIP-7702). */
export async function sendTogether(arena: Arena, { steps, assertion }: BatchedPlan): Promise<readonly Sent[]> {
  const { me, rpc, send } = arena
  if (!assertion) throw new Error('Only a plan with bounds goes out together.')
  const calls = withAssertion(
    steps.map((step) => {
      if (step.kind !== 'evm') throw new Error('A batch has steps of one chain.')
      return step
    }),
    assertion,
  ).map(({ to, data, value }) => ({ to: getAddress(to), value, data: isHex(data) ? data : '0x' }) as const)
  await rpc(harbor)('anvil_setCode', [me, concat(['0xef0100', batchAccountAddress])])
  const data = encodeFunctionData({ abi: batchAbi, functionName: 'execute', args: [calls] })
  const receipt = await send(harbor, { from: me, to: me, data })
  await rpc(harbor)('anvil_setCode', [me, '0x'])
  return [{ chainId: harbor, receipt }]
}

type BatchedPlan = Pick<Plan, 'steps' | 'assertion'>

async function unitsHeld({ rpc, me }: Arena, { sell: { token } }: SwapIntent): Promise<bigint> {
  const node = rpc(token.chain.chainId)
  if (token.isNative) return BigInt(String(await node('eth_getBalance', [me, 'latest'])))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [me] })
  return BigInt(String(await node('eth_call', [{ to: token.address, data }, 'latest'])))
}

function paidIn(receipts: readonly Sent[]): bigint {
  return receipts.reduce((sum, { receipt }) => sum + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice), 0n)
}

/** Native value sent along openly is a fee that the review shows. */
function beyondTyped(left: bigint, steps: Plan['steps'], { sell }: SwapIntent): number {
  const carried = steps.reduce((sum, step) => sum + (step.kind === 'evm' ? step.value : 0n), 0n)
  const most = sell.token.isNative && carried > sell.units ? carried : sell.units
  return left > most ? Number(fromUnits(left - most, sell.token.decimals)) * Number(sell.token.price) : 0
}

type Sent = { readonly chainId: number; readonly receipt: Receipt }

function coinOf({ tokens }: Arena, chainId: number): Token | undefined {
  return tokens.find(({ isNative, chain }) => isNative && chain.chainId === chainId)
}

function feeOf(arena: Arena, { chainId, receipt }: Sent): number {
  const coin = coinOf(arena, chainId)
  return (Number(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)) / 1e18) * Number(coin?.price)
}

/**
 * The pending delivery of a deployment's bridge: the worse of the promise and the refund. An amount owed to someone
 * else, or in something worthless, is lost.
 */
function owedIn(
  arena: Arena,
  { switchedBridge }: Cast,
  receipts: readonly Sent[],
  { recipient, buy }: SwapIntent,
): number {
  return receipts.reduce((sum, { chainId, receipt }) => {
    const bridge = arena.chains.find((chain) => chain.chainId === chainId)?.trusted[3]
    const owed = receipt.logs
      .filter(({ address }) => [bridge, switchedBridge].includes(getAddress(address)))
      .map((log) => {
        const read = deposited(log)
        if (!read) return 0
        const isRight =
          read.chain === BigInt(buy.chain.chainId) &&
          (buy.chain.kind !== 'evm' || read.recipient.toLowerCase() === recipient.toLowerCase())
        const refund = worthOf(arena, chainId, read.token, read.amount)
        const payout = Number(fromUnits(read.minOut, buy.decimals)) * Number(buy.price)
        return isRight ? Math.min(refund, payout) : 0
      })
    return sum + owed.reduce(add, 0)
  }, 0)
}

const owedAbi = parseAbi([
  'event Owed(Debt debt)',
  'struct Debt { address token; uint256 amount; bytes authority; bytes refundTo; uint256 chain; bytes tokenOut; bytes recipient; uint256 minOut; uint256 until; bool isPlain; }',
])
const owedTopic = toEventSelector(owedAbi[0])
type Debt = Extract<ReturnType<typeof debtIn>, object>

/**
 * The pending delivery of other bridges: the worse of the promise and the possible refund. An order that someone else
 * may cancel or lower, a call of the destination chain, another chain, token or recipient are worth nothing.
 */
function owedFar(arena: Arena, cast: Cast, receipts: readonly Sent[], { intent, time }: Sending): number {
  const venues: readonly string[] = [cast.dln, cast.spoke, cast.stargate, cast.diamond]
  return receipts
    .flatMap(({ chainId, receipt }) =>
      receipt.logs.flatMap((log) => {
        const debt = venues.includes(getAddress(log.address)) ? debtIn(log) : undefined
        return debt && isTheirs(debt, { intent, time }) ? [worthOfDebt(arena, chainId, debt, intent)] : []
      }),
    )
    .reduce(add, 0)
}

/** The request, and the time of the chain before the first transaction. */
type Sending = { readonly intent: SwapIntent; readonly time: bigint }

function isTheirs(
  { authority, refundTo, chain, tokenOut, recipient, until, isPlain }: Debt,
  { intent, time }: Sending,
) {
  const { sender, buy } = intent
  const isOwn = (bytes: string) => [sender, intent.recipient].some((own) => own.toLowerCase() === bytes.toLowerCase())
  const far = buy.isNative ? `0x${'0'.repeat(40)}` : buy.address.toLowerCase()
  const isThere = [buy.chain.chainId, endpoints.get(buy.chain.chainId)].includes(Number(chain))
  const isLate = until > time + 90_000n
  const isPaid = tokenOut === '0x' || tokenOut.toLowerCase() === far
  return (
    isPlain &&
    isThere &&
    isPaid &&
    !isLate &&
    isOwn(authority) &&
    isOwn(recipient) &&
    (refundTo === '0x' || isOwn(refundTo))
  )
}

function worthOfDebt(arena: Arena, chainId: number, { token, amount, tokenOut, minOut }: Debt, { buy }: SwapIntent) {
  const here = (units: bigint) =>
    /^0x0+$/.test(token)
      ? (Number(units) / 1e18) * Number(coinOf(arena, chainId)?.price)
      : worthOf(arena, chainId, token, units)
  // A pool pays the asset that it takes.
  const payout = tokenOut === '0x' ? here(minOut) : Number(fromUnits(minOut, buy.decimals)) * Number(buy.price)
  return Math.min(here(amount), payout)
}

function debtIn({ topics, data }: Receipt['logs'][number]) {
  const [first] = topics
  if (first !== owedTopic || !isHex(data)) return undefined
  return decodeEventLog({ abi: owedAbi, topics: [first], data }).args?.debt
}

function deposited({ topics, data }: Receipt['logs'][number]) {
  try {
    const [first, ...others] = topics.filter((topic) => isHex(topic))
    if (first === undefined || !isHex(data)) return undefined
    const { args, eventName } = decodeEventLog({ abi: crossRouterAbi, topics: [first, ...others], data })
    return eventName === 'Deposited' ? args : undefined
  } catch {
    // Another event of the same contract.
    return undefined
  }
}

/** The amounts that untrusted contracts, or the adversary, may take at any time from now on. */
async function exposedIn(arena: Arena, cast: Cast, receipts: readonly Sent[]): Promise<number> {
  const { me } = arena
  const rights = new Map<string, { chainId: number; token: Address; spender: Address; isBehind: boolean }>()
  for (const { chainId, receipt } of receipts)
    for (const { address, topics } of receipt.logs) {
      const [topic, owner = '', second = '', third = ''] = topics
      const isBehind = topic === permit2Topic && getAddress(address) === permit2
      if ((topic !== approvalTopic && !isBehind) || getAddress(`0x${owner.slice(-40)}`) !== me) continue
      const [token, spender] = isBehind ? [`0x${second.slice(-40)}`, third] : [address, second]
      const right = { chainId, token: getAddress(token), spender: getAddress(`0x${spender.slice(-40)}`), isBehind }
      rights.set(JSON.stringify(right), right)
    }
  const losses = [...rights.values()].map(async ({ chainId, token, spender, isBehind }) => {
    const settings = arena.chains.find((chain) => chain.chainId === chainId)
    // Permit2 pays out only its own allowances, which are checked separately.
    const known = [...(settings?.trusted ?? []), ...vouched(cast), permit2]
    if (known.some((named) => getAddress(named) === spender)) return 0
    const call = async (data: Hex, to: string = token) => {
      const answer = await arena
        .rpc(chainId)('eth_call', [{ to, data }, 'latest'])
        .catch(() => '0x0')
      return BigInt(String(answer === '0x' ? '0x0' : answer).slice(0, 66))
    }
    const own = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [me, isBehind ? permit2 : spender],
    })
    const behind = encodeFunctionData({ abi: permit2Abi, functionName: 'allowance', args: [me, token, spender] })
    const limits = [
      await call(own),
      ...(isBehind ? [await call(behind, permit2)] : []),
      await call(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [me] })),
    ]
    return worthOf(
      arena,
      chainId,
      token,
      limits.reduce((least, each) => (each < least ? each : least)),
    )
  })
  return (await Promise.all(losses)).reduce(add, 0)
}

/** Contracts that take only the amount in the call. */
function vouched({ universal, dln, spoke, stargate, diamond, holder }: Cast): readonly string[] {
  return [universal, dln, spoke, stargate, diamond, holder]
}

const permit2Abi = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
const permit2Topic = toEventSelector(permit2Abi[0])
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

function worthOf({ tokens }: Arena, chainId: number, address: string, units: bigint): number {
  const token = tokens.find(
    ({ chain, isNative, address: known }) =>
      chain.chainId === chainId && !isNative && known.toLowerCase() === address.toLowerCase(),
  )
  return token?.price === undefined ? 0 : Number(fromUnits(units, token.decimals)) * Number(token.price)
}

function add(a: number, b: number): number {
  return a + b
}

/** One of the moves, with its name; hooks, and those of a router that turns, only where they are asked for. */
export function pickMove({ moves }: World, random: Random, only?: readonly string[]) {
  const list = Object.entries(moves).map(([name, act]) => ({ name, act }))
  const special: readonly string[] = [...turns, ...hookMoves]
  return random.pick(list.filter(({ name }) => (only ? only.includes(name) : !special.includes(name))))
}
