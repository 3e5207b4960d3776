import { join } from 'node:path'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  isHex,
  pad,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { assertionAddress } from '../../../src/guard/decode/evm/assertion'
import type { SwapIntent } from '../../../src/guard/intent'
import { type StargatePool, stargatePools } from '../../../src/protocol/deployment/stargatePools'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { type Arena, allow, harbor, statedMinimum } from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { approveData } from '../fixtures'
import { slotsOf, spoken } from './calldata'
import { ordered, pathIn } from './universal'

/*
 * The local exchange's swaps and crossings as calls of deBridge, Across, Stargate, LI.FI and 0x, at stand-ins on the
 * local chain that execute the calldata, and through an opaque router.
 */

export type FarCast = {
  readonly me: Address
  readonly router: Address
  readonly bridge: Address
  readonly wrapped: Address
  readonly dln: Address
  readonly spoke: Address
  readonly stargate: Address
  readonly diamond: Address
  readonly holder: Address
  readonly settler: Address
  readonly opaque: Address
}

export type Venue = {
  readonly says: string
  /** Other addresses that the deployment names. */
  readonly named: readonly Address[]
  readonly answer: SwapAnswer
  /** The moves that matter at this venue; all of them where missing. */
  readonly moves?: readonly string[]
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly time: bigint }

/** LayerZero's numbers, as if it were on the local chains. */
export const endpoints: ReadonlyMap<number, number> = new Map([
  [741_001, 41_001],
  [741_002, 41_002],
])
const usdcAsset = 1
const messageFee = 10n ** 15n
const word: Hex = `0x${'cd'.repeat(32)}`
const never = 2n ** 64n

/** Deploys the stand-ins, and lists the pool of Stargate's, which no calldata names. */
export async function deployFarVenues(arena: Arena): Promise<Omit<FarCast, 'me' | 'router' | 'bridge' | 'wrapped'>> {
  const deploy = async (file: string, name: string, types = '', ...values: readonly unknown[]) => {
    const code = compile(name, join(import.meta.dirname, `../contracts/${file}.sol`))
    const args = types === '' ? '0x' : encodeAbiParameters(parseAbiParameters(types), values)
    const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([code, args]) })
    return getAddress(contractAddress!)
  }
  const [usdc, wrapped] = [arena.token('USDC').address, arena.token('WETH').address]
  const dln = await deploy('FarVenues', 'DlnSource')
  const spoke = await deploy('FarVenues', 'SpokePool', 'address', wrapped)
  const stargate = await deploy('FarVenues', 'StargatePool', 'address', usdc)
  const diamond = await deploy('FarVenues', 'LifiDiamond')
  const holder = await deploy('Venues', 'Holder')
  const settler = await deploy('Venues', 'Settler', 'address, uint256', holder, never)
  const opaque = await deployOpaque(arena, 'Honest')
  await arena.exchange.fund('evm', opaque)
  // An older allowance, which a router may use that is not what it was.
  await allow(arena, arena.me, arena.token('WBTC').address, opaque)
  list(arena, stargate)
  return { dln, spoke, stargate, diamond, holder, settler, opaque }
}

function list({ token }: Arena, pool: Address): void {
  const at = (
    chainId: number,
    address: string,
    { address: usdc, decimals }: Arena['tokens'][number],
  ): StargatePool => ({
    ...{ chainId, endpointId: endpoints.get(chainId)!, assetId: 900 + usdcAsset },
    ...{ pool: address, token: usdc, decimals },
  })
  const local = [at(741_001, pool, token('USDC')), at(741_002, zeroAddress, token('USDC', 'Delta'))]
  const others = stargatePools.filter(({ chainId }) => !endpoints.has(chainId))
  Object.assign(stargatePools, [...others, ...local])
}

/** With their numbers in the contract. */
export const tricks = {
  ...{ Honest: 0, KeepOutput: 1, PayThief: 2, PayHalf: 3, TakeAllowance: 4, LeaveAllowance: 5, TakeOther: 6 },
} as const

