import fc from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import { decodeCall } from '../../../src/guard/decode/evm/decodeCall'
import type { Plan } from '../../../src/guard/plan'
import { publishedAs } from '../../../src/guard/simulate/evm/codeBehind'
import { type StargatePool, stargatePools } from '../../../src/protocol/deployment/stargatePools'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/bridgeContracts.json' with { type: 'json' }
import { type Arena, allow, harbor, judge, openArena, statedMinimum } from '../attacks/adversary'
import { record } from '../fixtures'
import { type Receipt, swapOf } from '../localExchange'
import { deploy, hexOf } from './realUniswap'
import { changesOf, directly, withChange } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Deposits at Stargate v2, by the pools that its deployment records have, on both local chains. LayerZero is a contract that
 * logs the message; the test delivers it to the pool of the other chain. The list of pools gets those of the local chains.
 */

const abi = parseAbi([
  'struct Config { address feeLib; address planner; address treasurer; address tokenMessaging; address creditMessaging; address lzToken; }',
  'function setAddressConfig(Config config)',
  'struct Credit { uint32 srcEid; uint64 amount; }',
  'function receiveCredits(uint32 srcEid, Credit[] credits)',
  'function setFeeConfig(uint32 dstEid, uint64 zone1UpperBound, uint64 zone2UpperBound, uint24 zone1FeeMillionth, uint24 zone2FeeMillionth, uint24 zone3FeeMillionth, uint24 rewardMillionth)',
  'struct SendParam { uint32 dstEid; bytes32 to; uint256 amountLD; uint256 minAmountLD; bytes extraOptions; bytes composeMsg; bytes oftCmd; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function send(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
  'function sendToken(SendParam sendParam, MessagingFee fee, address refundAddress) payable',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function deposit(address receiver, uint256 amountLD) payable',
  'struct Origin { uint32 srcEid; bytes32 sender; uint64 nonce; }',
  'function receiveTokenTaxi(Origin origin, bytes32 guid, address receiver, uint64 amountSD, bytes composeMsg)',
  'function receiveTokenBus(Origin origin, bytes32 guid, uint8 seatNumber, address receiver, uint64 amountSD)',
])
/** Messages to LayerZero: with a delivery of its own, and with one for several deposits. */
const messaging = parseAbi([
  'struct Taxi { address sender; uint32 dstEid; bytes32 receiver; uint64 amountSD; bytes composeMsg; bytes extraOptions; }',
  'struct Bus { address sender; uint32 dstEid; bytes32 receiver; uint64 amountSD; bool nativeDrop; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function taxi(Taxi params, MessagingFee fee, address refundAddress) payable',
  'function rideBus(Bus params) payable',
])

const delta = 741_002
const endpoints: Readonly<Record<number, number>> = { [harbor]: 41_001, [delta]: 41_002 }
const layerZero = getAddress(`0x${'1a'.repeat(20)}`)
const endpoint = getAddress(`0x${'1b'.repeat(20)}`)
const messageFee = 10n ** 14n
const feeMillionth = 600

type Asset = 'USDC' | 'USDT' | 'ETH'
/** None of Stargate's own numbers, which name venues. */
const assetIds = { USDC: 901, USDT: 902, ETH: 913 }

let arena: Arena
let pools: Readonly<Record<Asset, { readonly near: StargatePool; readonly far: StargatePool }>>
const listed = [...stargatePools]

beforeAll(async () => {
  arena = await openArena()
  for (const chainId of [harbor, delta]) {
    const node = arena.rpc(chainId)
    // Logs the calldata, and answers zeros.
    await node('anvil_setCode', [layerZero, '0x365f5f37365fa0610200610400f3'])
    await node('anvil_setCode', [endpoint, '0x6102005ff3'])
    await node('anvil_setBalance', [arena.thief, toHex(10n ** 24n)])
  }
  pools = {
    USDC: { near: await openPool('USDC', harbor), far: await openPool('USDC', delta) },
    USDT: { near: await openPool('USDT', harbor), far: await openPool('USDT', delta) },
    ETH: { near: await openPool('ETH', harbor), far: await openPool('ETH', delta) },
  }
  const local = Object.values(pools).flatMap(({ near, far }) => [near, far])
  Object.assign(stargatePools, [...listed, ...local])
})
afterAll(async () => {
  Object.assign(stargatePools, listed, { length: listed.length })
  await arena.exchange.stop()
})

