import fc from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeCall } from '../../../src/guard/decode/evm/decodeCall'
import { type StargatePool, stargatePools } from '../../../src/protocol/deployment/stargatePools'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/bridgeContracts.json' with { type: 'json' }
import { type Arena, allow, harbor, openArena } from '../attacks/adversary'
import { deploy, hexOf } from './realUniswap'
import { changesOf, withChange } from './routerCalls'

/*
 * Deposits at Stargate v2 by the pools and the fee library of @stargatefinance/stg-evm-v2. The list of pools has real
 * chains only, so no plan is judged here: each call's reading is compared with the actions of the pool. LayerZero is a contract
 * that logs the message.
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
])
/** Messages to LayerZero: with a delivery of its own, and with one for several deposits. */
const messaging = parseAbi([
  'struct Taxi { address sender; uint32 dstEid; bytes32 receiver; uint64 amountSD; bytes composeMsg; bytes extraOptions; }',
  'struct Bus { address sender; uint32 dstEid; bytes32 receiver; uint64 amountSD; bool nativeDrop; }',
  'struct MessagingFee { uint256 nativeFee; uint256 lzTokenFee; }',
  'function taxi(Taxi params, MessagingFee fee, address refundAddress) payable',
  'function rideBus(Bus params) payable',
])

const [usdcPool, coinPool] = [1, 13].map((asset) =>
  stargatePools.find(({ chainId, assetId }) => chainId === 1 && assetId === asset),
) as [StargatePool, StargatePool]
const layerZero = getAddress(`0x${'1a'.repeat(20)}`)
const endpoint = getAddress(`0x${'1b'.repeat(20)}`)
const base = 30_184
const messageFee = 10n ** 14n
const feeMillionth = 600

let arena: Arena
let pools: Readonly<Record<'USDC' | 'ETH', Address>>

beforeAll(async () => {
  arena = await openArena()
  const { rpc, thief, me } = arena
  // Logs the calldata, and answers zeros.
  await rpc(harbor)('anvil_setCode', [layerZero, '0x365f5f37365fa0610200610400f3'])
  await rpc(harbor)('anvil_setCode', [endpoint, '0x6102005ff3'])
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 24n)])
  const usdc = getAddress(arena.token('USDC').address)
  const token = encodeAbiParameters(parseAbiParameters('string, string, address, uint8, uint8, address, address'), [
    ...(['Pool', 'POOL', usdc, 6, 6, endpoint, thief] as const),
  ])
  const coin = encodeAbiParameters(parseAbiParameters('string, string, uint8, uint8, address, address'), [
    ...(['Pool', 'POOL', 18, 6, endpoint, thief] as const),
  ])
  pools = {
    USDC: await openPool(contracts.stargatePool.creationCode, token),
    ETH: await openPool(contracts.stargatePoolNative.creationCode, coin),
  }
  await allow(arena, me, usdc, pools.USDC)
})
afterAll(() => arena.exchange.stop())

async function openPool(creationCode: string, args: Hex): Promise<Address> {
  const { thief, act } = arena
  const pool = await deploy(arena, creationCode, args)
  const owner = encodeAbiParameters(parseAbiParameters('address'), [pool])
  const feeLib = await deploy(arena, contracts.stargateFees.creationCode, owner)
  const config = { feeLib, planner: thief, treasurer: thief, tokenMessaging: layerZero, creditMessaging: thief }
  const set = encodeFunctionData({ abi, functionName: 'setAddressConfig', args: [{ ...config, lzToken: thief }] })
  await act(thief, pool, set)
  const fees = [base, 2n ** 63n, 2n ** 63n, feeMillionth, feeMillionth, feeMillionth, 0] as const
  await act(thief, feeLib, encodeFunctionData({ abi, functionName: 'setFeeConfig', args: fees }))
  const credits = [base, [{ srcEid: base, amount: 10n ** 15n }]] as const
  await act(thief, pool, encodeFunctionData({ abi, functionName: 'receiveCredits', args: credits }))
  return pool
}

type Deposit = {
  readonly sold: 'USDC' | 'ETH'
  readonly amount: bigint
  readonly name?: 'send' | 'sendToken'
  readonly options?: Hex
  readonly mode?: Hex
  readonly minimumBps?: bigint
}

const deposits: readonly (readonly [string, Deposit])[] = [
  ['USDC by a message of its own', { sold: 'USDC', amount: 500_000_000n }],
  ['USDC by sendToken', { sold: 'USDC', amount: 500_000_000n, name: 'sendToken' }],
  ['USDC with empty options', { sold: 'USDC', amount: 123_456_789n, options: '0x0003' }],
  ['USDC by the bus', { sold: 'USDC', amount: 500_000_000n, mode: '0x00' }],
  ['USDC by the bus and sendToken', { sold: 'USDC', amount: 1_000_001n, mode: '0x00', name: 'sendToken' }],
  ['USDC with the least minimum', { sold: 'USDC', amount: 500_000_000n, minimumBps: 1n }],
  ['native coin by a message of its own', { sold: 'ETH', amount: 10n ** 17n }],
  ['native coin with digits below the pool’s', { sold: 'ETH', amount: 10n ** 17n + 123_456_789n }],
  ['native coin by sendToken', { sold: 'ETH', amount: 2n * 10n ** 17n, name: 'sendToken' }],
  ['native coin by the bus', { sold: 'ETH', amount: 10n ** 17n, mode: '0x00' }],
]

