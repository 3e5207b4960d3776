import { join } from 'node:path'
import { encodeAbiParameters, encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EvmStep } from '../../src/guard/plan'
import { NotThisStep } from '../../src/orders/actions/actionHandlers'
import { availableActions } from '../../src/orders/actions/orderActions'
import { unsettledRequests } from '../../src/orders/requests/unsettledRequests'
import { orderStatus } from '../../src/signing/progress/orderStatus'
import { compile } from '../guard/contracts/compile'
import { HeldWallet } from '../heldWallet'
import { type ChainTab, createChainBrowser, freshPlan, states } from './chainBrowser'
import { type OrderChain, spender, startOrderChain, stranger, traderKey } from './localChain'

/* Accounts that are contracts: the wallet answers with a hash of its own, and someone else sends the transaction later. */

const abi = parseAbi([
  'function execTransaction(address,uint256,bytes,bytes32)',
  'function handleOp(address,address,uint256,bytes,bytes32)',
  'function pretend(address,bytes32,bool)',
  'function pretendAsToken(address,bytes32)',
  'function denyBeside(address,address,address,bytes,bytes32)',
])
const contracts = join(import.meta.dirname, 'contracts', 'SmartAccounts.sol')
const safeTxHash = keccak256(toHex('safeTxHash'))

let chain: OrderChain
let tabs: ChainTab[]
let snapshot: Hex
/** One that no one knows, and one of those every bundler uses. */
let entryPoint: Hex
const knownEntryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

beforeAll(async () => {
  chain = await startOrderChain()
  entryPoint = await chain.create(compile('EntryPointLike', contracts))
  const bytecode = await chain.reads.getCode({ address: entryPoint })
  await chain.cheats.setCode({ address: knownEntryPoint, bytecode: bytecode ?? '0x' })
})
afterAll(() => chain?.close())
beforeEach(async () => {
  snapshot = await chain.cheats.snapshot()
  tabs = []
})
afterEach(async () => {
  for (const tab of tabs) tab.close()
  await chain.cheats.revert({ id: snapshot })
})

type Kind = 'SafeLike' | 'IndexedSafeLike' | 'NumberedSafe' | 'OperatedAccount'

/** A wallet of an account that is a contract: it accepts a request and answers with a hash that no node has. */
class ContractWallet extends HeldWallet {
  readonly #account: Hex
  constructor(account: Hex) {
    super({ url: chain.engine.url, chainId: 741_001, key: traderKey, honoursNonce: false })
    this.#account = account
  }
  override get address(): Hex {
    return this.#account
  }
}

async function opened(kind: Kind, stepOf: (account: Hex) => EvmStep, answer: Hex | 'none' = safeTxHash) {
  const account = await chain.create(compile(kind, contracts))
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 0n]))
  await chain.cheats.setStorageAt({ address: chain.token, index: slot, value: numberToHex(10n ** 9n, { size: 32 }) })
  const wallet = new ContractWallet(account)
  const browser = createChainBrowser({ chain, wallet, speedUp: 300 })
  const tab = browser.openTab()
  tabs.push(tab)
  await tab.orders.load()
  const step = { ...stepOf(account), from: account }
  const id = await tab.orders.open(freshPlan([step], account))
  void tab.orders.act(id, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
  if (answer !== 'none') wallet.prompts[0]!.answer(answer)
  return { tab, id, account, wallet, step, browser }
}

const waiting = { timeout: 20_000, interval: 10 }
const transfer = () => chain.transfer(stranger, 100n)

/** Someone who is not the account makes it act. */
function relay(
  kind: Kind,
  account: Hex,
  { to, data, value }: EvmStep,
  hash = safeTxHash,
  through: Hex = entryPoint,
): Promise<Hex> {
  const call = [to as Hex, value, data as Hex] as const
  return kind === 'OperatedAccount'
    ? chain.send(through, encodeFunctionData({ abi, functionName: 'handleOp', args: [account, ...call, hash] }))
    : chain.send(account, encodeFunctionData({ abi, functionName: 'execTransaction', args: [...call, hash] }))
}

