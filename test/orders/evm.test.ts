import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EvmStep } from '../../src/guard/plan'
import type { Executor } from '../../src/orders/executor'
import type { SentNonce } from '../../src/orders/requests/sentNonces'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import type { Provider } from '../../src/wallets/evm/connection/provider'
import type { BadWallet } from '../badWallet'
import { knownJson } from '../knownJson'
import { type OrderChain, spender, startOrderChain, stranger, trader } from './localChain'

/* The EVM executor on a real local chain, with a wallet that does what it likes. */

let localChain: OrderChain
let wallet: BadWallet
let executor: Executor
let snapshot: `0x${string}`
let isMining = true

beforeAll(async () => {
  localChain = await startOrderChain()
})
afterAll(() => localChain?.close())

beforeEach(async () => {
  isMining = true
  snapshot = await localChain.cheats.snapshot()
  wallet = localChain.openWallet()
  executor = localChain.executorOf(wallet)
})
afterEach(async () => {
  expect(wallet.mostOpen, 'I1: one prompt at a time').toBeLessThanOrEqual(1)
  // Pending transactions would be mined when mining starts again, perhaps after the chain was reset.
  await localChain.forgetWaiting()
  await localChain.cheats.setAutomine(true)
  await localChain.cheats.revert({ id: snapshot })
})

async function marked(step: EvmStep): Promise<EvmAnchor> {
  await executor.ensureReady(step)
  const anchor = await executor.createAnchor(step)
  if (anchor.kind !== 'evm') throw new Error('An EVM executor makes EVM anchors.')
  return anchor
}

async function sent(step: EvmStep): Promise<{ hash: string; anchor: EvmAnchor }> {
  const anchor = await marked(step)
  const hash = await executor.send(step, anchor, () => undefined)
  if (hash === undefined) throw new Error('The wallet answered without a hash.')
  await mined()
  return { anchor, hash }
}

async function stopMining() {
  isMining = false
  await localChain.cheats.setAutomine(false)
}

