import { join } from 'node:path'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { toBase64 } from '../../src/domain/encodings'
import type { SolanaStep } from '../../src/guard/plan'
import type { Executor } from '../../src/orders/executor'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { createWallets } from '../../src/wallets/createWallets'
import { createEvmDemo } from '../../src/wallets/evm/demo/demo'
import { createSolanaExecutor } from '../../src/wallets/solana/executor'
import { createSolanaDemo } from '../../src/wallets/solanaWallets'
import { createWalletConnectSolana } from '../../src/wallets/walletConnect/solanaWallet'
import type { Wallets } from '../../src/wallets/wallets'
import type { BadWallet } from '../badWallet'
import { compile } from '../guard/contracts/compile'
import { type OrderChain, startOrderChain, trader } from '../orders/localChain'
import { SafeWallet } from '../safe/safeWallet'
import { chainWith } from '../services'
import { LinkedWallet } from '../walletConnect/linkedWallet'
import { type Relay, startRelay } from '../walletConnect/relay'
import { announce, openPage, type Page } from './page'

/* The same faults, with a wallet of each kind. Unsupported cases are excluded by name. */

// The library shares its core over a process. Here each page is its own, as it is in a browser.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

const safeOrigin = 'https://safe.example'
const safeAbi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execBatch(Call[] calls, bytes32 safeTxHash)',
])

type Answer = 'approve' | 'reject' | 'hang' | 'do and hang' | 'nothing' | 'other text'

/** One connected wallet, seen from both ends. */
type Opened = {
  readonly executor: Executor
  readonly step: Parameters<Executor['send']>[0]
  /** How the next request is met. */
  readonly meet: (answer: Answer) => void
  /** Requests to sign so far. */
  readonly asked: () => number
  /** Transactions that reached the chain. */
  readonly sent: () => number
  readonly lock?: () => void | Promise<void>
  readonly changeAccount?: () => void | Promise<void>
  readonly changeChain?: () => void | Promise<void>
  /** The same visitor after a reload. */
  readonly reload?: () => Promise<Executor>
}

let harbor: OrderChain
let relay: Relay
let deployment: Deployment
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const [chain, started] = await Promise.all([startOrderChain(), startRelay()])
  harbor = chain
  relay = started
  deployment = {
    mode: 'hosted',
    name: 'Hosted',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    chains: [harbor.chain],
    faucetUrl: undefined,
    walletConnect: { projectId: 'tests', relayUrl: relay.url },
  }
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(async () => {
  await harbor?.close()
  await relay?.close()
})

const evmAnswers = {
  approve: 'approve',
  reject: 'reject',
  hang: 'hang',
  'do and hang': 'do and hang',
  nothing: { answer: null },
  'other text': { answer: '0x12' },
} as const

/** An EVM wallet behind any kind of connection. */
async function evm(wallet: BadWallet, open: (page: Page) => Promise<Wallets>, id: string) {
  const page = openPage()
  const wallets = await open(page)
  await wallets.connect(id)
  closing.push(async () => {
    for (const account of wallets.store.getState().accounts) await wallets.disconnect(account)
  })
  return {
    isConnected: () => wallets.store.getState().accounts.length > 0,
    executor: await wallets.executor('evm'),
    step: harbor.deposit(7n),
    meet: (answer: Answer) => wallet.arrange('eth_sendTransaction', evmAnswers[answer]),
    asked: () => wallet.asked('eth_sendTransaction'),
    sent: () => wallet.sent.length,
    reload: async () => {
      const later = await open(openPage(page.kept))
      await later.restore()
      return later.executor('evm')
    },
  }
}