export async function deployOpaque(arena: Arena, trick: keyof typeof tricks): Promise<Address> {
  const args = encodeAbiParameters(parseAbiParameters('uint8 trick, address other, address assertion'), [
    tricks[trick],
    getAddress(arena.token('WBTC').address),
    assertionAddress,
  ])
  const data = concat([compile('OpaqueRouter'), args])
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data })
  return getAddress(contractAddress!)
}

/** The router's behaviour after the check, by the names of the adversary's moves. */
export const turns = Object.keys(tricks).flatMap((trick) => (trick === 'Honest' ? [] : [`the router turns: ${trick}`]))

/** The same swap or crossing at each venue that has words for it. */
export function venuesFor(quoted: Quoted, cast: FarCast): readonly Venue[] {
  const { sell, buy } = quoted.intent
  return sell.token.chain.chainId === buy.chain.chainId ? swapsOf(quoted, cast) : crossingsOf(quoted, cast)
}

function swapsOf(quoted: Quoted, cast: FarCast): readonly Venue[] {
  const { sell, buy } = quoted.intent
  const path = pathIn(quoted.answer.transactions.at(-1)?.data)
  if (!path || sell.token.isNative || buy.isNative) return []
  return [genericSwap(quoted, cast, path), settlerSwap(quoted, cast, path), opaqueSwap(quoted, cast)]
}

function crossingsOf(quoted: Quoted, cast: FarCast): readonly Venue[] {
  const { sell, buy } = quoted.intent
  const way = wayIn(quoted)
  const isDollar = sell.token.symbol === 'USDC' && buy.symbol === 'USDC'
  return [
    order(quoted, cast),
    acrossDeposit(quoted, cast),
    ...(isDollar ? [stargateSend(quoted, cast)] : []),
    ...(sell.token.isNative ? [] : [lifiDeposit(quoted, cast)]),
    ...(way && !sell.token.isNative ? [lifiSwapAndDeposit(quoted, cast, way)] : []),
  ]
}

/** How the answer gets at the token that its bridge takes. */
type Way = { readonly path: Hex; readonly middle: Address; readonly least: bigint }

function wayIn({ answer }: Quoted): Way | undefined {
  const slots = slotsOf(answer.transactions.at(-1)?.data)
  const found = (name: string) => slots.find((slot) => slot.name === name)?.value
  const [path, middle, least] = [found('path'), found('midToken'), found('minMid')]
  if (typeof path !== 'string' || !isHex(path) || typeof middle !== 'string' || typeof least !== 'bigint')
    return undefined
  return { path, middle: getAddress(middle), least }
}

/** The sold and bought tokens, as bridges name them: the native coin by zeros. */
function saidOf({ intent: { sell, buy }, answer }: Quoted) {
  const named = ({ isNative, address }: SwapIntent['buy']) => (isNative ? zeroAddress : getAddress(address))
  return {
    ...{ sold: named(sell.token), bought: named(buy), units: sell.units, minimum: statedMinimum(answer, buy) },
    chain: BigInt(buy.chain.chainId),
    coins: sell.token.isNative ? sell.units : 0n,
  }
}

function order(quoted: Quoted, cast: FarCast): Venue {
  const { me, dln } = cast
  const { sold, bought, units, minimum, chain, coins } = saidOf(quoted)
  const given = {
    ...{ giveTokenAddress: sold, giveAmount: units, takeTokenAddress: bought, takeAmount: minimum, takeChainId: chain },
    ...{ receiverDst: me, givePatchAuthoritySrc: me, orderAuthorityAddressDst: me, allowedTakerDst: '0x' as const },
    ...{ externalCall: '0x' as const, allowedCancelBeneficiarySrc: '0x' as const },
  }
  const data = encodeFunctionData({
    abi: spoken,
    functionName: 'createSaltedOrder',
    args: [given, 7n, '0x', 0, '0x', '0x'],
  })
  return { says: ', at deBridge', named: [dln], answer: called(quoted, { to: dln, data, value: coins }) }
}