/** A chain that mines by itself does so a moment after it has taken a transaction. */
async function mined() {
  const count = (blockTag: 'latest' | 'pending') => localChain.reads.getTransactionCount({ address: trader, blockTag })
  while (isMining && (await count('latest')) !== (await count('pending')))
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Waits until the node counts so many transactions of the trader: it does so a moment after it has taken one. */
async function counted(blockTag: 'latest' | 'pending', count: number) {
  while ((await localChain.reads.getTransactionCount({ address: trader, blockTag })) < count)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/** The executor's failures as codes. */
async function failureOf(work: Promise<unknown>) {
  return work.then(
    () => undefined,
    (error: unknown) => executor.toFailure(error),
  )
}

describe('asking the wallet', () => {
  test('one request with one method contains everything, and no fee', async () => {
    const step = localChain.deposit(5n)
    const { hash } = await sent(step)
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    const prompts = wallet.requests.filter(({ method }) => method.includes('end'))
    expect(prompts).toEqual([
      {
        method: 'eth_sendTransaction',
        params: [
          {
            from: trader,
            to: localChain.wrapped,
            data: step.data,
            value: '0x5',
            gas: expect.stringMatching(/^0x/),
            nonce: '0x0',
            chainId: '0xb4e89',
          },
        ],
      },
    ])
  })

  test('V-007 the gas limit is our own estimate and a fifth more', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { gas } = await marked(step)
    const estimate = await localChain.reads.estimateGas({
      account: trader,
      to: localChain.token,
      data: step.data as `0x${string}`,
    })
    expect(gas).toBe((estimate * 6n) / 5n)
  })

  test('V-007 the gas limit is never below the estimate, also where that is more than half a block', async () => {
    const step = localChain.transfer(stranger, 5n)
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
      const results: Record<string, unknown> = {
        eth_chainId: '0xb4e89',
        eth_estimateGas: '0x186a0',
        eth_getBlockByNumber: { number: '0x1', gasLimit: '0x1d4c0' },
        eth_getTransactionCount: '0x0',
        eth_blockNumber: '0x1',
        eth_getCode: '0x',
      }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }))
    }
    const anchor = await localChain.executorOf(wallet, {}, { fetch }).createAnchor(step)
    expect(anchor).toMatchObject({ gas: 100_000n })
  })

  test('V-035 the code of the contract is written down before the wallet is asked, and an account has none', async () => {
    const code = await localChain.reads.getCode({ address: localChain.token })
    expect((await marked(localChain.transfer(stranger, 5n))).codeHash).toBe(keccak256(code!))
    expect(await marked({ ...localChain.deposit(5n), to: stranger, data: '0x' })).not.toHaveProperty('codeHash')
  })

  test('F-53 what would fail on chain is not brought before the wallet, and the reason is read', async () => {
    const failure = await failureOf(marked(localChain.transfer(stranger, 10n ** 30n)))
    expect(failure).toMatchObject({
      code: 'reverted',
      facts: { reason: expect.stringContaining('ERC20InsufficientBalance') },
    })
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
  })

  test('F-53 a call that would fail on chain is reported, even if a node does not return the latest block', async () => {
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
      const refusal = { code: -32_000, message: 'header not found' }
      const reverted = { code: 3, message: 'execution reverted: too little' }
      const results: Record<string, unknown> = {
        eth_chainId: '0xb4e89',
        eth_getTransactionCount: '0x0',
        eth_blockNumber: '0x1',
      }
      if (method === 'eth_estimateGas') await new Promise((resolve) => setTimeout(resolve))
      const answer =
        method === 'eth_estimateGas'
          ? { error: reverted }
          : method === 'eth_getBlockByNumber'
            ? { error: refusal }
            : { result: results[method] ?? '0x' }
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    }
    const failure = await failureOf(
      localChain.executorOf(wallet, {}, { fetch }).createAnchor(localChain.transfer(stranger, 5n)),
    )
    expect(failure).toMatchObject({ code: 'reverted', facts: { reason: expect.stringContaining('too little') } })
  })

  test.each([null, '0x', '', 7, { hash: `0x${'1'.repeat(64)}` }, `0x${'1'.repeat(63)}`, `0x${'g'.repeat(64)}`])(
    'F-44 the answer %j is no hash, and the outcome is not known',
    async (answer) => {
      wallet.arrange('eth_sendTransaction', { answer })
      expect(await failureOf(sent(localChain.deposit(5n)))).toMatchObject({ code: 'not a hash' })
      expect(wallet.asked('eth_sendTransaction')).toBe(1)
    },
  )

  test.each<[string, unknown, string]>([
    ['F-20', { code: 4001, message: 'User rejected transaction' }, 'rejected'],
    // Words are no proof: a wallet may have sent the transaction before it wrote them.
    ['F-20', { code: -32000, message: 'User rejected transaction' }, 'unknown'],
    ['F-36', { code: 'ACTION_REJECTED', message: 'nope' }, 'rejected'],
    ['F-44', { code: -32602, message: 'Invalid params' }, 'unsupported'],
    ['F-28', { code: -32603, message: 'Internal error' }, 'unknown'],
    ['F-44', 'something went wrong', 'unknown'],
    ['F-20', 'User denied transaction signature', 'unknown'],
    ['F-43', { code: -32002, message: 'Already processing eth_requestAccounts.' }, 'busy'],
  ])('%s the error %j is met once: no second method, no second call', async (_, error, code) => {
    wallet.arrange('eth_sendTransaction', { error })
    expect(await failureOf(sent(localChain.deposit(5n)))).toMatchObject({ code })
    expect(wallet.requests.filter(({ method }) => /send/i.test(method))).toHaveLength(1)
  })

  test('a repeat of a lost request takes the same nonce, so that only one of the two can land', async () => {
    const step = localChain.deposit(5n)
    const lost = await marked(step)
    const anchor = await executor.createAnchor(step, lost)
    expect(anchor).toMatchObject({ nonce: lost.nonce, isPinned: true })
    wallet.arrange('eth_sendTransaction', 'do and hang')
    void executor.send(step, lost, () => undefined)
    await until(() => wallet.sent.length === 1)
    await mined()
    expect(await failureOf(executor.send(step, anchor as EvmAnchor, () => undefined))).toMatchObject({ code: 'nonce' })
    expect(await localChain.reads.getTransactionCount({ address: trader })).toBe(lost.nonce + 1)
    // Once its nonce is used up, it pins nothing any more.
    expect((await executor.createAnchor(step, lost)) as EvmAnchor).toMatchObject({ nonce: lost.nonce + 1 })
    wallet.mostOpen = 1
  })

  test.each<[string, readonly SentNonce[], object]>([
    ['a transaction the node has not heard of is not replaced', [{ nonce: 3, block: undefined }], { nonce: 4 }],
    ['a node that lags behind our receipts counts too low', [{ nonce: 3, block: 10n ** 9n }], { nonce: 4 }],
    ['what the node knows of is counted once', [{ nonce: -1, block: undefined }], { nonce: 0 }],
    [
      'a node that has the block and counts otherwise: the wallet chooses',
      [{ nonce: 3, block: 1n }],
      { nonce: 0, isOpenNonce: true },
    ],
    ['a count no node keeps: the wallet chooses', [{ nonce: 500, block: undefined }], { nonce: 0, isOpenNonce: true }],
  ])('I2 the nonce of a request: %s', async (_, journal, expected) => {
    const step = localChain.deposit(5n)
    const anchor = await executor.createAnchor(step, undefined, journal)
    expect(anchor).toMatchObject(expected)
    wallet.arrange('eth_sendTransaction', { error: { code: 4001, message: 'no' } })
    await failureOf(executor.send(step, anchor, () => undefined))
    const [asked] = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')
    const named = 'isOpenNonce' in expected ? undefined : `0x${(anchor as EvmAnchor).nonce.toString(16)}`
    expect(asked?.params).toMatchObject([
      named === undefined ? expect.not.objectContaining({ nonce: expect.anything() }) : { nonce: named },
    ])
  })

  test('I2 a lost nonce that another order has sent since asks for nothing until one of the two is mined', async () => {
    const step = localChain.deposit(5n)
    const lost = await marked(step)
    const unmined = executor.createAnchor(step, lost, [{ nonce: lost.nonce, block: undefined }])
    expect(await failureOf(unmined)).toMatchObject({
      code: 'busy',
      facts: { is: 'nonce awaited', nonce: lost.nonce },
    })
    const mined = await executor.createAnchor(step, lost, [{ nonce: lost.nonce, block: 10n ** 9n }])
    expect(mined).toMatchObject({ nonce: lost.nonce + 1 })
    expect(mined).not.toHaveProperty('isPinned')
  })

  test('A-26 a method outside the list is not requested', async () => {
    await expect(localChain.executorOf(wallet).ensureReady(localChain.deposit(1n))).resolves.toBeUndefined()
    const { withAllowedMethods, MethodNotAllowed } = await import('../../src/wallets/evm/connection/provider')
    const provider = withAllowedMethods(wallet.provider)
    for (const method of [
      'eth_sign',
      'personal_sign',
      'eth_signTypedData_v4',
      'wallet_sendCalls',
      'wallet_watchAsset',
      'wallet_sendTransaction',
    ]) {
      await expect(provider.request({ method, params: [] })).rejects.toThrow(MethodNotAllowed)
    }
    await expect(
      provider.request({ method: 'wallet_requestPermissions', params: [{ 'endowment:webassembly': {} }] }),
    ).rejects.toThrow(MethodNotAllowed)
    expect(wallet.asked('personal_sign')).toBe(0)
  })
})