const kinds = ['SafeLike', 'IndexedSafeLike', 'OperatedAccount'] as const

describe.each(kinds)("H-1 a hash that is not a transaction's, of %s", (kind) => {
  test('the order shows that the account will send it, for any length of time, and requests nothing again', async () => {
    const { tab, id, wallet, browser } = await opened(kind, transfer)
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    // After that long an unseen hash of a key would count as lost.
    await browser.pass(25 * 60_000)
    expect(orderStatus(tab.order(id), false)).toMatchObject({ is: 'queued', tone: 'busy' })
    expect(tab.order(id).blocked).toBeUndefined()
    expect(availableActions(tab.order(id), false)).toEqual(['look', 'paste hash', 'dismiss'])
    expect(wallet.prompts).toHaveLength(1)
    expect(wallet.prompts[0]?.asked).not.toHaveProperty('nonce')
  })

  test('it is followed to the transaction someone else sent, with what that moved', async () => {
    const { tab, id, account, step } = await opened(kind, transfer)
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    const hash = await relay(kind, account, step)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({
      hash,
      receipt: { changes: [{ account, token: chain.token, delta: -100n }], fee: 0n },
    })
  })

  test('an approval, which moves nothing, is done too', async () => {
    const { tab, id, account, step } = await opened(kind, () => chain.approval(100n))
    await relay(kind, account, step)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
  })

  test('a call that fails inside is a failed step, though its transaction went through', async () => {
    const { tab, id, account, step } = await opened(kind, transfer)
    const failing = { ...step, data: chain.call('transfer', [stranger, 10n ** 30n]) }
    await relay(kind, account, failing, safeTxHash, knownEntryPoint)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('reverted'), waiting)
  })

  test('the true hash of a transaction that another account sent is followed as it is', async () => {
    const { tab, id, account, step, wallet } = await opened(kind, transfer, 'none')
    const hash = await relay(kind, account, step)
    wallet.prompts[0]!.answer(hash)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash })
  })

  test('its answer lost and the page reloaded, it is found by what the account did', async () => {
    const { tab, id, account, step, browser } = await opened(kind, transfer, 'none')
    tab.close()
    const hash = await relay(kind, account, step)
    const later = browser.openTab()
    tabs.push(later)
    await later.orders.load()
    await vi.waitFor(() => expect(states(later.order(id))).toBe('done'), waiting)
    expect(later.order(id).tasks[0]?.progress).toMatchObject({ hash })
  })
})

type Claim = (account: Hex) => Hex
const claims: readonly (readonly [string, Claim])[] = [
  ['it went through', (account) => claim('pretend', [account, safeTxHash, true])],
  ['it failed', (account) => claim('pretend', [account, safeTxHash, false])],
  ['it went through, with a token nobody asked for', (account) => claim('pretendAsToken', [account, safeTxHash])],
]

function claim(functionName: 'pretend' | 'pretendAsToken', args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi, functionName, args } as never)
}

describe.each(claims)('H-1 a stranger emits an event which claims that an operation %s', (_, claimOf) => {
  test.each(kinds)('it is not believed, and what %s really does later is found', async (kind) => {
    const { tab, id, account, step, browser } = await opened(kind, transfer)
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    await chain.send(entryPoint, claimOf(account))
    await browser.pass(5 * 60_000)
    expect(orderStatus(tab.order(id), false).is).toBe('queued')
    const hash = await relay(kind, account, step)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash })
  })

  test('a key is not concerned', async () => {
    const wallet = chain.openWallet()
    const executor = chain.executorOf(wallet)
    const step = chain.transfer(stranger, 100n)
    const anchor = await executor.createAnchor(step)
    await chain.send(entryPoint, claimOf(step.from as Hex))
    expect(await executor.getStatus(step, anchor, safeTxHash)).toEqual({ is: 'not seen' })
  })
})