const kinds: Readonly<Record<string, () => Promise<Opened>>> = {
  'an extension that announces itself': async () => {
    const wallet = harbor.openWallet()
    const open = async (page: Page) => {
      announce(page, wallet.provider)
      return discovered(page)
    }
    return { ...(await evm(wallet, open, 'evm:test.wallet')), ...ownersActs(wallet) }
  },
  'a wallet at window.ethereum': async () => {
    const wallet = harbor.openWallet()
    const open = (page: Page) => discovered(Object.assign(page, { ethereum: { ...wallet.provider, isRabby: true } }))
    return { ...(await evm(wallet, open, 'evm:injected.rabby-wallet')), ...ownersActs(wallet) }
  },
  'a phone over WalletConnect': async () => {
    const wallet = harbor.openWallet()
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const phone = await LinkedWallet.open({
      relayUrl: relay.url,
      addresses: { eip155: trader },
      chains: ['eip155:741001'],
      answer: ({ method, params }) => wallet.provider.request({ method, params: params as readonly unknown[] }),
    })
    closing.push(() => phone.close())
    const open = async (page: Page) => {
      const wallets = await discovered(page)
      wallets.store.subscribe(({ pairing }, before) => {
        if (pairing && pairing !== before.pairing) void phone.scan(pairing.uri)
      })
      return wallets
    }
    // A session has fixed accounts; locking the app leaves it as it is, ending the session takes the account away.
    const opened = await evm(wallet, open, 'evm:walletConnect')
    const lock = async () => {
      await phone.leave()
      // The event travels over the relay: until then the app sends requests as before.
      await expect.poll(opened.isConnected).toBe(false)
    }
    return { ...opened, lock }
  },
  'a Safe that frames the page': async () => {
    const source = join(import.meta.dirname, '..', 'orders', 'contracts', 'SmartAccounts.sol')
    const address = getAddress(await harbor.create(compile('SafeLike', source)))
    await harbor.cheats.setBalance({ address, value: 10n ** 18n })
    const wallet = new SafeWallet({
      address,
      chainId: 741_001,
      execute: (calls, safeTxHash) => {
        const typed = calls.map(({ to, value, data }) => ({ to, value: BigInt(value), data }))
        return harbor.send(
          address,
          encodeFunctionData({ abi: safeAbi, functionName: 'execBatch', args: [typed, safeTxHash] }),
        )
      },
    })
    const open = (kept?: Map<string, string>) => openInFrame(wallet, kept)
    const { page, wallets } = await open()
    return {
      executor: await wallets.executor('evm'),
      step: { ...harbor.deposit(7n), from: address },
      meet: (answer) => wallet.arrange(safeAnswers[answer]),
      asked: () => wallet.asked('sendTransactions'),
      sent: () => wallet.executed.size,
      changeAccount: () => {
        wallet.address = trader
      },
      changeChain: () => {
        wallet.chainId = 5
      },
      reload: async () => (await open(page.kept)).wallets.executor('evm'),
    }
  },
  'the demo wallet': async () => {
    const embedded: Deployment = {
      ...deployment,
      mode: 'embedded',
      chains: [{ ...harbor.chain, rpcUrls: ['/rpc/741001'] }],
    }
    const throughGateway: typeof fetch = (input, init) =>
      fetch(String(input).replace('/rpc/741001', harbor.engine.url), init)
    let isAnswering = true
    let asked = 0
    const sent: unknown[] = []
    const open = async (page: Page) => {
      const demo = createEvmDemo(embedded, { storage: page.localStorage, fetch: throughGateway, retryDelays: [] })
      const request: typeof demo.request = async (question) => {
        if (question.method !== 'eth_sendTransaction') return demo.request(question)
        asked += 1
        sent.push(await demo.request(question))
        return isAnswering ? sent.at(-1) : new Promise(() => {})
      }
      announce(page, { ...demo, request })
      return discovered(page)
    }
    const page = openPage()
    const wallets = await open(page)
    const { address } = await wallets.connect('evm:test.wallet')
    await harbor.cheats.setBalance({ address: getAddress(address), value: 10n ** 18n })
    return {
      executor: await wallets.executor('evm'),
      step: { ...harbor.deposit(7n), from: address },
      meet: (answer) => {
        isAnswering = answer !== 'do and hang'
      },
      asked: () => asked,
      sent: () => sent.length,
      lock: async () => {
        for (const account of wallets.store.getState().accounts) await wallets.disconnect(account)
      },
      reload: async () => {
        const later = await open(openPage(page.kept))
        await later.restore()
        return later.executor('evm')
      },
    }
  },
  'the demo wallet of Solana': async () => {
    const page = openPage()
    const first = await openSolanaDemo(page)
    let asked = 0
    let isAnswering = true
    const sign = async (demo: SolanaDemo, transaction: VersionedTransaction) => {
      asked += 1
      const signed = await demo.sign(transaction)
      return isAnswering ? signed : new Promise<VersionedTransaction>(() => {})
    }
    const owner = {
      address: first.address,
      asked: () => asked,
      meet: (answer: Answer) => {
        isAnswering = answer !== 'do and hang'
      },
    }
    const opened = solana(owner, (transaction) => sign(first, transaction))
    return {
      ...opened,
      lock: async () => {
        await first.leave()
        await opened.lock()
      },
      reload: async () => {
        const later = await openSolanaDemo(openPage(page.kept))
        expect(later.address).toBe(first.address)
        return opened.reopened((transaction) => sign(later, transaction))
      },
    }
  },
  'a Solana wallet of the standard': async () => {
    const owner = solanaOwner()
    return solana(owner, async (transaction) => VersionedTransaction.deserialize(await owner.sign(transaction)))
  },
  'a Solana wallet over WalletConnect': async () => {
    const owner = solanaOwner()
    const reef = chainWith(741_003, 'Reef', { kind: 'solana', genesisHash })
    const session = `solana:${genesisHash.slice(0, 32)}`
    const link = {
      subscribe: () => {},
      connect: async () => {},
      disconnect: async () => {},
      accounts: async () => [`${session}:${owner.address}`],
      request: async ({ params }: { params: unknown }) => {
        const given = Buffer.from(String(Reflect.get(Object(params), 'transaction')), 'base64')
        const signed = await owner.sign(VersionedTransaction.deserialize(given))
        return { transaction: toBase64(signed) }
      },
    }
    const wallet = createWalletConnectSolana(link, [reef])
    const { accounts } = await Object(wallet?.features['standard:connect']).connect()
    return solana(owner, async (transaction) => {
      const { signTransaction } = Object(wallet?.features['solana:signTransaction'])
      const [output] = await signTransaction({ account: accounts[0], transaction: transaction.serialize() })
      return VersionedTransaction.deserialize(output.signedTransaction)
    })
  },
}