describe('account and chain', () => {
  test('F-11 F-37 a locked wallet is distinguished from another account', async () => {
    const step = localChain.deposit(5n)
    wallet.lock()
    expect(await failureOf(executor.ensureReady(step))).toMatchObject({ code: 'locked' })
    wallet.lock(false)
    wallet.select(1)
    expect(await failureOf(executor.ensureReady(step))).toMatchObject({ code: 'wrong account' })
    expect(await failureOf(executor.createAnchor(step))).toMatchObject({ code: 'wrong account' })
  })

  test('F-22 A-27 an account switched right before the prompt is noticed without a prompt', async () => {
    const step = localChain.deposit(5n)
    const anchor = await marked(step)
    wallet.select(1)
    expect(await failureOf(executor.send(step, anchor, () => undefined))).toMatchObject({ code: 'wrong account' })
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
  })

  test('a wallet with two accounts sends from the one of the step, and from no other', async () => {
    await sent(localChain.deposit(5n))
    wallet.select(1)
    expect(await failureOf(executor.ensureReady({ ...localChain.deposit(5n), from: stranger }))).toBeUndefined()
    expect(await failureOf(executor.ensureReady(localChain.deposit(5n)))).toMatchObject({ code: 'wrong account' })
  })

  test('F-10 a declined switch is a rejection', async () => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', 'reject')
    expect(await failureOf(executor.ensureReady(localChain.deposit(5n), () => undefined))).toMatchObject({
      code: 'rejected',
    })
    expect(wallet.requests.filter(({ method }) => method.startsWith('wallet_'))).toHaveLength(1)
  })

  test('without a word from the person no switch is asked for', async () => {
    wallet.goTo(5)
    expect(await failureOf(executor.ensureReady(localChain.deposit(5n)))).toMatchObject({ code: 'wrong chain' })
    expect(wallet.asked('wallet_switchEthereumChain')).toBe(0)
  })

  test.each([
    ['answers and stays where it was', { answer: null }],
    ['never answers', 'hang'],
  ] as const)('F-12 F-19 a wallet that %s is not believed, and not waited for', async (_, response) => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', response)
    expect(await failureOf(executor.ensureReady(localChain.deposit(5n), () => undefined))).toMatchObject({
      code: 'wrong chain',
    })
  })

  test('F-14 a wallet whose own node is overrun cannot switch, and the network is named', async () => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', { error: { code: -32603, message: 'HTTP 429 Too Many Requests' } })
    const failure = await failureOf(executor.ensureReady(localChain.deposit(5n), () => undefined))
    expect(failure).toMatchObject({ code: 'wrong chain', facts: { is: 'switch failed', chain: 'Harbor' } })
  })

  test('a wallet that switches without an event counts as switched', async () => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', 'do and hang')
    let switches = 0
    await executor.ensureReady(localChain.deposit(5n), () => switches++)
    expect(switches).toBe(1)
  })

  test.each([
    ['plainly', { code: 4902, message: 'Unrecognized chain ID.' }],
    [
      'wrapped',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4902, message: 'x' } } },
    ],
  ])('A-25 F-13 an unknown chain, reported %s, is added with our own parameters', async (_, error) => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', { error })
    await executor.ensureReady(localChain.deposit(5n), () => undefined)
    const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: '0xb4e89',
        chainName: 'Harbor',
        nativeCurrency: localChain.chain.nativeCurrency,
        rpcUrls: [`${localChain.engine.url}/`],
      },
    ])
    expect(wallet.asked('wallet_switchEthereumChain')).toBe(2)
  })

  test('F-13 a wallet that cannot add chains gets the person the facts to do it by hand', async () => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', { error: { code: 4902, message: 'Unrecognized chain ID.' } })
    wallet.arrange('wallet_addEthereumChain', { error: { code: -32601, message: 'Method not found' } })
    const failure = await failureOf(executor.ensureReady(localChain.deposit(5n), () => undefined))
    expect(failure).toMatchObject({ code: 'wrong chain', facts: { is: 'add chain manually', chainId: 741_001 } })
  })

  test('F-13 declining to add the chain is a rejection, not a fault', async () => {
    wallet.goTo(5)
    wallet.arrange('wallet_switchEthereumChain', { error: { code: 4902, message: 'Unrecognized chain ID.' } })
    wallet.arrange('wallet_addEthereumChain', 'reject')
    expect(await failureOf(executor.ensureReady(localChain.deposit(5n), () => undefined))).toMatchObject({
      code: 'rejected',
    })
  })

  test('F-18 F-38 a chain switched back before the prompt is noticed, and nothing is sent on the wrong one', async () => {
    const step = localChain.deposit(5n)
    await executor.ensureReady(step)
    wallet.goTo(5)
    expect(await failureOf(executor.createAnchor(step))).toMatchObject({ code: 'wrong chain' })
    wallet.goTo(741_001)
    const anchor = await marked(step)
    wallet.goTo(5)
    // The wallet's own words (-32603, "chainId should be same …") are no proof that it sent nothing.
    expect(await failureOf(executor.send(step, anchor, () => undefined))).toMatchObject({ code: 'unknown' })
    expect(wallet.sent).toEqual([])
  })
})