const coinsOf = ({ sold, amount }: Deposit) => messageFee + (sold === 'ETH' ? amount : 0n)

function dataOf({ name = 'send', amount, options = '0x', mode = '0x', minimumBps = 9_990n }: Deposit): Hex {
  const param = {
    ...{ dstEid: base, to: pad(arena.me), amountLD: amount, minAmountLD: (amount * minimumBps) / 10_000n },
    ...({ extraOptions: options, composeMsg: '0x', oftCmd: mode } as const),
  } as const
  const fee = { nativeFee: messageFee, lzTokenFee: 0n }
  return encodeFunctionData({ abi, functionName: name, args: [param, fee, arena.me] })
}

/** The reading of a call, and the pool's own payment and message: no message if the pool reverts. */
async function compared(deposit: Deposit, data: Hex) {
  const { me, rpc, send, balance } = arena
  const real = deposit.sold === 'USDC' ? usdcPool : coinPool
  const value = coinsOf(deposit)
  const { effect } = decodeCall({ to: real.pool, caller: me, value, data }, { wrapped: undefined, chainId: 1 })
  const held = async () =>
    deposit.sold === 'USDC'
      ? balance(arena.token('USDC').address, me)
      : BigInt(String(await rpc(harbor)('eth_getBalance', [me, 'latest'])))
  const snapshot = await rpc(harbor)('evm_snapshot', [])
  const before = await held()
  const { status, logs, gasUsed, effectiveGasPrice } = await send(harbor, {
    from: me,
    to: pools[deposit.sold],
    data,
    value,
  })
  const gas = deposit.sold === 'ETH' ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : 0n
  const taken = before - (await held()) - gas
  await rpc(harbor)('evm_revert', [snapshot])
  const message = logs.find(({ address }) => getAddress(address) === layerZero)
  if (status !== '0x1' || !message) return { effect, taken, message: undefined }
  const { args } = decodeFunctionData({ abi: messaging, data: hexOf(message.data) })
  return { effect, taken, message: args[0] }
}

/** Units of the token in one of the pool: the pools of an asset on both chains have the same decimals here. */
const scaleOf = ({ sold }: Deposit) => (sold === 'USDC' ? 1n : 10n ** 12n)

/** Fails unless the pool does everything that is read. */
async function keepsWord(deposit: Deposit, data: Hex) {
  const { effect, taken, message } = await compared(deposit, data)
  if (effect.does !== 'bridge' || !message) return { isRead: effect.does === 'bridge', isSent: message !== undefined }
  const received = message.amountSD * scaleOf(deposit)
  expect({
    to: getAddress(`0x${message.receiver.slice(26)}`),
    eid: message.dstEid,
    isMinimumKept: received >= effect.minimumReceived,
    isAmountKept: taken <= effect.amount + (deposit.sold === 'ETH' ? messageFee : 0n),
  }).toEqual({ to: getAddress(effect.recipient), eid: base, isMinimumKept: true, isAmountKept: true })
  return { isRead: true, isSent: true }
}

describe('deposits at Stargate v2', () => {
  test.each(deposits)('%s: the call is read, and the pool does exactly that', async (_, deposit) => {
    expect(await keepsWord(deposit, dataOf(deposit))).toEqual({ isRead: true, isSent: true })
  })

  test('the pool reverts if its fee does not leave the minimum', async () => {
    const deposit = { sold: 'USDC', amount: 500_000_000n, minimumBps: 9_995n } as const
    expect(await keepsWord(deposit, dataOf(deposit))).toEqual({ isRead: true, isSent: false })
  })

  test.each(isDeep ? deposits : deposits.slice(3, 4))(
    '%s: no changed word makes the pool do less than is read',
    async (_, deposit) => {
      const data = dataOf(deposit)
      const changes = changesOf(data, arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 10))
        await keepsWord(deposit, withChange(data, change))
    },
  )

  test.each([2n ** 64n, 2n ** 128n, 2n ** 255n])(
    'a minimum beyond the pool’s numbers (%s) is not cut off',
    async (more) => {
      const deposit = { sold: 'USDC', amount: 500_000_000n } as const
      const data = dataOf(deposit).replace(
        toHex(499_500_000n, { size: 32 }).slice(2),
        toHex(more + 1n, { size: 32 }).slice(2),
      )
      await keepsWord(deposit, hexOf(data))
    },
  )
})