function acrossDeposit(quoted: Quoted, cast: FarCast): Venue {
  const { me, spoke, wrapped } = cast
  const { sold, bought, units, minimum, chain, coins } = saidOf(quoted)
  const given = sold === zeroAddress ? wrapped : sold
  const { time } = quoted
  const data = encodeFunctionData({
    abi: spoken,
    functionName: 'depositV3',
    args: [
      ...([me, me, given, bought, units, minimum, chain, zeroAddress] as const),
      ...([Number(time), Number(time) + 3_600, 0, '0x'] as const),
    ],
  })
  return { says: ', at Across', named: [spoke], answer: called(quoted, { to: spoke, data, value: coins }) }
}

function stargateSend(quoted: Quoted, cast: FarCast): Venue {
  const { me, stargate } = cast
  const { units, chain } = saidOf(quoted)
  const param = {
    ...{ dstEid: endpoints.get(Number(chain))!, to: pad(me, { size: 32 }), amountLD: units },
    ...({ minAmountLD: (units * 995n) / 1000n, extraOptions: '0x', composeMsg: '0x', oftCmd: '0x' } as const),
  }
  const fee = { nativeFee: messageFee, lzTokenFee: 0n }
  const data = encodeFunctionData({ abi: spoken, functionName: 'send', args: [param, fee, me] })
  const answer = called(quoted, { to: stargate, data, value: messageFee })
  return { says: ', at Stargate', named: [stargate], answer }
}

type Depositing = { readonly token: Address; readonly least: bigint; readonly isSwapped: boolean }

function lifiParts(quoted: Quoted, { me }: FarCast, { token, least, isSwapped }: Depositing) {
  const { bought, minimum, chain } = saidOf(quoted)
  const bridge = {
    ...{ transactionId: word, bridge: 'across', integrator: 'tidegate', referrer: zeroAddress, receiver: me },
    ...{ sendingAssetId: token, minAmount: least, destinationChainId: chain },
    ...{ hasSourceSwaps: isSwapped, hasDestinationCall: false },
  }
  const times = { quoteTimestamp: Number(quoted.time), fillDeadline: Number(quoted.time) + 3_600 }
  const across = { receivingAssetId: bought, outputAmount: minimum, ...times, message: '0x' as const }
  return { bridge, across }
}

function lifiDeposit(quoted: Quoted, cast: FarCast): Venue {
  const { sold, units } = saidOf(quoted)
  const { bridge, across } = lifiParts(quoted, cast, { token: sold, least: units, isSwapped: false })
  const args = [bridge, across] as const
  const data = encodeFunctionData({ abi: spoken, functionName: 'startBridgeTokensViaAcrossV3', args })
  return atDiamond(quoted, cast, data, ', by LI.FI at Across')
}

function lifiSwapAndDeposit(quoted: Quoted, cast: FarCast, { path, middle, least }: Way): Venue {
  const { bridge, across } = lifiParts(quoted, cast, { token: middle, least, isSwapped: true })
  const swaps = [lifiSwap(quoted, cast, { path, bought: middle, least: 0n })]
  const args = [bridge, swaps, across] as const
  const data = encodeFunctionData({ abi: spoken, functionName: 'swapAndStartBridgeTokensViaAcrossV3', args })
  return atDiamond(quoted, cast, data, ', by LI.FI at Across after a swap')
}

function atDiamond(quoted: Quoted, { diamond }: FarCast, data: Hex, says: string): Venue {
  return { says, named: [diamond], answer: called(quoted, { to: diamond, data, value: 0n }) }
}