describe('following a transaction', () => {
  test('F-63 it is pending, then confirmed as often as the chain wants', async () => {
    executor = localChain.executorOf(wallet, { confirmations: 3 })
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'pending', hash, confirmations: 0 })
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'pending', hash, confirmations: 1 })
    await localChain.cheats.mine({ blocks: 2 })
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'done', receipt: { hash } })
  })

  test('the receipt has the exact outflow, inflow and cost', async () => {
    const step = localChain.transfer(stranger, 123_456n)
    const coins = await localChain.reads.getBalance({ address: trader })
    const { hash, anchor } = await sent(step)
    const seen = await executor.getStatus(step, anchor, hash, [trader, stranger])
    if (seen.is !== 'done') throw new Error(`It is ${seen.is}.`)
    const { fee, changes } = seen.receipt
    expect(coins - (await localChain.reads.getBalance({ address: trader }))).toBe(fee)
    expect(changes).toEqual([
      {
        account: trader,
        chainId: 741_001,
        token: expect.stringMatching(new RegExp(localChain.token, 'i')),
        delta: -123_456n,
      },
      {
        account: stranger,
        chainId: 741_001,
        token: expect.stringMatching(new RegExp(localChain.token, 'i')),
        delta: 123_456n,
      },
    ])
  })

  test.each([
    ['from the balances', false],
    ['from the logs, when the node has forgotten the balances', true],
  ])('the native inflow and outflow exclude the fee, %s', async (_, isForgetful) => {
    if (isForgetful) executor = localChain.executorOf(wallet, {}, { fetch: forgetful })
    const wrap = await sent(localChain.deposit(10n ** 18n))
    const wrapped = await executor.getStatus(localChain.deposit(10n ** 18n), wrap.anchor, wrap.hash, [trader])
    expect(wrapped).toMatchObject({
      receipt: { changes: [{ delta: 10n ** 18n }, { token: 'native', delta: -(10n ** 18n) }] },
    })
    const unwrap = await sent(localChain.withdrawal(10n ** 17n))
    const unwrapped = await executor.getStatus(localChain.withdrawal(10n ** 17n), unwrap.anchor, unwrap.hash, [trader])
    expect(unwrapped).toMatchObject({
      receipt: { changes: [{ delta: -(10n ** 17n) }, { token: 'native', delta: 10n ** 17n }] },
    })
  })

  test("F-93 a revert is a failure regardless of the receipt's logs, and its reason is read", async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 600_000_000n)
    const second = { ...step, data: localChain.call('transfer', [stranger, 600_000_001n]) }
    const early = await marked(second)
    const first = await sent(step)
    const anchor = { ...early, nonce: first.anchor.nonce + 1 }
    const hash = await executor.send(second, anchor, () => undefined)
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, first.anchor, first.hash)).toMatchObject({ is: 'done' })
    await localChain.cheats.mine({ blocks: 1 })
    const cost = { fee: expect.any(BigInt), minedAt: expect.any(Number) }
    expect(await executor.getStatus(second, anchor, hash)).toMatchObject({ is: 'reverted', hash, cost })
  })

  test('F-23 F-55 a sped-up transaction is found under its new hash', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const faster = await wallet.broadcastAgain({ to: step.to, data: step.data }, anchor.nonce)
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'done', receipt: { hash: faster } })
  })

  test('F-24 F-56 a cancelled transaction is reported as cancelled', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const by = await wallet.broadcastAgain({ to: trader, value: '0x0' }, anchor.nonce)
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'replaced', hash, by, how: 'cancelled' })
  })

  test('a pending transaction is cancelled from the app, for at most the shown cost', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const pending = { step, anchor, hash }
    const cancellation = await executor.quoteCancellation?.(pending)
    if (!cancellation) throw new Error('A pending transaction can be cancelled.')
    expect(cancellation).toMatchObject({ nonce: anchor.nonce, from: trader, gas: 21_000n })
    const held = await localChain.reads.getBalance({ address: trader })
    await executor.cancel?.(pending, cancellation)
    expect(wallet.requests.at(-1)?.params).toMatchObject([{ from: trader, to: trader, value: '0x0', data: '0x' }])
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'replaced', hash, how: 'cancelled' })
    const paid = held - (await localChain.reads.getBalance({ address: trader }))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(cancellation.cost)
    expect(await executor.quoteCancellation?.(pending), 'it is too late for another').toBeUndefined()
  })

  test('a transaction that waits for a missing nonce is offered that nonce, and goes on once it is used', async () => {
    const step = localChain.transfer(stranger, 5n)
    const [mined, anchor] = await Promise.all([
      localChain.reads.getTransactionCount({ address: trader }),
      executor.createAnchor(step),
    ])
    if (anchor.kind !== 'evm') throw new Error('The anchor is of an EVM chain.')
    const hash = await wallet.broadcastAgain({ to: step.to, data: step.data, value: '0x0' }, mined + 1)
    const pending = { step, anchor: { ...anchor, nonce: mined + 1 }, hash }
    const offered = await executor.quoteCancellation?.(pending)
    if (!offered) throw new Error('A missing nonce can be used.')
    expect(offered).toMatchObject({ nonce: mined, waiting: mined + 1 })
    await executor.cancel?.(pending, offered)
    await expect.poll(async () => (await executor.getStatus(step, pending.anchor, hash)).is).toBe('done')
    expect(await executor.quoteCancellation?.(pending)).toBeUndefined()
  })

  test('a transaction in a block, or one that no node has, is not offered for cancellation', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    expect(await executor.quoteCancellation?.({ step, anchor, hash })).toBeUndefined()
    expect(await executor.quoteCancellation?.({ step, anchor, hash: `0x${'5'.repeat(64)}` })).toBeUndefined()
  })

  test('F-39 a replaced transaction is reported with both hashes, also many blocks later', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const by = await wallet.broadcastAgain({ to: stranger, value: '0x1' }, anchor.nonce)
    await localChain.cheats.mine({ blocks: 40 })
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'replaced', hash, by, how: 'replaced' })
  })

  test('F-39 a hash that was replaced before the wallet gave it is followed to what took its place', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    wallet.arrange('eth_sendTransaction', { replaceBy: (asked) => ({ ...asked, gas: '0x30d40' }), answer: 'first' })
    const { hash, anchor } = await sent(step)
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({
      is: 'done',
      receipt: { hash: wallet.sent[1] },
    })
  })

  test('F-25 F-40 a dropped transaction is not seen, and the nonce has not moved', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    await localChain.cheats.dropTransaction({ hash: hash as `0x${string}` })
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'not seen' })
    expect(await executor.getStatus(step, anchor, undefined)).toEqual({ is: 'not seen' })
  })

  test('F-41 F-58 a transaction the chain takes back is not done any more', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'done' })
    await localChain.cheats.request({ method: 'anvil_reorg', params: [1, []] } as never)
    expect((await executor.getStatus(step, anchor, hash)).is).not.toBe('done')
  })

  test('F-54 the wallet may go to another chain in the meantime', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    wallet.goTo(5)
    wallet.lock()
    await localChain.cheats.mine({ blocks: 1 })
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'done' })
  })
})

