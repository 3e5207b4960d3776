import { getAddress, type Hex } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Batch } from '../../src/orders/batch'
import { createWallets } from '../../src/wallets/createWallets'
import { batchCalls } from '../../src/wallets/evm/batch'
import { getBatchStatus } from '../../src/wallets/evm/batchStatus'
import { createSafeProvider } from '../../src/wallets/safe/safeProvider'
import type { Wallets } from '../../src/wallets/wallets'
import { hashNo, stepOf } from '../orders/plans'
import { SafeWallet } from '../safe/safeWallet'
import { chainWith, deployment } from '../services'
import { openPage, type Page } from './page'

const safeOrigin = 'https://safe.example'
const account = getAddress(`0x${'5a'.repeat(20)}`)
const assertedHash: Hex = `0x${'cd'.repeat(32)}`

/** A page in the frame of a Safe wallet, both with their own windows. */
function frame({ origin = safeOrigin, from = 'parent' }: { origin?: string; from?: 'parent' | 'stranger' } = {}) {
  const wallet = new SafeWallet({ address: account, chainId: 741_001, execute: async () => assertedHash })
  const page = openPage()
  const targets: string[] = []
  const parent = {
    postMessage: async (message: Parameters<SafeWallet['answer']>[0], target: string) => {
      targets.push(target)
      const data = await wallet.answer(message)
      const source = from === 'parent' ? parent : {}
      page.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))
    },
  }
  Object.assign(page, { parent })
  return { page, wallet, targets }
}

function open(page: Page, more: object = { safeOrigin }): Wallets {
  return createWallets({ ...deployment, ...more }, page)
}

test('in the frame of a Safe its account is connected without a question', async () => {
  const { page, wallet, targets } = frame()
  const wallets = open(page)
  await wallets.restore()
  expect(wallets.store.getState().accounts).toMatchObject([
    { kind: 'evm', address: account, walletName: 'Safe', chainId: 741_001 },
  ])
  // Nothing is posted to any other origin, and nothing was asked of the owners.
  expect(new Set(targets)).toEqual(new Set([safeOrigin]))
  expect(new Set(wallet.requests.map(({ method }) => method))).toEqual(new Set(['getSafeInfo']))
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { from: 'stranger' } as const],
])('an answer from %s is not heard', async (_, change) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { page, wallet } = frame(change)
  const wallets = open(page)
  const restored = wallets.restore()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(wallet.asked('getSafeInfo')).toBeGreaterThan(0)
  expect(wallets.store.getState().accounts).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  await restored
  expect(wallets.store.getState()).toMatchObject({ at: 'ready', accounts: [] })
})

test('without the setting a page in a frame posts no message', async () => {
  const { page, targets } = frame()
  const wallets = open(page, {})
  await wallets.restore()
  await wallets.discover()
  expect(targets).toEqual([])
  expect(wallets.store.getState().options.map(({ name }) => name)).not.toContain('Safe')
})

test('outside a frame no Safe is offered', async () => {
  const page = openPage()
  const wallets = open(Object.assign(page, { parent: page }))
  await wallets.restore()
  await wallets.discover()
  expect(wallets.store.getState().options.map(({ name }) => name)).not.toContain('Safe')
})

test('it takes all steps as one transaction, on its own network only', async () => {
  const { page } = frame()
  const wallets = open(page)
  await wallets.restore()
  expect(await wallets.batchSupport(account, 741_001)).toBe('supported')
  expect(await wallets.batchSupport(account, 741_002)).toBeUndefined()
})

test('for a step on another network, the error states that a Safe cannot switch networks', async () => {
  const { page, wallet } = frame()
  const wallets = open(page)
  await wallets.restore()
  const executor = await wallets.executor('evm')
  const step = {
    kind: 'evm',
    index: 0,
    chainId: 741_002,
    from: account,
    to: account,
    data: '0x',
    value: 0n,
    purpose: { does: 'swap' },
    said: undefined,
  } as const
  const failure = await executor.ensureReady(step, () => {}).catch((error: unknown) => executor.toFailure(error))
  expect(failure).toMatchObject({ code: 'wrong chain', detail: expect.stringContaining('stays there') })
  expect(wallet.asked('sendTransactions')).toBe(0)
})