/** Ether has no native coin on the second chain, but a token. */
function tokenOf(asset: Asset, chainId: number): Token {
  return chainId === harbor ? arena.token(asset) : arena.token(asset === 'ETH' ? 'WETH' : asset, 'Delta')
}

const creationCodes = { USDC: contracts.stargateUsdc, USDT: contracts.stargateUsdt, ETH: contracts.stargateEth }

async function openPool(asset: Asset, chainId: number): Promise<StargatePool> {
  const { thief, rpc } = arena
  const { address, decimals, isNative } = tokenOf(asset, chainId)
  const { creationCode } = isNative ? contracts.stargateEth : creationCodes[asset === 'ETH' ? 'USDT' : asset]
  const args = isNative
    ? encodeAbiParameters(parseAbiParameters('string, string, uint8, uint8, address, address'), [
        ...(['Pool', 'POOL', decimals, 6, endpoint, thief] as const),
      ])
    : encodeAbiParameters(parseAbiParameters('string, string, address, uint8, uint8, address, address'), [
        ...(['Pool', 'POOL', getAddress(address), decimals, 6, endpoint, thief] as const),
      ])
  const pool = await deploy(arena, creationCode, args, chainId)
  const owner = encodeAbiParameters(parseAbiParameters('address'), [pool])
  const feeLib = await deploy(arena, contracts.stargateFees.creationCode, owner, chainId)
  const config = { feeLib, planner: thief, treasurer: thief, tokenMessaging: layerZero, creditMessaging: thief }
  const act = (to: Address, data: Hex, value = 0n) => byThief(chainId, to, data, value)
  await act(pool, encodeFunctionData({ abi, functionName: 'setAddressConfig', args: [{ ...config, lzToken: thief }] }))
  const other = endpoints[chainId === harbor ? delta : harbor]!
  const fees = [other, 2n ** 63n, 2n ** 63n, feeMillionth, feeMillionth, feeMillionth, 0] as const
  await act(feeLib, encodeFunctionData({ abi, functionName: 'setFeeConfig', args: fees }))
  const credits = [other, [{ srcEid: other, amount: 10n ** 15n }]] as const
  await act(pool, encodeFunctionData({ abi, functionName: 'receiveCredits', args: credits }))
  const liquidity = 10n ** BigInt(decimals + 6)
  if (!isNative) {
    await rpc(chainId)('anvil_dealERC20', [thief, address, toHex(liquidity)])
    await act(getAddress(address), encodeFunctionData({ abi, functionName: 'approve', args: [pool, maxUint256] }))
    await act(pool, encodeFunctionData({ abi, functionName: 'deposit', args: [thief, liquidity] }))
  }
  const token = isNative ? undefined : address
  return { chainId, endpointId: endpoints[chainId]!, assetId: assetIds[asset], pool, token, decimals }
}

async function byThief(chainId: number, to: Address, data: Hex, value = 0n, from: Address = arena.thief) {
  const { status } = await arena.send(chainId, { from, to, data, value })
  if (status !== '0x1') throw new Error(`The chain ${chainId} reverted a call to ${to}.`)
}

type Deposit = {
  readonly sold: Asset
  readonly amount: string
  readonly name?: 'send' | 'sendToken'
  readonly options?: Hex
  readonly mode?: Hex
}

const deposits: readonly (readonly [string, Deposit])[] = [
  ['USDC by a message of its own', { sold: 'USDC', amount: '500' }],
  ['USDC by sendToken', { sold: 'USDC', amount: '500', name: 'sendToken' }],
  ['USDC with empty options', { sold: 'USDC', amount: '123.456789', options: '0x0003' }],
  ['USDC by the bus', { sold: 'USDC', amount: '500', mode: '0x00' }],
  ['USDC by the bus and sendToken', { sold: 'USDC', amount: '75.000001', mode: '0x00', name: 'sendToken' }],
  ['USDT by a message of its own', { sold: 'USDT', amount: '300' }],
  ['USDT by the bus', { sold: 'USDT', amount: '300', mode: '0x00' }],
  ['native coin by a message of its own', { sold: 'ETH', amount: '0.15' }],
  ['native coin with digits below the pool’s', { sold: 'ETH', amount: '0.150000000123456789' }],
  ['native coin by sendToken', { sold: 'ETH', amount: '0.2', name: 'sendToken' }],
  ['native coin by the bus', { sold: 'ETH', amount: '0.1', mode: '0x00' }],
]