const safeAnswers = {
  approve: 'approve',
  reject: 'reject',
  hang: 'hang',
  'do and hang': 'do and hang',
  nothing: { answer: null },
  'other text': { answer: { safeTxHash: '0x12' } },
} as const

/** A page in the frame of a Safe wallet. */
async function openInFrame(wallet: SafeWallet, kept = new Map<string, string>()) {
  const page = openPage(kept)
  const parent = {
    postMessage: async (message: Parameters<SafeWallet['answer']>[0]) => {
      const data = await wallet.answer(message)
      page.dispatchEvent(Object.assign(new Event('message'), { source: parent, origin: safeOrigin, data }))
    },
  }
  const wallets = createWallets({ ...deployment, safeOrigin }, Object.assign(page, { parent }))
  await wallets.restore()
  return { page, wallets }
}

async function discovered(page: Page): Promise<Wallets> {
  const wallets = createWallets(deployment, page)
  await wallets.discover()
  return wallets
}

/** The owner's actions in the wallet itself. */
function ownersActs(wallet: BadWallet) {
  return {
    lock: () => wallet.lock(),
    changeAccount: () => wallet.select(1),
    changeChain: () => {
      wallet.goTo(5)
      wallet.arrange('wallet_switchEthereumChain', 'reject')
    },
  }
}

const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** The person with a Solana wallet, whose key really signs. */
function solanaOwner() {
  const key = Keypair.generate()
  const arranged: Answer[] = []
  let asked = 0
  return {
    key,
    address: key.publicKey.toBase58(),
    asked: () => asked,
    meet: (answer: Answer) => void arranged.push(answer),
    sign: async (transaction: VersionedTransaction): Promise<Uint8Array> => {
      asked += 1
      const answer = arranged.shift() ?? 'approve'
      if (answer === 'reject') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      if (answer === 'hang' || answer === 'do and hang') return new Promise(() => {})
      if (answer === 'approve') transaction.sign([key])
      return transaction.serialize()
    },
  }
}

/** The demo wallet, connected. */
async function openSolanaDemo(page: Page) {
  const reef = chainWith(741_003, 'Reef', { kind: 'solana', rpcUrls: ['/rpc/741003'], genesisHash: 'local' })
  const { features } = Object(createSolanaDemo({ ...deployment, mode: 'embedded', chains: [reef] }, page.localStorage))
  const { accounts } = await features['standard:connect'].connect()
  return {
    address: String(accounts[0].address),
    leave: async () => features['standard:disconnect'].disconnect(),
    sign: async (transaction: VersionedTransaction): Promise<VersionedTransaction> => {
      const asked = { account: accounts[0], transaction: transaction.serialize() }
      const [output] = await features['solana:signTransaction'].signTransaction(asked)
      return VersionedTransaction.deserialize(output.signedTransaction)
    },
  }
}