describe('the sent transaction differs from the checked one', () => {
  test('F-31 A-23 an approval lowered in the wallet stops the order', async () => {
    const step = localChain.approval(100n)
    wallet.arrange('eth_sendTransaction', {
      edit: (asked) => ({ ...asked, data: localChain.call('approve', [spender, 50n]) }),
    })
    const { hash, anchor } = await sent(step)
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'replaced', hash, by: hash, how: 'lowered' })
    expect(await executor.getStatus(step, anchor, undefined)).toMatchObject({
      is: 'replaced',
      by: hash,
      how: 'lowered',
    })
    expect(await executor.remainingSteps?.([step])).toEqual([step])
  })

  test('an approval raised in the wallet is enough, and goes on', async () => {
    const step = localChain.approval(100n)
    wallet.arrange('eth_sendTransaction', {
      edit: (asked) => ({ ...asked, data: localChain.call('approve', [spender, 500n]) }),
    })
    const { hash, anchor } = await sent(step)
    expect(await executor.getStatus(step, anchor, hash)).toMatchObject({ is: 'done' })
    expect(await executor.remainingSteps?.([step])).toEqual([])
  })

  test.each([
    ['target', { to: stranger }],
    ['value', { value: '0x1' }],
    ['data', { data: harborless('transfer') }],
  ])('A-23 another %s is reported immediately, before it is mined', async (_, change) => {
    await stopMining()
    const step = localChain.deposit(5n)
    wallet.arrange('eth_sendTransaction', { edit: (asked) => ({ ...asked, ...change }) })
    const { hash, anchor } = await sent(step)
    expect(await executor.getStatus(step, anchor, hash)).toEqual({ is: 'replaced', hash, by: hash, how: 'altered' })
  })
})