/** The exchange's own answer to the same request has the minimum. */
async function quoteOf({ sold, amount }: Deposit) {
  const intent = swapOf(tokenOf(sold, harbor), amount, tokenOf(sold, delta), arena.me)
  const answer = await arena.ask(intent)
  const { near, far } = pools[sold]
  const minimum = statedMinimum(answer, intent.buy)
  const minAmountLD =
    near.decimals < far.decimals ? minimum / 10n ** BigInt(far.decimals - near.decimals) + 1n : minimum
  return { intent, answer, minAmountLD }
}
type Quote = Awaited<ReturnType<typeof quoteOf>>

const coinsOf = ({ sold }: Deposit, { intent }: Quote) => messageFee + (sold === 'ETH' ? intent.sell.units : 0n)

function dataOf({ name = 'send', options = '0x', mode = '0x' }: Deposit, { intent, minAmountLD }: Quote): Hex {
  const param = {
    ...{ dstEid: endpoints[delta]!, to: pad(arena.me), amountLD: intent.sell.units, minAmountLD },
    ...({ extraOptions: options, composeMsg: '0x', oftCmd: mode } as const),
  } as const
  const fee = { nativeFee: messageFee, lzTokenFee: 0n }
  return encodeFunctionData({ abi, functionName: name, args: [param, fee, arena.me] })
}

async function judged(deposit: Deposit, change: (data: Hex) => Hex = (same) => same) {
  const quote = await quoteOf(deposit)
  const { intent, answer } = quote
  const { near } = pools[deposit.sold]
  const pool = getAddress(near.pool)
  const send = record({
    ...{ type: 'bridge', to: pool, value: `${coinsOf(deposit, quote)}` },
    data: change(dataOf(deposit, quote)),
  })
  const allowed = near.token === undefined ? [] : directly(getAddress(near.token), pool, intent.sell.units)
  const transactions = [...allowed, send].map((each, order) => ({ ...each, order }))
  const chains = arena.chains.map((chain) =>
    chain.chainId === harbor ? { ...chain, trusted: [...chain.trusted, pool] } : chain,
  )
  return judge(arena, intent, { ...answer, transactions }, { chains })
}

/** The loss in dollars on both chains, after LayerZero has delivered the message. */
async function lossOf({ steps }: Pick<Plan, 'steps'>, asset: Asset): Promise<number> {
  const held = async () => (await arena.value(arena.me, harbor)) + (await arena.value(arena.me, delta))
  const kept = await Promise.all([harbor, delta].map((chainId) => arena.rpc(chainId)('evm_snapshot', [])))
  const before = await held()
  try {
    for (const step of steps) {
      if (step.kind !== 'evm') throw new Error('Stargate is on EVM chains only.')
      const { from, to, data, value } = step
      const sent = messageIn(await arena.send(step.chainId, { from, to, data, value }))
      if (sent && sent.message.dstEid === endpoints[delta]) await deliver(sent, asset)
    }
    return before - (await held())
  } finally {
    for (const [index, chainId] of [harbor, delta].entries()) await arena.rpc(chainId)('evm_revert', [kept[index]])
  }
}

async function deliver({ message, isBus }: Message, asset: Asset) {
  const origin = { srcEid: endpoints[harbor]!, sender: pad(pools[asset].near.pool as Hex), nonce: 1n }
  const [guid, receiver] = [pad('0x01'), getAddress(`0x${message.receiver.slice(26)}`)]
  const data = isBus
    ? encodeFunctionData({ abi, functionName: 'receiveTokenBus', args: [origin, guid, 0, receiver, message.amountSD] })
    : encodeFunctionData({
        abi,
        functionName: 'receiveTokenTaxi',
        args: [origin, guid, receiver, message.amountSD, '0x'],
      })
  await arena.rpc(delta)('anvil_setBalance', [layerZero, toHex(10n ** 18n)])
  await byThief(delta, getAddress(pools[asset].far.pool), data, 0n, layerZero)
}

function messageIn({ status, logs }: Receipt) {
  const log = logs.find(({ address }) => getAddress(address) === layerZero)
  if (status !== '0x1' || !log) return undefined
  const { functionName, args } = decodeFunctionData({ abi: messaging, data: hexOf(log.data) })
  return { message: args[0], isBus: functionName === 'rideBus' }
}
type Message = NonNullable<ReturnType<typeof messageIn>>

