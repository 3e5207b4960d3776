import fc from 'fast-check'
import {
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseAbiParameters,
  slice,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../../src/domain/amount'
import type { Plan } from '../../../src/guard/plan'
import { consentsTo, mayLoseAll } from '../../../src/signing/review/consent'
import { isDeep } from '../../depth'
import vectors from '../../fixtures/venues/acrossPlans.json' with { type: 'json' }
import contracts from '../../fixtures/venues/bridgeContracts.json' with { type: 'json' }
import { type Arena, harbor, judge, openArena, soon } from '../attacks/adversary'
import { record } from '../fixtures'
import { hexOf, place } from './realUniswap'
import { changesOf, directly, type Quoted, quoted, withChange, word, written } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Deposits at Across that `simulateDepositTx` of @across-protocol/app-sdk wrote, carried out by SpokePools of
 * @across-protocol/contracts on both chains. A relayer delivers by the log of the deposit.
 */

const delta = 741_002
const spoke = getAddress('0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5')
const handler = getAddress(`0x${'9c'.repeat(20)}`)
const abi = parseAbi([
  'function initialize(uint32 initialDepositId, address withdrawalRecipient)',
  'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
  'struct Relay { bytes32 depositor; bytes32 recipient; bytes32 exclusiveRelayer; bytes32 inputToken; bytes32 outputToken; uint256 inputAmount; uint256 outputAmount; uint256 originChainId; uint256 depositId; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'function fillRelay(Relay relayData, uint256 repaymentChainId, bytes32 repaymentAddress)',
  'struct Leaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2TokenAddress; address[] refundAddresses; }',
  'function relayRootBundle(bytes32 relayerRefundRoot, bytes32 slowRelayRoot)',
  'function executeRelayerRefundLeaf(uint32 rootBundleId, Leaf relayerRefundLeaf, bytes32[] proof) payable',
  'function deposit() payable',
  'function approve(address spender, uint256 amount) returns (bool)',
])

let arena: Arena

const token = (symbol: string, chain?: string) => arena.token(symbol, chain)

beforeAll(async () => {
  arena = await openArena()
  await placeSpokePool(harbor, getAddress(token('WETH').address))
  await placeSpokePool(delta, getAddress(token('WBNB', 'Delta').address))
  await place(arena.rpc(delta), handler, contracts.multicallHandler.creationCode)
})
afterAll(() => arena.exchange.stop())

async function placeSpokePool(chainId: number, wrapped: Hex) {
  const args = encodeAbiParameters(parseAbiParameters('address, uint32, uint32'), [wrapped, 3600, 21_600])
  await place(arena.rpc(chainId), spoke, contracts.spokePool.creationCode, args)
  const data = encodeFunctionData({ abi, functionName: 'initialize', args: [0, arena.thief] })
  const { status } = await arena.send(chainId, { from: arena.thief, to: spoke, data })
  expect(status).toBe('0x1')
}

type Deposit = { readonly form: keyof typeof vectors.plans; readonly sell: string; readonly buy: string }

const quoteOf = ({ sell, buy }: Deposit) => quoted(arena, token(sell), token(buy, 'Delta'))

function dataOf({ form }: Deposit, { intent, minimum }: Quoted): Hex {
  const { sell, buy } = intent
  return written(vectors.plans[form], vectors.placeholders, {
    input: hexOf(sell.token.isNative ? token('WETH').address : sell.token.address),
    output: hexOf(buy.isNative ? token('WBNB', 'Delta').address : buy.address),
    recipient: arena.me,
    friend: arena.thief,
    relayer: arena.thief,
    handler,
    amountIn: word(sell.units),
    minimum: word(minimum),
    quoted: word(soon() - 900n),
    deadline: word(soon() + 3600n),
    alone: word(soon()),
    chain: word(BigInt(buy.chain.chainId)),
  })
}

async function judged(
  deposit: Deposit,
  change: (data: Hex) => Hex = (same) => same,
  named: readonly Hex[] = [handler],
) {
  const quote = await quoteOf(deposit)
  const data = change(dataOf(deposit, quote))
  const { sell } = quote.intent
  const swap = record({ type: 'bridge', to: spoke, data, value: `${sell.token.isNative ? sell.units : 0n}` })
  const allowed = sell.token.isNative ? [] : directly(getAddress(sell.token.address), spoke, sell.units)
  const transactions = [...allowed, swap].map((each, order) => ({ ...each, order }))
  return judge(arena, quote.intent, { ...quote.answer, transactions }, { chains: chainsWith(named) })
}

function chainsWith(named: readonly Hex[]) {
  return arena.chains.map((chain) => ({
    ...chain,
    trusted: [...chain.trusted, ...(chain.chainId === harbor ? [spoke] : chain.chainId === delta ? named : [])],
  }))
}

/** The dollars that the person confirms they may lose, by typing the amount. */
async function confirmedLoss(plan: Plan): Promise<number> {
  const { verdict } = await arena.check(plan, { chains: chainsWith([handler]) })
  const typed = consentsTo(verdict, undefined, plan.intent.sell).find(({ is }) => is === 'amount')
  if (typed?.is !== 'amount' || !typed.findings.some(mayLoseAll)) return 0
  return Number(typed.sold.token.price) * Number(fromUnits(typed.sold.units, typed.sold.token.decimals))
}

/** The loss in dollars, on both chains, after the delivery. */
async function lossOf({ steps }: Pick<Plan, 'steps'>, settle = deliver): Promise<number> {
  const held = async () => (await arena.value(arena.me, harbor)) + (await arena.value(arena.me, delta))
  const kept = await Promise.all([harbor, delta].map((chainId) => arena.rpc(chainId)('evm_snapshot', [])))
  const before = await held()
  try {
    for (const step of steps) {
      if (step.kind !== 'evm') throw new Error('Across is on EVM chains only.')
      const { logs } = await arena.send(step.chainId, {
        from: step.from,
        to: step.to,
        data: step.data,
        value: step.value,
      })
      for (const { address, topics, data } of logs) if (getAddress(address) === spoke) await settle(topics, data)
    }
    return before - (await held())
  } finally {
    for (const [place, chainId] of [harbor, delta].entries()) await arena.rpc(chainId)('evm_revert', [kept[place]])
  }
}

function depositIn(topics: readonly string[], data: string) {
  const [first, ...rest] = topics.map(hexOf)
  return decodeEventLog({ abi, topics: [first!, ...rest], data: hexOf(data) }).args
}

/** The hub refunds an expired deposit by a root with one leaf. The thief is the owner of the pool, in place of the hub. */
async function refund(topics: readonly string[], data: string) {
  const { depositor, inputToken, inputAmount, fillDeadline } = depositIn(topics, data)
  for (const chainId of [harbor, delta]) {
    const later = Math.max(fillDeadline + 60, Math.floor(Date.now() / 1000) + 7_200)
    await arena.rpc(chainId)('evm_setNextBlockTimestamp', [later])
    await arena.rpc(chainId)('evm_mine', [])
  }
  await expect(deliver(topics, data)).rejects.toThrow('The relayer cannot deliver.')
  const leaf = {
    ...{ amountToReturn: 0n, chainId: BigInt(harbor), refundAmounts: [inputAmount], leafId: 0 },
    ...{ l2TokenAddress: getAddress(slice(inputToken, 12)), refundAddresses: [getAddress(slice(depositor, 12))] },
  }
  const root = keccak256(encodeAbiParameters([leafType], [leaf]))
  await arena.act(arena.thief, spoke, encodeFunctionData({ abi, functionName: 'relayRootBundle', args: [root, root] }))
  const args = [0, leaf, []] as const
  await arena.act(arena.thief, spoke, encodeFunctionData({ abi, functionName: 'executeRelayerRefundLeaf', args }))
}

const [leafType] = parseAbiParameters([
  'Leaf leaf',
  'struct Leaf { uint256 amountToReturn; uint256 chainId; uint256[] refundAmounts; uint32 leafId; address l2TokenAddress; address[] refundAddresses; }',
])

async function deliver(topics: readonly string[], data: string) {
  const args = depositIn(topics, data)
  const relayer = args.exclusiveRelayer === toHex(0, { size: 32 }) ? arena.thief : slice(args.exclusiveRelayer, 12)
  const output = getAddress(slice(args.outputToken, 12))
  const onDelta = async (to: Hex, call: Hex, value = 0n) => {
    const { status } = await arena.send(delta, { from: relayer, to, data: call, value })
    if (status !== '0x1') throw new Error('The relayer cannot deliver.')
  }
  await arena.rpc(delta)('anvil_setBalance', [relayer, toHex(10n ** 24n)])
  if (output === getAddress(token('WBNB', 'Delta').address))
    await onDelta(output, encodeFunctionData({ abi, functionName: 'deposit' }), args.outputAmount)
  else await arena.rpc(delta)('anvil_dealERC20', [relayer, output, toHex(args.outputAmount)])
  await onDelta(output, encodeFunctionData({ abi, functionName: 'approve', args: [spoke, args.outputAmount] }))
  const relay = { ...args, originChainId: BigInt(harbor) }
  const fill = encodeFunctionData({ abi, functionName: 'fillRelay', args: [relay, 1n, pad(relayer)] })
  await onDelta(spoke, fill)
}

const deposits: readonly (readonly [string, Deposit])[] = [
  ['a token', { form: 'a token', sell: 'USDC', buy: 'USDC' }],
  ['a token, and a mark of the interface', { form: 'another integrator', sell: 'USDT', buy: 'USDT' }],
  ['the wrapped coin', { form: 'the wrapped coin', sell: 'WETH', buy: 'WETH' }],
  ['native coin', { form: 'native coin', sell: 'ETH', buy: 'WETH' }],
  ['the native coin of the other chain', { form: 'a token', sell: 'USDC', buy: 'BNB' }],
  ['native coin for the native coin of the other chain', { form: 'native coin', sell: 'ETH', buy: 'BNB' }],
  ['another token', { form: 'a token', sell: 'USDC', buy: 'USDT' }],
  [
    'a relayer of its own for some seconds',
    { form: 'a relayer of its own for some seconds', sell: 'USDC', buy: 'USDC' },
  ],
  ['a relayer of its own until a time', { form: 'a relayer of its own until a time', sell: 'USDC', buy: 'WETH' }],
  ['native coin and a relayer', { form: 'native coin, a relayer of its own', sell: 'ETH', buy: 'USDC' }],
  ['depositV3', { form: 'version 3', sell: 'USDC', buy: 'USDC' }],
  ['depositV3 of native coin', { form: 'version 3, native coin', sell: 'ETH', buy: 'WETH' }],
  ['depositV3 and a relayer', { form: 'version 3, a relayer of its own', sell: 'USDC', buy: 'USDC' }],
]

/** The guard reads no message: the person confirms that all may be lost. */
const unread = ['V-036', 'V-051', 'V-035']
const honest = [
  ['a message that pays the person', 'USDC'],
  ['a message that unwraps the coin for the person', 'BNB'],
  ['a message that fails, and pays the person in its place', 'USDC'],
] as const
const hostile = [
  ['a message that pays a stranger', 'USDC'],
  ['a message that unwraps the coin for a stranger', 'BNB'],
  ['a message that fails, and pays a stranger in its place', 'USDC'],
] as const
/** An upper bound of the network fees, in dollars. */
const networkFees = 5

describe('deposits at Across', () => {
  test('docs/venues.md counts the plans', () => {
    expect(statedPlans('Across')).toEqual({ proven: deposits.length, consent: honest.length, blocked: 0 })
  })

  test.each(deposits)('%s: the plan is proven, and the relayer brings the output', async (_, deposit) => {
    const { rating, codes, plan } = await judged(deposit)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
    expect(Math.abs(await lossOf(plan!))).toBeLessThan(15)
  })

  test('a deposit that no relayer delivers until its deadline is refunded to the person by the hub', async () => {
    const { rating, plan } = await judged({ form: 'a token', sell: 'USDC', buy: 'USDC' })
    expect(rating).toBe('green')
    expect(Math.abs(await lossOf(plan!, refund))).toBeLessThan(5)
  })

  test('another recipient is blocked', async () => {
    const deposit = { form: 'another recipient', sell: 'USDC', buy: 'USDC' } as const
    expect(await judged(deposit)).toMatchObject({ rating: 'blocked' })
  })

  test('a message for the other chain is not read', async () => {
    const deposit = { form: 'a message', sell: 'USDC', buy: 'USDC' } as const
    expect(await judged(deposit)).toMatchObject({ rating: 'amber', codes: unread })
  })

  test.each([...honest, ...hostile])(
    '%s: a handler that the deployment does not name is blocked',
    async (form, buy) => {
      const { rating, codes } = await judged({ form, sell: 'USDC', buy }, undefined, [])
      expect({ rating, isStranger: codes.includes('V-036') }).toEqual({ rating: 'blocked', isStranger: true })
    },
  )

  test.each(honest)('%s: the handler carries it out, and the person gets the output', async (form, buy) => {
    const { rating, codes, plan } = await judged({ form, sell: 'USDC', buy })
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: unread })
    expect(Math.abs(await lossOf(plan!))).toBeLessThan(15)
  })

  test.each(hostile)('%s: all is lost, and the consent names at least that', async (form, buy) => {
    const { rating, codes, plan } = await judged({ form, sell: 'USDC', buy })
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: unread })
    const loss = await lossOf(plan!)
    expect(loss).toBeGreaterThan(450)
    expect(await confirmedLoss(plan!)).toBeGreaterThan(loss - networkFees)
  })

  const messages = [honest[0], hostile[0]].map(([form, buy]) => [form, { form, sell: 'USDC', buy }] as const)

  test.each<readonly [string, Deposit]>(isDeep ? [...deposits, ...messages] : deposits.slice(0, 1))(
    '%s: no changed argument gives a proven plan that loses money',
    async (_, deposit) => {
      const changes = changesOf(dataOf(deposit, await quoteOf(deposit)), arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 4)) {
        const { rating, plan } = await judged(deposit, (data) => withChange(data, change))
        if (rating === 'green' && plan)
          expect({ change, loss: (await lossOf(plan)) < 15 }).toEqual({ change, loss: true })
      }
    },
  )
})