describe('finding a transaction whose hash was lost', () => {
  test('F-28 F-32 it is found by what its account sent since, mined or waiting', async () => {
    await stopMining()
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    wallet.arrange('eth_sendTransaction', { error: { code: -32603, message: 'Internal error' }, after: 'doing' })
    expect(await failureOf(executor.send(step, anchor, () => undefined))).toMatchObject({ code: 'unknown' })
    await counted('pending', anchor.nonce + 1)
    const [hash] = wallet.sent
    expect(await executor.getStatus(step, anchor, undefined)).toEqual({ is: 'pending', hash, confirmations: 0 })
    await localChain.cheats.mine({ blocks: 30 })
    await counted('latest', anchor.nonce + 1)
    expect(await executor.getStatus(step, anchor, undefined)).toMatchObject({ is: 'done', receipt: { hash } })
  })

  test('F-28 it is found among others, also by a node that has forgotten old states', async () => {
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: trader, to: stranger, value: '0x9' }],
    })
    await mined()
    await localChain.cheats.mine({ blocks: 5 })
    wallet.arrange('eth_sendTransaction', { error: 'lost', after: 'doing' })
    await failureOf(executor.send(step, { ...anchor, nonce: anchor.nonce + 1 }, () => undefined))
    await mined()
    const hash = wallet.sent[1]
    expect(await executor.getStatus(step, anchor, undefined)).toMatchObject({ is: 'done', receipt: { hash } })
    const other = localChain.executorOf(wallet, {}, { fetch: forgetful })
    expect(await other.getStatus(step, anchor, undefined)).toMatchObject({ is: 'done', receipt: { hash } })
  })

  test('F-44 nothing sent is nothing seen', async () => {
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    await localChain.cheats.mine({ blocks: 5 })
    expect(await executor.getStatus(step, anchor, undefined)).toEqual({ is: 'not seen' })
  })

  test('an account with other transactions since leaves the result undecided', async () => {
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: trader, to: stranger, value: '0x9' }],
    })
    await mined()
    expect(await executor.getStatus(step, anchor, undefined)).toEqual({ is: 'undecided' })
  })

  test('a hash of someone else’s transaction is not this step', async () => {
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    wallet.select(1)
    const hash = await wallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: stranger, to: trader, value: '0x9' }],
    })
    expect(await executor.getStatus(step, anchor, String(hash))).toEqual({ is: 'undecided' })
  })

  test('the hash of an older transaction with the same call, or of another call of the account, is not this step', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash: older } = await sent(step)
    const anchor = await marked(step)
    const { hash: otherCall } = await sent(localChain.deposit(7n))
    const { hash: same } = await sent(step)
    const { isOfStep } = executor
    expect(await isOfStep?.(step, anchor, older)).toBe(false)
    expect(await isOfStep?.(step, { ...anchor, nonce: anchor.nonce + 1 }, otherCall)).toBe(false)
    expect(await isOfStep?.(step, anchor, same)).toBe(true)
  })

  test('a wallet that answers with someone else’s hash does not hide what it sent', async () => {
    const step = localChain.transfer(stranger, 5n)
    const anchor = await marked(step)
    wallet.select(1)
    const request = { method: 'eth_sendTransaction', params: [{ from: stranger, to: trader, value: '0x9' }] }
    const foreign = String(await wallet.provider.request(request))
    wallet.select(0)
    await executor.send(step, anchor, () => undefined)
    await mined()
    expect(await executor.getStatus(step, anchor, foreign)).toMatchObject({
      is: 'done',
      receipt: { hash: wallet.sent.at(-1) },
    })
  })
})