type SolanaDemo = Awaited<ReturnType<typeof openSolanaDemo>>

function solana(
  owner: Pick<Opened, 'asked' | 'meet'> & { readonly address: string },
  sign: (transaction: VersionedTransaction) => Promise<VersionedTransaction>,
) {
  let account: string | undefined = owner.address
  const sent: unknown[] = []
  const rpc = () => async (method: string, params: readonly unknown[]) => {
    if (method === 'sendTransaction') return sent.push(params[0])
    return method === 'getSignatureStatuses' ? { value: [null] } : 100
  }
  const signer = { address: () => account, sign, onChange: () => () => {} }
  const payer = new PublicKey(owner.address)
  const pay = SystemProgram.transfer({
    fromPubkey: payer,
    toPubkey: Keypair.generate().publicKey,
    lamports: 1,
  })
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: genesisHash,
    instructions: [pay],
  })
  const step: SolanaStep = {
    kind: 'solana',
    index: 0,
    chainId: 741_003,
    from: owner.address,
    transaction: toBase64(new VersionedTransaction(message.compileToV0Message()).serialize()),
    purpose: { does: 'swap' },
    said: undefined,
  }
  return {
    executor: createSolanaExecutor(signer, rpc),
    step,
    meet: owner.meet,
    asked: owner.asked,
    sent: () => sent.length,
    lock: () => {
      account = undefined
    },
    changeAccount: () => {
      account = Keypair.generate().publicKey.toBase58()
    },
    reload: async () => createSolanaExecutor(signer, rpc),
    reopened: (signs: typeof sign) => createSolanaExecutor({ ...signer, sign: signs }, rpc),
  }
}

async function ask({ executor, step }: Opened): Promise<string | undefined> {
  await executor.ensureReady(step)
  return executor.send(step, await executor.createAnchor(step), () => {})
}

/** The failure that the order receives. */
async function failureOf(opened: Opened): Promise<string> {
  return ask(opened).then(
    (hash) => `sent ${hash}`,
    (error: unknown) => opened.executor.toFailure(error).code,
  )
}

const shortly = () => new Promise<'waiting'>((resolve) => setTimeout(() => resolve('waiting'), 300))

/** The demo wallets have no owner to ask: they sign by themselves. */
const askingKinds = Object.keys(kinds).filter((kind) => !kind.startsWith('the demo wallet'))
/** A Safe has no lock: it goes with its frame, and with the page in it. */
const lockableKinds = Object.keys(kinds).filter((kind) => !kind.includes('Safe'))

describe.each(askingKinds)('%s', (kind) => {
  const opened = () => kinds[kind]!()

  test('F-20 F-36 that declines has sent nothing, and signs when it is asked again', async () => {
    const wallet = await opened()
    wallet.meet('reject')
    expect(await failureOf(wallet)).toBe('rejected')
    expect(wallet.sent()).toBe(0)
    expect(await ask(wallet)).toMatch(/^\w{60,}$/)
    expect([wallet.asked(), wallet.sent()]).toEqual([2, 1])
  })

  test('F-43 that never answers is asked once, and nothing is treated as an answer', async () => {
    const wallet = await opened()
    wallet.meet('hang')
    expect(await Promise.race([failureOf(wallet), shortly()])).toBe('waiting')
    await expect.poll(wallet.asked).toBe(1)
    expect(wallet.sent()).toBe(0)
  })

  test.each(['nothing', 'other text'] as const)('F-44 that answers with %s has given no hash', async (answer) => {
    const wallet = await opened()
    wallet.meet(answer)
    expect(await failureOf(wallet)).toBe('not a hash')
    expect(wallet.sent()).toBe(0)
  })
})

describe.each(lockableKinds)('%s', (kind) => {
  const opened = () => kinds[kind]!()

  test('F-11 F-37 that is locked, or gone, is not asked', async () => {
    const wallet = await opened()
    await wallet.lock?.()
    await expect.poll(() => failureOf(wallet)).toMatch(/^(locked|unsupported)$/)
    expect([wallet.asked(), wallet.sent()]).toEqual([0, 0])
  })
})

