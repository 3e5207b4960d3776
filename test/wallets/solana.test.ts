import { Keypair, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'
import { afterEach, describe, expect, test } from 'vitest'
import { toBase64 } from '../../src/domain/encodings'
import type { SolanaStep } from '../../src/guard/plan'
import type { SolanaAnchor } from '../../src/orders/requests/transactionAnchor'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { allowsSolanaDemo, listenForSolanaWallets, solanaDemoName } from '../../src/wallets/solana/announcements'
import { createSolanaExecutor } from '../../src/wallets/solana/executor'
import { chainWith, deployment as evmOnly } from '../services'

const reef = chainWith(741_003, 'Reef', { kind: 'solana', rpcUrls: ['/rpc/741003'], genesisHash: 'local' })
const deployment: Deployment = { ...evmOnly, chains: [...evmOnly.chains, reef] }
const hosted: Deployment = { ...deployment, mode: 'hosted' }

function emptyTransaction(): string {
  const key = Keypair.generate().publicKey
  const message = new TransactionMessage({ payerKey: key, recentBlockhash: key.toBase58(), instructions: [] })
  return toBase64(new VersionedTransaction(message.compileToV0Message()).serialize())
}

function walletNamed(name: string, change: object = {}) {
  const features = {
    'standard:connect': {},
    'standard:events': {},
    'solana:signTransaction': { supportedTransactionVersions: ['legacy', 0] },
  }
  return { name, icon: 'data:image/png;base64,AA', chains: ['solana:mainnet'], features, ...change }
}

const registered: (() => void)[] = []
afterEach(() => {
  for (const unregister of registered.splice(0)) unregister()
})

function announce(wallet: object) {
  registered.push(getWallets().register(wallet as Parameters<ReturnType<typeof getWallets>['register']>[0]))
}

describe('wallets of Solana', () => {
  test('wallets of Solana are listed by the name they announce, early or late, once each', () => {
    announce(walletNamed('Early'))
    let changes = 0
    const { options } = listenForSolanaWallets(hosted, () => changes++)
    announce(walletNamed('Late'))
    announce(walletNamed('Late'))
    expect(options().map(({ id, name, kind }) => ({ id, name, kind }))).toEqual([
      { id: 'solana:Early', name: 'Early', kind: 'solana' },
      { id: 'solana:Late', name: 'Late', kind: 'solana' },
    ])
    expect(changes).toBeGreaterThan(0)
  })

  test.each([
    ['of another chain', { chains: ['sui:mainnet'] }],
    ['that only send by themselves', { features: { 'standard:connect': {}, 'standard:events': {} } }],
    [
      'that cannot sign version 0',
      {
        features: {
          'standard:connect': {},
          'standard:events': {},
          'solana:signTransaction': { supportedTransactionVersions: ['legacy'] },
        },
      },
    ],
    ['that call themselves the demo wallet', { name: solanaDemoName }],
    ['without a name', { name: undefined }],
  ])('%s are left out', (_, change) => {
    announce(walletNamed('Odd', change))
    expect(listenForSolanaWallets(hosted, () => {}).options()).toEqual([])
  })

  test('a picture from elsewhere is not shown', () => {
    announce(walletNamed('Tracker', { icon: 'https://elsewhere.example/pixel.png' }))
    expect(listenForSolanaWallets(hosted, () => {}).options()).toMatchObject([{ icon: undefined }])
  })

  test('one of an earlier visit is waited for, but not for ever', async () => {
    const { wait } = listenForSolanaWallets(hosted, () => {})
    const late = wait('solana:Late', 1_000)
    announce(walletNamed('Late'))
    expect(await late).toMatchObject({ name: 'Late' })
    expect(await wait('solana:Never', 5)).toBeUndefined()
  })
})

test('the demo wallet is offered on the exchange of this computer and nowhere else', () => {
  expect(listenForSolanaWallets(deployment, () => {}).options()).toMatchObject([{ name: solanaDemoName, isDemo: true }])
  expect(allowsSolanaDemo(hosted)).toBe(false)
  for (const change of [
    { rpcUrls: ['https://elsewhere.example'] },
    { rpcUrls: ['//elsewhere.example'] },
    { rpcUrls: [] },
    { genesisHash: undefined },
    { genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' },
  ])
    expect(allowsSolanaDemo({ ...deployment, chains: [{ ...reef, ...change }] })).toBe(false)
})

describe('a signature on Solana', () => {
  const step = {
    kind: 'solana',
    index: 0,
    chainId: 741_003,
    from: 'So11111111111111111111111111111111111111112',
    transaction: '',
    purpose: { does: 'swap' },
    said: undefined,
  } as const
  const anchor = { kind: 'solana', account: step.from, messageHash: 'm', lastValidBlockHeight: 100n } as const

  /** An executor over a node that answers by method. */
  function over(answers: Readonly<Record<string, unknown>>) {
    const signer = {
      address: () => step.from,
      sign: () => Promise.reject(new Error('never')),
      onChange: () => () => {},
    }
    return createSolanaExecutor(signer, () => async (method) => answers[method] ?? null)
  }

  test('that was never made is not seen: it may be asked for again', async () => {
    const executor = over({ getBlockHeight: 50 })
    expect(await executor.getStatus(step, anchor, undefined)).toEqual({ is: 'not seen' })
  })

  describe('F-46 that no index knows', () => {
    const context = { slot: 120 }
    const before = { slot: 50n, lamports: 1_000_000n }
    const absent = {
      getEpochInfo: { absoluteSlot: 110, blockHeight: 101 },
      getSignatureStatuses: { context, value: [null] },
      isBlockhashValid: { context, value: false },
      getSignaturesForAddress: [],
      getBalance: { context, value: 1_000_000 },
    }
    const unsent = { ...step, transaction: emptyTransaction() }
    const statusOf = (change: object, asked: SolanaAnchor = { ...anchor, before }) =>
      over({ ...absent, ...change }).getStatus(unsent, asked, 'sig')

    test('a transaction that no index has is awaited while its blockhash is valid', async () => {
      expect(await statusOf({ getEpochInfo: { absoluteSlot: 110, blockHeight: 100 } })).toMatchObject({ is: 'pending' })
      expect(await statusOf({ isBlockhashValid: { context, value: true } })).toMatchObject({ is: 'pending' })
    })

    test('a transaction is expired when finalized state of one node proves that it never landed', async () => {
      expect(await statusOf({})).toEqual({ is: 'expired' })
    })

    test.each([
      ['a balance that changed and nothing explains', { getBalance: { context, value: 995_000 } }],
      ['a balance of an earlier slot', { getBalance: { context: { slot: 109 }, value: 1_000_000 } }],
      ['statuses of an earlier slot', { getSignatureStatuses: { context: { slot: 109 }, value: [null] } }],
      ['its signature in the history of the account', { getSignaturesForAddress: [{ signature: 'sig', slot: 90 }] }],
      ['another transaction that the node cannot show', { getSignaturesForAddress: [{ signature: 'b', slot: 90 }] }],
      ['a history that it refuses', { getSignaturesForAddress: undefined }],
    ])('the result is unknown with %s', async (_, change) => {
      expect(await statusOf(change)).toEqual({ is: 'undecided' })
    })

    test('the result is unknown if the earlier balance was never stored', async () => {
      expect(await statusOf({}, anchor)).toEqual({ is: 'undecided' })
    })
  })

  test('of a failure is believed only once its block is confirmed', async () => {
    const failed = (confirmationStatus: string) =>
      over({
        getBlockHeight: 50,
        getSignatureStatuses: { value: [{ err: { InstructionError: [0, 'Custom'] }, confirmationStatus }] },
        getTransaction:
          confirmationStatus === 'confirmed' ? { meta: { logMessages: ['Program log: Error: slippage'] } } : null,
      }).getStatus(step, anchor, 'sig')
    expect(await failed('processed')).toEqual({ is: 'pending', hash: 'sig', confirmations: 0 })
    expect(await failed('confirmed')).toEqual({ is: 'reverted', hash: 'sig', why: 'Error: slippage' })
  })

  test('the receipt resolves accounts behind lookup tables by the keys of the tables', async () => {
    const [table, mint, friend] = ['Tab1e', 'Mint', 'Friend']
    const tokens = (amount: string, owner: string) => [{ accountIndex: 3, owner, mint, uiTokenAmount: { amount } }]
    const found = {
      slot: 77,
      transaction: { message: { accountKeys: [step.from, 'Desk'], addressTableLookups: [{ accountKey: table }] } },
      meta: {
        fee: 5_000,
        loadedAddresses: { writable: [friend, 'FriendsTokens'], readonly: ['Program'] },
        preBalances: [1_000_000_000, 1, 50, 9, 1],
        postBalances: [899_995_000, 1, 100_000_050, 9, 1],
        preTokenBalances: tokens('10', friend),
        postTokenBalances: tokens('35', friend),
      },
    }
    const status = await over({
      getBlockHeight: 50,
      getSignatureStatuses: { value: [{ err: null, confirmationStatus: 'confirmed' }] },
      getTransaction: found,
    }).getStatus(step, anchor, 'sig', [step.from, friend])
    expect(status).toMatchObject({
      is: 'done',
      receipt: {
        block: 77n,
        fee: 5_000n,
        changes: [
          { account: step.from, token: 'native', delta: -100_000_000n },
          { account: friend, token: 'native', delta: 100_000_000n },
          { account: friend, token: mint, delta: 25n },
        ],
      },
    })
  })

  test('of another account is not asked for', async () => {
    const executor = over({})
    await expect(executor.ensureReady({ ...step, from: 'another' })).rejects.toMatchObject({
      failure: { code: 'wrong account' },
    })
  })
})

test('F-22 an account that is chosen between the checks and the prompt is not asked to sign for the other', async () => {
  const [reviewed, other] = [Keypair.generate(), Keypair.generate()].map(({ publicKey }) => publicKey)
  if (!reviewed || !other) throw new Error('Two keys are needed.')
  const message = new TransactionMessage({ payerKey: reviewed, recentBlockhash: other.toBase58(), instructions: [] })
  const transaction = toBase64(new VersionedTransaction(message.compileToV0Message()).serialize())
  let used = reviewed.toBase58()
  let prompts = 0
  const sign = async (unsigned: VersionedTransaction) => {
    prompts++
    return unsigned
  }
  const signer = { address: () => used, sign, onChange: () => () => {} }
  const balance = { context: { slot: 1 }, value: 1 }
  const executor = createSolanaExecutor(signer, () => async (method) => (method === 'getBalance' ? balance : 50))
  const from = reviewed.toBase58()
  const named = { kind: 'solana', index: 0, chainId: 741_003, from, transaction } as const
  const step: SolanaStep = { ...named, purpose: { does: 'swap' }, said: undefined }
  await executor.ensureReady(step)
  used = other.toBase58()
  const anchor = await executor.createAnchor(step)
  await expect(executor.send(step, anchor, () => {})).rejects.toMatchObject({ failure: { code: 'wrong account' } })
  expect(prompts).toBe(0)
})