/** The reading of a call, and the pool's own payment and message: no message if the pool reverts. */
async function compared(deposit: Deposit, data: Hex, value: bigint) {
  const { me, rpc, send, balance } = arena
  const { near } = pools[deposit.sold]
  const { effect } = decodeCall({ to: near.pool, caller: me, value, data }, { wrapped: undefined, chainId: harbor })
  const held = async () =>
    near.token === undefined
      ? BigInt(String(await rpc(harbor)('eth_getBalance', [me, 'latest'])))
      : balance(near.token, me)
  const snapshot = await rpc(harbor)('evm_snapshot', [])
  if (near.token !== undefined) await allow(arena, me, near.token, getAddress(near.pool))
  const before = await held()
  const receipt = await send(harbor, { from: me, to: near.pool, data, value })
  const gas = near.token === undefined ? BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) : 0n
  const taken = before - (await held()) - gas
  await rpc(harbor)('evm_revert', [snapshot])
  return { effect, taken, message: messageIn(receipt)?.message }
}

/** Fails unless the pool does everything that is read. */
async function keepsWord(deposit: Deposit, data: Hex, value: bigint) {
  const { effect, taken, message } = await compared(deposit, data, value)
  if (effect.does !== 'bridge' || !message) return { isRead: effect.does === 'bridge', isSent: message !== undefined }
  const received = message.amountSD * 10n ** BigInt(pools[deposit.sold].far.decimals - 6)
  expect({
    to: getAddress(`0x${message.receiver.slice(26)}`),
    eid: message.dstEid,
    isMinimumKept: received >= effect.minimumReceived,
    isAmountKept: taken <= effect.amount + (deposit.sold === 'ETH' ? messageFee : 0n),
  }).toEqual({ to: getAddress(effect.recipient), eid: endpoints[delta], isMinimumKept: true, isAmountKept: true })
  return { isRead: true, isSent: true }
}

describe('deposits at Stargate v2', () => {
  test('docs/venues.md counts the plans', () => {
    expect(statedPlans('Stargate v2')).toEqual({ proven: deposits.length, consent: 0, blocked: 0 })
  })

  test.each([
    ['USDC', 'stargate-usdc'],
    ['USDT', 'stargate-usdt'],
    ['ETH', 'stargate-eth'],
  ] as const)('the code of the pool of %s is in the list of published code', async (asset, venue) => {
    const code = await arena.rpc(harbor)('eth_getCode', [pools[asset].near.pool, 'latest'])
    expect(publishedAs(hexOf(String(code)))).toBe(venue)
  })

  test.each(deposits)('%s: the plan is proven, and the pool of the other chain pays', async (_, deposit) => {
    const { rating, codes, plan } = await judged(deposit)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
    expect(Math.abs(await lossOf(plan!, deposit.sold))).toBeLessThan(5)
  })

  test.each(deposits)('%s: the pool does what is read', async (_, deposit) => {
    const quote = await quoteOf(deposit)
    const done = await keepsWord(deposit, dataOf(deposit, quote), coinsOf(deposit, quote))
    expect(done).toEqual({ isRead: true, isSent: true })
  })

  test('the pool reverts if its fee does not leave the minimum', async () => {
    const deposit = { sold: 'USDC', amount: '500' } as const
    const data = dataOf(deposit, { ...(await quoteOf(deposit)), minAmountLD: 499_750_000n })
    expect(await keepsWord(deposit, data, messageFee)).toEqual({ isRead: true, isSent: false })
  })

  test.each(isDeep ? deposits : deposits.slice(3, 4))(
    '%s: no changed argument gives a proven plan that loses money, or makes the pool do less than is read',
    async (_, deposit) => {
      const quote = await quoteOf(deposit)
      const data = dataOf(deposit, quote)
      const changes = changesOf(data, arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 5)) {
        await keepsWord(deposit, withChange(data, change), coinsOf(deposit, quote))
        const { rating, plan } = await judged(deposit, (same) => withChange(same, change))
        if (rating === 'green' && plan)
          expect({ change, loss: (await lossOf(plan, deposit.sold)) < 5 }).toEqual({ change, loss: true })
      }
    },
  )

  test.each([2n ** 64n, 2n ** 128n, 2n ** 255n])(
    'a minimum beyond the pool’s numbers (%s) is not cut off',
    async (more) => {
      const deposit = { sold: 'USDC', amount: '500' } as const
      const data = dataOf(deposit, { ...(await quoteOf(deposit)), minAmountLD: more + 1n })
      expect(await keepsWord(deposit, data, messageFee)).toMatchObject({ isSent: false })
    },
  )
})