describe.each(lockableKinds.filter((kind) => askingKinds.includes(kind)))('%s', (kind) => {
  test('F-37 that is locked while it asks its owner has sent nothing, and is not asked again', async () => {
    const wallet = await kinds[kind]!()
    wallet.meet('hang')
    void failureOf(wallet)
    await expect.poll(wallet.asked).toBe(1)
    await wallet.lock?.()
    await expect.poll(() => failureOf(wallet)).toMatch(/^(locked|unsupported)$/)
    expect([wallet.asked(), wallet.sent()]).toEqual([1, 0])
  })
})

describe.each(Object.keys(kinds))('%s', (kind) => {
  const isEvm = !kind.includes('Solana')

  test('F-32 what it did while the page was reloaded is found on chain, or known not to be', async () => {
    const wallet = await kinds[kind]!()
    const { executor, step } = wallet
    const anchor = await executor.createAnchor(step)
    wallet.meet('do and hang')
    void executor.send(step, anchor, () => {}).catch(() => {})
    await expect.poll(wallet.asked).toBe(1)
    if (isEvm) await expect.poll(wallet.sent).toBe(1)
    const later = await wallet.reload?.()
    // A signed Solana transaction is sent by the page, and is lost with it.
    await expect
      .poll(async () => (await later?.getStatus(step, anchor, undefined))?.is)
      .toBe(isEvm ? 'done' : 'not seen')
    expect(wallet.asked()).toBe(1)
  })
})

/** The accounts of a session are fixed when it begins, and a demo wallet has one. */
describe.each(askingKinds.filter((kind) => !/a phone/.test(kind)))('%s', (kind) => {
  test('F-22 F-38 with another account is not asked', async () => {
    const wallet = await kinds[kind]!()
    await wallet.changeAccount?.()
    expect(await failureOf(wallet)).toBe('wrong account')
    expect([wallet.asked(), wallet.sent()]).toEqual([0, 0])
  })
})

/** The app names the network in each request of a session, and Solana has one. */
describe.each(['an extension that announces itself', 'a wallet at window.ethereum', 'a Safe that frames the page'])(
  '%s',
  (kind) => {
    test('F-10 F-38 on another network, and kept there by its owner, is not asked to sign', async () => {
      const wallet = await kinds[kind]!()
      await wallet.changeChain?.()
      expect(await failureOf(wallet)).toBe('wrong chain')
      expect([wallet.asked(), wallet.sent()]).toEqual([0, 0])
    })
  },
)

test('F-32 a batch that a Safe executed while the page was reloaded is found by what the account did', async () => {
  const safe = await kinds['a Safe that frames the page']!()
  const { step } = safe
  if (step.kind !== 'evm') throw new Error('The step is for another kind of chain.')
  const batch = {
    kind: 'evm batch',
    chainId: step.chainId,
    from: step.from,
    steps: [step],
    assertion: { changes: [], allowances: [] },
  } as const
  await safe.executor.ensureReady(batch)
  const anchor = await safe.executor.createAnchor(batch)
  safe.meet('hang')
  const failed = vi.fn()
  safe.executor
    .send(
      batch,
      anchor,
      () => {},
      () => {},
    )
    .catch(failed)
  await expect.poll(() => [safe.asked(), ...failed.mock.calls]).toEqual([1])
  const later = await safe.reload?.()
  // Nothing is known of a request that no owner has met.
  expect(await later?.getStatus(batch, anchor, undefined)).toEqual({ is: 'undecided' })
  safe.meet('do and hang')
  void safe.executor.send(
    batch,
    anchor,
    () => {},
    () => {},
  )
  await expect.poll(async () => (await later?.getStatus(batch, anchor, undefined))?.is).toBe('done')
})

test('F-37 for an address that is only viewed nothing is asked of anyone', async () => {
  const wallet = harbor.openWallet()
  const page = openPage()
  announce(page, wallet.provider)
  const executor = await (await discovered(page)).executor('evm')
  await expect(executor.ensureReady(harbor.deposit(7n))).rejects.toMatchObject({
    failure: { code: 'locked', facts: { is: 'no wallet connected' } },
  })
  await expect(executor.createAnchor(harbor.deposit(7n))).rejects.toMatchObject({ failure: { code: 'locked' } })
  expect(wallet.requests).toEqual([])
})