/** A swap for the person without a minimum, and then a tiny deposit by an existing allowance. */
export function swapThenDeposit(quoted: Quoted, cast: FarCast): SwapAnswer {
  const { me, router, wrapped } = cast
  const { sold, units } = saidOf(quoted)
  const path = concat([sold, encodePacked(['uint24'], [3_000]), wrapped])
  const swap = exactInput(quoted, { path, recipient: me, least: 1n })
  const call = order(quoted, cast).answer.transactions.at(-1)!
  const less = written(call.data, 'giveAmount', 1n)
  return ordered(quoted.answer, [
    { ...call, type: 'approve', value: '0', to: sold, data: approveData(router, units) },
    { ...call, type: 'swap', value: '0', to: router, data: swap },
    { ...call, data: written(less, 'giveTokenAddress', wrapped) },
  ])
}

/** Calldata with another value for one argument. */
function written(data: unknown, name: string, value: unknown): Hex {
  const slot = slotsOf(data).find((each) => each.name === name)
  if (!slot) throw new Error(`There is no ${name} in this calldata.`)
  return slot.write(value)
}

function genericSwap(quoted: Quoted, cast: FarCast, path: Hex): Venue {
  const { bought, minimum } = saidOf(quoted)
  const swap = lifiSwap(quoted, cast, { path, bought, least: 0n })
  const args = [word, 'tidegate', '', cast.me, minimum, [swap]] as const
  const data = encodeFunctionData({ abi: spoken, functionName: 'swapTokensGeneric', args })
  return atDiamond(quoted, cast, data, ', by LI.FI')
}

type Inside = { readonly path: Hex; readonly bought: Address; readonly least: bigint }

function lifiSwap(quoted: Quoted, { router, diamond }: FarCast, { path, bought, least }: Inside) {
  const { sold, units } = saidOf(quoted)
  const callData = exactInput(quoted, { path, recipient: diamond, least })
  const at = { callTo: router, approveTo: router, sendingAssetId: sold, receivingAssetId: bought }
  return { ...at, fromAmount: units, callData, requiresDeposit: true }
}

function settlerSwap(quoted: Quoted, cast: FarCast, path: Hex): Venue {
  const { me, holder, settler, router } = cast
  const { sold, bought, units, minimum } = saidOf(quoted)
  const action = encodeAbiParameters(parseAbiParameters('address, uint256, address, bytes'), [
    ...([sold, units, router] as const),
    exactInput(quoted, { path, recipient: settler, least: 0n }),
  ])
  const slippage = { recipient: me, buyToken: bought, minAmountOut: minimum }
  const inner = encodeFunctionData({ abi: spoken, functionName: 'execute', args: [slippage, [action], word] })
  const data = encodeFunctionData({
    abi: spoken,
    functionName: 'exec',
    args: [settler, sold, units, settler, inner],
  })
  return { says: ', by 0x', named: [holder, settler], answer: called(quoted, { to: holder, data, value: 0n }) }
}

function opaqueSwap(quoted: Quoted, cast: FarCast): Venue {
  const { me, opaque } = cast
  const { sold, bought, units, minimum } = saidOf(quoted)
  const args = [sold, units, bought, (minimum * 1_004n) / 1_000n, me] as const
  const data = encodeFunctionData({ abi: spoken, functionName: 'x', args })
  const answer = called(quoted, { to: opaque, data, value: 0n })
  return { says: ', through a router that nobody can read', named: [], answer, moves: ['waits', ...turns] }
}

function exactInput({ intent: { sell }, time }: Quoted, params: { path: Hex; recipient: Address; least: bigint }): Hex {
  const { path, recipient, least } = params
  const args = [{ path, recipient, deadline: time + 600n, amountIn: sell.units, amountOutMinimum: least }] as const
  return encodeFunctionData({ abi: spoken, functionName: 'exactInput', args })
}

type Called = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** An approval of the input, and one call. */
function called({ intent: { sell }, answer }: Quoted, { to, data, value }: Called): SwapAnswer {
  const last: TransactionRecord = { ...answer.transactions.at(-1)!, to, data, value: `${value}` }
  if (sell.token.isNative) return ordered(answer, [last])
  const spent = { type: 'approve', value: '0', to: sell.token.address, data: approveData(to, sell.units) }
  return ordered(answer, [{ ...last, ...spent }, last])
}
