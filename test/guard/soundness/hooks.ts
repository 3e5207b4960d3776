import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import type { Token } from '../../../src/domain/token'
import type { SwapIntent } from '../../../src/guard/intent'
import { type Arena, harbor, periphery } from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { executeData, spoken } from './calldata'
import type { Cast } from './mutations'
import { traded } from './traded'
import { command } from './universal'

/*
 * Hooks in every token. A named token calls the code of a transfer's sender and recipient, as ERC-777 does: the thief has
 * registered code for all of their addresses. A token that no one names runs the thief's code at every transfer, may
 * move less, and may misstate the balances of contracts.
 */

const abi = parseAbi(['struct Call { address to; bytes data; }', 'function arm(uint8 trick, Call[] calls)'])
const claims = parseAbi(['function release()'])
const never = 2n ** 64n

type Call = { readonly to: Address; readonly data: Hex }

export type Hooks = {
  /** The moves of the adversary's that arm the hooks, by name. */
  readonly moves: Readonly<Record<string, (intent: SwapIntent) => Promise<void>>>
  /** Contracts that hold tokens for the person and pay them out at any call. */
  readonly claims: readonly Address[]
  /** The tokens' own code again, as it was before a move. */
  readonly disarm: () => Promise<void>
}

export const hookMoves = [
  'hooks sweep the routers',
  'hooks sweep the bought token',
  'hooks push the price',
  'hooks release the claims',
  'hooks do all of it',
  'hooks stop the transaction',
  'hooks keep a share',
  'hooks misstate balances',
] as const

/** An issuer who keeps a share of what the person receives is not claimed: the guard does not vouch for a token's worth. */
export function hookMovesFor(received: string): readonly (typeof hookMoves)[number][] {
  const isKept = traded.some((symbol) => symbol === received)
  return hookMoves.filter((name) => !isKept || name !== 'hooks keep a share')
}

/** Deploys the thief's code, and the code that each token has once a move arms it. */
export async function deployHooks(
  arena: Arena,
  cast: Cast,
  pairOf: (intent: SwapIntent) => readonly [Token, Token],
): Promise<Hooks> {
  const { thief, rpc, token, act } = arena
  const deploy = async (name: string, types: string, ...values: readonly unknown[]) => {
    const args = encodeAbiParameters(parseAbiParameters(types), values)
    const code = compile(name, new URL(`../contracts/${contractFiles[name] ?? name}.sol`, import.meta.url).pathname)
    const { contractAddress } = await arena.send(harbor, { from: thief, data: concat([code, args]) })
    return getAddress(contractAddress!)
  }
  const codeAt = (address: Address) => rpc(harbor)('eth_getCode', [address, 'latest'])
  const hooks = await deploy('Hooks', 'address[]', [thief, cast.junk, cast.opaque, ...cast.traps])
  const hooked: { readonly token: Address; readonly code: unknown; readonly own: unknown }[] = []
  const hostile = [cast.junk, ...traded.map((symbol) => getAddress(token(symbol).address))]
  for (const [index, address] of [...cast.tokens, ...hostile].entries()) {
    const copy = toHex(0xc0de_0100 + index, { size: 20 })
    const own = await codeAt(address)
    await rpc(harbor)('anvil_setCode', [copy, own])
    const isHostile = hostile.includes(address)
    const code = await codeAt(await deploy('HookedCode', 'address, address, bool', copy, hooks, isHostile))
    hooked.push({ token: address, code, own })
  }
  const give = (asset: Address, to: Address, units: bigint) =>
    act(thief, asset, encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [to, units] }))
  for (const asset of [...cast.tokens, ...hostile.slice(1)]) await give(asset, hooks, 10n ** 24n)
  const owed: Address[] = []
  for (const [symbol, units] of [
    ['WETH', 10n ** 18n],
    ['USDC', 10n ** 9n],
  ] as const) {
    const address = getAddress(token(symbol).address)
    const vesting = await deploy('Vesting', 'address, address', address, arena.me)
    await give(address, vesting, units)
    owed.push(vesting)
  }
  const arm = async (calls: readonly Call[], trick: keyof typeof tricks = 'calls') => {
    for (const each of hooked) await rpc(harbor)('anvil_setCode', [each.token, each.code])
    await act(thief, hooks, encodeFunctionData({ abi, functionName: 'arm', args: [tricks[trick], calls] }))
  }
  const release = encodeFunctionData({ abi: claims, functionName: 'release' })
  const released = owed.map((to) => ({ to, data: release }))
  const pushed = (intent: SwapIntent) => pushCalls(arena, pairOf(intent), hooks)
  // The rest of a payout to the hook's own account must stay, or the transaction fails.
  const bought = (intent: SwapIntent) => sweeps(arena, cast, [getAddress(pairOf(intent)[1].address)])
  const swept = sweeps(arena, cast, [...cast.tokens, ...hostile])
  const moves: Readonly<Record<(typeof hookMoves)[number], (intent: SwapIntent) => Promise<void>>> = {
    'hooks sweep the routers': () => arm(swept),
    'hooks sweep the bought token': (intent) => arm(bought(intent)),
    'hooks push the price': (intent) => arm(pushed(intent)),
    'hooks release the claims': () => arm(released),
    'hooks do all of it': (intent) => arm([...bought(intent), ...released, ...pushed(intent)]),
    'hooks stop the transaction': () => arm([], 'stop'),
    'hooks keep a share': () => arm(swept, 'keep'),
    'hooks misstate balances': () => arm(swept, 'lie'),
  }
  const disarm = async () => {
    for (const each of hooked) await rpc(harbor)('anvil_setCode', [each.token, each.own])
  }
  return { moves, claims: owed, disarm }
}

const tricks = { calls: 0, stop: 1, keep: 2, lie: 3 } as const

const contractFiles: Readonly<Record<string, string>> = { HookedCode: 'Hooks', Vesting: 'TrapToken' }

/** Takes native coins and these tokens from the routers and the position manager: leftovers and the person's custody. */
function sweeps({ thief, manager, router }: Arena, { universal }: Cast, tokens: readonly Address[]): readonly Call[] {
  const contracts = [router, manager].flatMap((to) => [
    ...tokens.map((token) => ({
      to,
      data: encodeFunctionData({ abi: spoken, functionName: 'sweepToken', args: [token, 0n, thief] }),
    })),
    { to, data: encodeFunctionData({ abi: spoken, functionName: 'refundETH' }) },
    { to, data: encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [0n, thief] }) },
  ])
  const coin = toHex(0n, { size: 20 })
  const commands = [...tokens, coin].map((token) => command(0x04, [token, thief, 0n]))
  return [...contracts, { to: universal, data: executeData(commands, never) }]
}

/** Sells the person's input token for $100,000 in the middle of their transaction. */
function pushCalls({ router }: Arena, [sold, bought]: readonly [Token, Token], hooks: Address): readonly Call[] {
  const [tokenIn, tokenOut] = [getAddress(sold.address), getAddress(bought.address)]
  const amountIn = BigInt(Math.round((100_000 / Number(sold.price)) * 10 ** sold.decimals))
  const params = {
    ...{ tokenIn, tokenOut, fee: 3000, recipient: hooks, deadline: never },
    ...{ amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
  }
  return [
    {
      to: tokenIn,
      data: encodeFunctionData({ abi: spoken, functionName: 'approve', args: [router, maxUint256] }),
    },
    { to: router, data: encodeFunctionData({ abi: spoken, functionName: 'exactInputSingle', args: [params] }) },
  ]
}