describe('nodes that are not to be trusted', () => {
  test('F-61 a node of another chain is not believed', async () => {
    const other = localChain.executorOf(wallet, { chainId: 741_002 })
    const step = { ...localChain.transfer(stranger, 5n), chainId: 741_002 }
    await expect(
      other.getStatus(step, { kind: 'evm', account: trader, nonce: 0, block: 0n }, `0x${'1'.repeat(64)}`),
    ).rejects.toThrow('No node')
  })

  test('F-61 a receipt of another transaction is not believed', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const lying = localChain.executorOf(wallet, {}, { fetch: liar })
    expect(await lying.getStatus(step, anchor, hash)).toEqual({ is: 'undecided' })
  })

  test('F-27 F-59 when no node of ours answers, the wallet’s own is asked', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const deaf = localChain.executorOf(wallet, { rpcUrls: [] }, { wallet: () => wallet.provider })
    expect(await deaf.getStatus(step, anchor, hash)).toMatchObject({ is: 'done' })
    wallet.goTo(5)
    const error: unknown = await deaf.getStatus(step, anchor, hash).catch((reason: unknown) => reason)
    expect(String(error)).toContain('Switch your wallet to Harbor')
    expect(deaf.toFailure(error).code).toBe('wrong chain')
  })

  test('a wallet that is on the right chain but does not answer gets no switch request', async () => {
    const step = localChain.transfer(stranger, 5n)
    const { hash, anchor } = await sent(step)
    const broken: Provider = {
      request: async ({ method }) => (method === 'eth_chainId' ? '0xb4e89' : Promise.reject({ code: -32005 })),
    }
    for (const source of [broken, undefined]) {
      const deaf = localChain.executorOf(wallet, { rpcUrls: [] }, { wallet: () => source })
      const error: unknown = await deaf.getStatus(step, anchor, hash).catch((reason: unknown) => reason)
      expect(String(error)).toContain('No node of Harbor answers')
      expect(deaf.toFailure(error).code).toBe('unreachable')
    }
  })
})