test('H-1 a failure that a stranger claims in the transaction of a true operation changes nothing', async () => {
  const { tab, id, account, step, wallet } = await opened('OperatedAccount', transfer, 'none')
  const args = [knownEntryPoint, account, step.to as Hex, step.data as Hex, safeTxHash] as const
  const hash = await chain.send(entryPoint, encodeFunctionData({ abi, functionName: 'denyBeside', args }))
  wallet.prompts[0]!.answer(hash)
  await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
})

test('H-1 a transaction that has nothing to do with the account is not taken when its hash is pasted', async () => {
  const { tab, id } = await opened('SafeLike', transfer)
  await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
  const hash = await chain.send(chain.token, chain.call('transfer', [spender, 1n]))
  await expect(tab.orders.act(id, { type: 'paste hash', hash })).rejects.toThrow(NotThisStep)
  expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'sent', hash: safeTxHash })
})

test('H-1 the hash of the transaction that carried the step out is taken when it is pasted', async () => {
  const { tab, id, account, step } = await opened('SafeLike', transfer)
  await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
  // The account's event has another hash than its wallet returned.
  const hash = await relay('SafeLike', account, step, keccak256(toHex('another')))
  await tab.orders.act(id, { type: 'paste hash', hash })
  await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
  expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash })
})

test('H-1 another operation of the same account is not mistaken for this one', async () => {
  const { tab, id, account, step, browser } = await opened('SafeLike', transfer)
  await relay('SafeLike', account, { ...step, to: spender, data: '0x' }, keccak256(toHex('another')))
  await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
  await browser.pass(5 * 60_000)
  expect(orderStatus(tab.order(id), false).is).toBe('queued')
})

describe('H-1 a transaction in the queue of a Safe, known by its safeTxHash', () => {
  const safeAbi = parseAbi([
    'function hashOf(address,uint256,bytes,uint256) view returns (bytes32)',
    'function execTransaction(address,uint256,bytes)',
  ])
  const callOf = ({ to, value, data }: EvmStep) => [to as Hex, value, data as Hex] as const

  /** The wallet answers with the hash under this number. */
  async function queued(number: bigint) {
    const story = await opened('NumberedSafe', transfer, 'none')
    const { account, step, wallet, tab, id } = story
    const args = [...callOf(step), number] as const
    wallet.prompts[0]!.answer(
      await chain.reads.readContract({ address: account, abi: safeAbi, functionName: 'hashOf', args }),
    )
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    return story
  }

  function execute(account: Hex, step: EvmStep) {
    return chain.send(
      account,
      encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args: callOf(step) }),
    )
  }

  test('a queued transaction ends once the owners executed another one with its nonce, and can be requested again', async () => {
    const { tab, id, account, step, wallet } = await queued(0n)
    await execute(account, { ...step, to: account, data: '0x' })
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('passed over'), waiting)
    expect(orderStatus(tab.order(id), false).tone).toBe('bad')
    expect(availableActions(tab.order(id), false)).toContain('retry')
    await tab.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
    // The account now executes the second request, never the first.
    expect(unsettledRequests(tab.order(id))).toEqual([])
  })

  test('waits on while others before it are executed, and is done when its turn comes', async () => {
    const { tab, id, account, step, browser } = await queued(1n)
    await execute(account, { ...step, to: account, data: '0x' })
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    await browser.pass(5 * 60_000)
    expect(orderStatus(tab.order(id), false).is).toBe('queued')
    const hash = await execute(account, step)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash })
  })

  test('a queued transaction is done when it was executed, regardless of later ones', async () => {
    const { tab, id, account, step } = await queued(0n)
    const hash = await execute(account, step)
    await execute(account, { ...step, to: account, data: '0x' })
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash })
  })

  test('a queued transaction is still awaited if its nonce cannot be derived from its hash', async () => {
    const { tab, id, account, step, browser } = await opened('NumberedSafe', transfer)
    await execute(account, { ...step, to: account, data: '0x' })
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('queued'), waiting)
    await browser.pass(5 * 60_000)
    expect(orderStatus(tab.order(id), false).is).toBe('queued')
  })
})
