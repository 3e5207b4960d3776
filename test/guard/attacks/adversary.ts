import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isHex,
  maxUint128,
  maxUint256,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { fromUnits, toUnits } from '../../../src/domain/amount'
import { tickToSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import { artifacts, creationCode } from '../../../src/exchange/evm/contracts'
import type { CheckedPlan, CheckOptions } from '../../../src/guard/check/checkedPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import type { Plan } from '../../../src/guard/plan'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { type LocalExchange, startLocalExchange } from '../localExchange'

/*
 * An attacker who writes the service's answers and has funds on the chain. They may move prices, be the liquidity,
 * issue tokens, and act between the check and the execution of a plan.
 */

export const harbor = 741_001

export type Arena = LocalExchange & {
  readonly me: Address
  readonly thief: Address
  readonly factory: Address
  readonly router: Address
  readonly manager: Address
  readonly act: (from: Address, to: Address, data: Hex, value?: bigint) => Promise<void>
  /** A token that the thief issues at will. */
  readonly issue: (name: string, symbol: string, decimals: number, amount: bigint) => Promise<Address>
  readonly balance: (token: string, account: string) => Promise<bigint>
  /** Dollars, at the listed prices, of everything listed that an account holds on a chain. */
  readonly value: (account: string, chainId?: number) => Promise<number>
  /** Executes a plan after the thief has acted, returns the person's loss in dollars, and reverts everything. */
  readonly lossOf: (plan: Pick<Plan, 'steps'>, before?: () => Promise<unknown>) => Promise<number>
}

export const periphery = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
  'function deposit() payable',
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 a, uint16 b, uint16 c, uint8 d, bool e)',
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'struct ExactIn { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(ExactIn params) payable returns (uint256 amountOut)',
  'struct ExactOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'function exactOutputSingle(ExactOut params) payable returns (uint256 amountIn)',
  'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'function decreaseLiquidity(Decrease params) payable returns (uint256 amount0, uint256 amount1)',
  'struct Collect { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function collect(Collect params) payable returns (uint256 amount0, uint256 amount1)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function positions(uint256 id) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 a, uint256 b, uint128 c, uint128 d)',
])

const farFuture = 4_102_444_800n

/** A deadline as services give it, in seconds since the epoch. */
export function soon(): bigint {
  return BigInt(Math.floor(Date.now() / 1000) + 600)
}

export async function openArena(): Promise<Arena> {
  const local = await startLocalExchange()
  const [me, thief] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress) as [Address, Address]
  await local.exchange.fund('evm', me)
  await local.exchange.fund('evm', thief)
  const settings = local.chains.find(({ chainId }) => chainId === harbor)!
  const [router, manager] = [settings.trusted[0]!, settings.positionManager!].map((each) => getAddress(each)) as [
    Address,
    Address,
  ]

  const act: Arena['act'] = async (from, to, data, value = 0n) => {
    const { status } = await local.send(harbor, { from, to, data, value })
    if (status !== '0x1') throw new Error(`The chain turned a call of ${from} to ${to} down.`)
  }
  const balance: Arena['balance'] = async (token, account) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] })
    return BigInt(String(await local.rpc(harbor)('eth_call', [{ to: token, data }, 'latest'])))
  }
  const value: Arena['value'] = async (account, chainId = harbor) => {
    const held = await Promise.all(
      local.tokens
        .filter(({ chain, price }) => chain.chainId === chainId && price !== undefined)
        .map(async (token) => {
          const units = await unitsOf(local, token, account)
          return Number(fromUnits(units, token.decimals)) * Number(token.price)
        }),
    )
    return held.reduce((sum, each) => sum + each, 0)
  }
  const read = async (to: string, data: Hex): Promise<Hex> => {
    const answer = await local.rpc(harbor)('eth_call', [{ to, data }, 'latest'])
    if (!isHex(answer)) throw new Error('The node answered nothing.')
    return answer
  }

  return {
    ...local,
    me,
    thief,
    router,
    manager,
    factory: getAddress(
      `0x${(await read(router, encodeFunctionData({ abi: periphery, functionName: 'factory' }))).slice(-40)}`,
    ),
    act,
    balance,
    value,
    issue: async (name, symbol, decimals, amount) => {
      const { contractAddress } = await local.send(harbor, {
        from: thief,
        data: creationCode(artifacts.token, name, symbol, decimals, thief),
      })
      const token = getAddress(contractAddress!)
      await act(thief, token, encodeFunctionData({ abi: periphery, functionName: 'mint', args: [thief, amount] }))
      return token
    },
    lossOf: async ({ steps }, before) => {
      const node = local.rpc(harbor)
      const snapshot = await node('evm_snapshot', [])
      try {
        const held = await value(me)
        await before?.()
        for (const step of steps) {
          if (step.kind !== 'evm') throw new Error('Only transactions of an EVM chain are carried out here.')
          await local.send(step.chainId, { from: step.from, to: step.to, data: step.data, value: step.value })
        }
        return held - (await value(me))
      } finally {
        await node('evm_revert', [snapshot])
      }
    },
  }
}

