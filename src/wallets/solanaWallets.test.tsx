import { Keypair } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { chainWith, deployment } from '../../test/services'
import type { SolanaStep } from '../guard/plan'
import { createWallets } from './createWallets'
import type { StandardAccount, StandardWallet } from './solana/standardWallet'
import { createSolanaWallets } from './solanaWallets'
import type { Wallets } from './wallets'

const localSolana = chainWith(741_003, 'Reef', { kind: 'solana', rpcUrls: [], genesisHash: undefined })
const hosted = { ...deployment, mode: 'hosted', chains: [localSolana] } as const
const [first, second, third] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
const addressOf = (key: Keypair) => key.publicKey.toBase58()
let wallets = 0

beforeEach(() => window.localStorage.clear())
// React draws the adapters of the last change a moment later, when the page must still be there.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 100)))

type AccountsListener = (change: { readonly accounts: readonly StandardAccount[] }) => void

/** A wallet of the standard that shares several accounts, and signs with the one that is named. */
function announceShared(keys: readonly Keypair[], wakes: () => Promise<void> = async () => {}) {
  const chains = ['solana:localnet'] as const
  const listeners = new Set<AccountsListener>()
  const accountOf = (key: Keypair): StandardAccount => ({
    address: addressOf(key),
    publicKey: key.publicKey.toBytes(),
    chains,
    features: key === third ? [] : ['solana:signTransaction'],
  })
  const show = (shown: readonly Keypair[]) => {
    wallet.accounts = shown.map(accountOf)
    for (const listener of listeners) listener({ accounts: wallet.accounts })
    return { accounts: wallet.accounts }
  }
  const wallet: StandardWallet = {
    version: '1.0.0',
    // Wallets stay announced for the whole page.
    name: `Shared ${++wallets}`,
    icon: 'data:image/svg+xml;base64,AA',
    chains,
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: () => wakes().then(() => show(keys)) },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => show([]) },
      'standard:events': {
        version: '1.0.0',
        on: (_: 'change', listener: AccountsListener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: () => Promise.reject(new Error('Nobody signs in this story.')),
      },
    },
  }
  getWallets().register(wallet)
  return { id: `solana:${wallet.name}`, show }
}

async function connected(id: string): Promise<Wallets> {
  const opened = createWallets(hosted, window)
  await opened.discover()
  await opened.connect(id)
  return opened
}

const accountIn = (opened: Wallets) => opened.store.getState().accounts[0]

function stepFrom(key: Keypair): SolanaStep {
  return {
    kind: 'solana',
    index: 0,
    chainId: 741_003,
    from: addressOf(key),
    transaction: '',
    purpose: { does: 'swap' },
    said: undefined,
  }
}

describe('several accounts of one Solana wallet', () => {
  test('F-15 another one is used at a press, is the one that steps are compared with, and is there again after a reload', async () => {
    const { id } = announceShared([first, second])
    const opened = await connected(id)
    expect(accountIn(opened)).toMatchObject({ address: addressOf(first), others: [addressOf(second)] })
    await opened.select?.(accountIn(opened)!, addressOf(second))
    expect(accountIn(opened)).toMatchObject({ address: addressOf(second), others: [addressOf(first)] })

    const executor = await opened.executor('solana')
    await expect(executor.ensureReady(stepFrom(first))).rejects.toMatchObject({ failure: { code: 'wrong account' } })
    await expect(executor.ensureReady(stepFrom(second))).resolves.toBeUndefined()

    const later = createWallets(hosted, window)
    await later.restore()
    expect(accountIn(later)).toMatchObject({ address: addressOf(second) })
  })

  test('F-15 F-22 what the wallet itself changes counts again', async () => {
    const { id, show } = announceShared([first, second])
    const opened = await connected(id)
    await opened.select?.(accountIn(opened)!, addressOf(second))
    show([second, first])
    show([first, second])
    expect(accountIn(opened)).toMatchObject({ address: addressOf(first) })
  })

  test('the one shown is the one that signs, also where the browser stores no choice', async () => {
    const { id } = announceShared([first, second])
    const opened = await connected(id)
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceededError')
    })
    await opened.select?.(accountIn(opened)!, addressOf(second)).finally(() => full.mockRestore())
    expect(accountIn(opened)).toMatchObject({ address: addressOf(second) })
    const executor = await opened.executor('solana')
    await expect(executor.ensureReady(stepFrom(second))).resolves.toBeUndefined()
  })

  test('one that the wallet takes back is no longer used', async () => {
    const { id, show } = announceShared([first, second])
    const opened = await connected(id)
    await opened.select?.(accountIn(opened)!, addressOf(second))
    show([first])
    expect(accountIn(opened)).toMatchObject({ address: addressOf(first) })
    expect(accountIn(opened)).not.toHaveProperty('others')
  })

  test('one that cannot sign is not offered, and one that is not shared is not used', async () => {
    const { id } = announceShared([first, third])
    const opened = await connected(id)
    expect(accountIn(opened)).not.toHaveProperty('others')
    await opened.select?.(accountIn(opened)!, addressOf(second))
    expect(accountIn(opened)).toMatchObject({ address: addressOf(first) })
  })

  test('after it was disconnected nothing is remembered of a choice', async () => {
    const { id } = announceShared([first, second])
    const opened = await connected(id)
    await opened.select?.(accountIn(opened)!, addressOf(second))
    await opened.disconnect(accountIn(opened)!)
    expect(accountIn(opened)).toBeUndefined()
    await opened.connect(id)
    expect(accountIn(opened)).toMatchObject({ address: addressOf(first) })
  })
})

test('a wallet of the last visit that has gone to sleep is not waited for, and counts when it wakes up', async () => {
  const { woken, wallets: later, wake } = await restoredAsleep()
  expect(later.account()).toBeUndefined()
  wake()
  await vi.waitFor(() => expect(later.account()).toMatchObject({ walletId: woken }))
})

test('a wallet that wakes up late does not take the place of one that was connected in the meantime', async () => {
  const { woken, wallets: later, wake } = await restoredAsleep()
  const { id } = announceShared([second])
  await later.connect(id)
  wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(later.account()).toMatchObject({ address: addressOf(second), walletId: id })
  expect(id).not.toBe(woken)
})

/** The wallets after a reload, of which the one that was connected does not answer before it is woken. */
async function restoredAsleep() {
  let wake = () => {}
  const awake = new Promise<void>((resolve) => {
    wake = resolve
  })
  const { id: woken } = announceShared([first], () => awake)
  const rpc = () => () => Promise.reject(new Error('No node answers in this story.'))
  const opened = await createSolanaWallets({
    ...{ deployment: hosted, page: window, rpc, onChange: () => {} },
    restoreTimeout: 20,
  })
  await opened.restore(woken)
  return { woken, wallets: opened, wake }
}