test('a nonce, which a Safe would drop, is not passed on: the request and its repeat could both happen', async () => {
  const { page, wallet } = frame()
  const wallets = open(page)
  await wallets.restore()
  const executor = await wallets.executor('evm')
  const purpose = { does: 'swap' } as const
  const call = { chainId: 741_001, from: account, to: account, data: '0x', value: 0n } as const
  const step = { kind: 'evm', index: 0, ...call, purpose, said: undefined } as const
  const anchor = { kind: 'evm', account, nonce: 0, block: 1n } as const
  const failure = await executor.send(step, anchor, () => {}).catch((error: unknown) => executor.toFailure(error))
  expect(failure).toMatchObject({ code: 'unsupported', detail: expect.stringContaining('was not asked') })
  expect(wallet.asked('sendTransactions')).toBe(0)

  await executor.send(step, { ...anchor, isOpenNonce: true, isContract: true }, () => {})
  expect(wallet.asked('sendTransactions')).toBe(1)
})

describe('a batch in the queue of a Safe', () => {
  const [safeTxHash, mined] = [`0x${'5f'.repeat(32)}`, hashNo(1)]
  const step = stepOf({ from: account })
  const batch: Batch = {
    kind: 'evm batch',
    chainId: 741_001,
    from: account,
    steps: [step],
    assertion: { changes: [], allowances: [] },
  }
  const succeeded = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'
  const event = {
    address: account,
    topics: [succeeded, safeTxHash],
    data: `0x${'0'.repeat(64)}`,
    transactionHash: mined,
  }

  /** The status of the batch by the queue of the Safe and by a node with these logs. */
  async function statusWith(wallet: SafeWallet, id: string, logs: readonly unknown[]) {
    const said = async (method: string, params: unknown) => {
      const answer = await wallet.answer({ id: '1', method, params })
      return Reflect.get(answer, 'data')
    }
    const input = batchCalls(batch).reduce((all, { data }) => all + data.slice(2), '0x')
    const answers: Readonly<Record<string, unknown>> = {
      eth_getCode: '0x6001',
      eth_blockNumber: '0x9',
      eth_getLogs: logs,
      eth_getTransactionByHash: { hash: mined, input, from: hashNo(9).slice(0, 42) },
      eth_getTransactionReceipt: { transactionHash: mined, blockNumber: '0x9', status: '0x1', logs },
    }
    const ask = async (method: string) => answers[method] ?? '0x1'
    return getBatchStatus(
      {
        node: { ask, askAll: (calls) => Promise.all(calls.map(({ method }) => ask(method))) },
        chain: chainWith(741_001, 'Harbor', { confirmations: 1 }),
        anchor: { kind: 'evm', account, nonce: 1, block: 5n, isContract: true, batch: { id, isTaken: true } },
        provider: createSafeProvider({ ask: said }),
        ...{ batch, accounts: [], claimed: new Set() },
      },
      undefined,
    )
  }

  async function queued() {
    const { wallet } = frame()
    wallet.executesAtOnce = false
    const params = { txs: batchCalls(batch) }
    const answer = await wallet.answer({ id: '0', method: 'sendTransactions', params })
    return { wallet, id: String(Reflect.get(Object(Reflect.get(answer, 'data')), 'safeTxHash')) }
  }

  test('waits for its owners, and is given up once they cancelled it', async () => {
    const { wallet, id } = await queued()
    expect(await statusWith(wallet, id, [])).toEqual({ is: 'taken', id })
    wallet.cancelQueue()
    expect(await statusWith(wallet, id, [])).toMatchObject({ is: 'given up' })
  })

  test('a batch is done when a node shows its execution, although the Safe reports it as cancelled', async () => {
    const { wallet, id } = await queued()
    wallet.cancelQueue()
    expect(await statusWith(wallet, id, [event])).toMatchObject({ is: 'done', receipt: { hash: mined } })
  })
})