async function unitsOf(local: LocalExchange, token: Token, account: string): Promise<bigint> {
  const node = local.rpc(token.chain.chainId)
  if (token.isNative) return BigInt(String(await node('eth_getBalance', [account, 'latest'])))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] })
  return BigInt(String(await node('eth_call', [{ to: token.address, data }, 'latest'])))
}

/** How loudly the guard speaks: nothing to tick, something to tick, no way on, or not checked. */
export type Rating = 'green' | 'amber' | 'blocked' | 'unchecked'

export function ratingOf({ verdict }: Pick<CheckedPlan, 'verdict'>): Rating {
  const has = (severity: string) => verdict.findings.some((finding) => finding.severity === severity)
  if (has('block')) return 'blocked'
  if (verdict.level === 'unchecked') return 'unchecked'
  return has('warn') ? 'amber' : 'green'
}

export type Judged = {
  readonly rating: Rating
  readonly codes: readonly string[]
  readonly plan: Plan | undefined
}

/** The guard's verdict on an answer, from decoding to simulation. */
export async function judge(
  arena: Arena,
  intent: SwapIntent,
  answer: SwapAnswer,
  more: Partial<CheckOptions> = {},
): Promise<Judged> {
  const planned = await arena.plan(intent, answer)
  if (planned.is === 'refused')
    return { rating: 'blocked', codes: planned.findings.map(({ code }) => code), plan: undefined }
  const checked = await arena.check(planned.plan, more)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  return { rating: ratingOf(checked), codes: loud.map(({ code }) => code), plan: checked.plan }
}

/** Lets a contract take everything of a token. */
export function allow(arena: Arena, from: Address, token: string, spender: Address): Promise<void> {
  const data = encodeFunctionData({ abi: periphery, functionName: 'approve', args: [spender, maxUint256] })
  return arena.act(from, getAddress(token), data)
}

export type OwnPool = {
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
}

/** A pool of the thief's, at a tick, with their own money in a range around it. */
export async function openPool(
  arena: Arena,
  { token0, token1, fee }: OwnPool,
  tick: number,
  amounts: readonly [bigint, bigint],
  range: readonly [number, number],
): Promise<void> {
  const { act, thief, manager } = arena
  await allow(arena, thief, token0, manager)
  await allow(arena, thief, token1, manager)
  const args = [token0, token1, fee, tickToSqrtPriceX96(tick)] as const
  await act(
    thief,
    manager,
    encodeFunctionData({ abi: periphery, functionName: 'createAndInitializePoolIfNecessary', args }),
  )
  await addLiquidity(arena, { token0, token1, fee }, amounts, range)
}

export async function addLiquidity(
  { act, thief, manager }: Arena,
  pool: OwnPool,
  [amount0Desired, amount1Desired]: readonly [bigint, bigint],
  [tickLower, tickUpper]: readonly [number, number],
): Promise<void> {
  const params = {
    ...pool,
    ...{ tickLower, tickUpper, amount0Desired, amount1Desired, amount0Min: 0n, amount1Min: 0n },
    recipient: thief,
    deadline: farFuture,
  }
  await act(thief, manager, encodeFunctionData({ abi: periphery, functionName: 'mint', args: [params] }))
}

/** Takes all of the thief's liquidity out of every pool. */
export async function pullLiquidity({ rpc, act, thief, manager }: Arena): Promise<void> {
  const call = async (data: Hex) => String(await rpc(harbor)('eth_call', [{ to: manager, data }, 'latest']))
  const owned = encodeFunctionData({ abi: periphery, functionName: 'balanceOf', args: [thief] })
  const count = BigInt(await call(owned))
  for (let index = 0n; index < count; index++) {
    const place = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [thief, index] })
    const tokenId = BigInt(await call(place))
    const fields = await call(encodeFunctionData({ abi: periphery, functionName: 'positions', args: [tokenId] }))
    const liquidity = BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`)
    if (liquidity === 0n) continue
    const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: farFuture }
    await act(
      thief,
      manager,
      encodeFunctionData({ abi: periphery, functionName: 'decreaseLiquidity', args: [decrease] }),
    )
    const collect = { tokenId, recipient: thief, amount0Max: maxUint128, amount1Max: maxUint128 }
    await act(thief, manager, encodeFunctionData({ abi: periphery, functionName: 'collect', args: [collect] }))
  }
}

export function sorted(a: string, b: string): readonly [Address, Address] {
  const [x, y] = [getAddress(a), getAddress(b)]
  return BigInt(x) < BigInt(y) ? [x, y] : [y, x]
}

/** The tick below the price of token1 for token0, both in smallest units. */
export function tickAt(price: number, spacing: number): number {
  return Math.floor(Math.log(price) / Math.log(1.0001) / spacing) * spacing
}

/** The minimum that the service names, in smallest units. */
export function statedMinimum(answer: SwapAnswer, token: Token): bigint {
  const [whole = '0', fraction = ''] = String(answer.minAmountOut).split('.')
  return toUnits(fraction === '' ? whole : `${whole}.${fraction.slice(0, token.decimals)}`, token.decimals)
}