test('an allowance that covers the step is not asked for again, and then needs no reset either', async () => {
  const approve = localChain.approval(100n)
  const reset: EvmStep = {
    ...approve,
    data: localChain.call('approve', [spender, 0n]),
    purpose: { does: 'reset', token: localChain.token, spender },
  }
  const swap = localChain.transfer(stranger, 1n)
  expect(await executor.remainingSteps?.([reset, approve, swap])).toEqual([approve, swap])
  await sent({ ...approve, data: localChain.call('approve', [spender, 40n]) })
  expect(await executor.remainingSteps?.([reset, approve, swap])).toEqual([reset, approve, swap])
  await sent(approve)
  expect(await executor.remainingSteps?.([reset, approve, swap])).toEqual([swap])
})

/** Calldata of a token call, for a test table that is made before the chain. */
function harborless(name: 'transfer'): string {
  return `${{ transfer: '0xa9059cbb' }[name]}${stranger.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
}

/** A node that keeps no old states. */
const forgetful: typeof fetch = async (input, init) => {
  const asked: unknown = JSON.parse(String(init?.body))
  const calls = (Array.isArray(asked) ? asked : [asked]) as { id: number; method: string; params: unknown[] }[]
  const isOld = ({ method, params }: (typeof calls)[number]) =>
    ['eth_getBalance', 'eth_getTransactionCount'].includes(method) && String(params[1]).startsWith('0x')
  if (!calls.some(isOld)) return fetch(input, init)
  const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'missing trie node' } }))
  return new Response(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
}

/** A node that returns another transaction than the requested one. */
const liar: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!String(init?.body).includes('eth_getTransactionReceipt')) return response
  const answer = knownJson(await response.text())
  return new Response(
    JSON.stringify({ ...answer, result: { ...answer.result, transactionHash: `0x${'9'.repeat(64)}` } }),
  )
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}
