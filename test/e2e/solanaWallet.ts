import { Keypair, VersionedTransaction } from '@solana/web3.js'
import type { BrowserContext } from 'playwright-core'

/** The person's response to a wallet prompt. */
export type PromptResponse =
  | 'approve'
  | 'reject'
  /** Never answers. */
  | 'hang'
  /** Signs another transaction than requested. */
  | { readonly instead: (transaction: VersionedTransaction) => VersionedTransaction }

/**
 * A wallet that announces itself by the Wallet Standard, while its key and its decisions stay in the test. It really
 * signs, and records every request.
 */
export class TestSolanaWallet {
  readonly name: string
  readonly key = Keypair.generate()
  /** The number of signature requests. */
  asked = 0
  readonly #arranged: PromptResponse[] = []

  constructor(name = 'Test Reef Wallet') {
    this.name = name
  }

  get address(): string {
    return this.key.publicKey.toBase58()
  }

  /** The responses to the next prompts, one each; later prompts are approved. */
  arrange(...responses: PromptResponse[]): void {
    this.#arranged.push(...responses)
  }

  /** Adds the wallet to a browser context: every page in it discovers the wallet, also after a reload. */
  async enter(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__testSolanaWallet', (_, transaction: string) => this.#sign(transaction))
    const publicKey = [...this.key.publicKey.toBytes()]
    await context.addInitScript(announce, { name: this.name, address: this.address, publicKey })
  }

  async #sign(transaction: string): Promise<string | 'rejected'> {
    this.asked += 1
    const response = this.#arranged.shift() ?? 'approve'
    if (response === 'reject') return 'rejected'
    if (response === 'hang') return new Promise(() => {})
    const given = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'))
    const signed = response === 'approve' ? given : response.instead(given)
    signed.sign([this.key])
    return Buffer.from(signed.serialize()).toString('base64')
  }
}

type Announced = { readonly name: string; readonly address: string; readonly publicKey: readonly number[] }

/** Runs in the page, before its own scripts. */
function announce({ name, address, publicKey }: Announced) {
  const features = ['solana:signTransaction']
  const chains = ['solana:localnet', 'solana:mainnet']
  const account = { address, publicKey: Uint8Array.from(publicKey), chains, features }
  const listeners = new Set<(change: object) => void>()
  const remembered = 'test.solana.wallet'
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    accounts: [] as object[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false }: { silent?: boolean } = {}) => {
          if (!silent) localStorage.setItem(remembered, 'yes')
          return show(localStorage.getItem(remembered) ? [account] : [])
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          localStorage.removeItem(remembered)
          show([])
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, listener: (change: object) => void) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
          const answer = await ask(btoa(String.fromCharCode(...transaction)))
          if (answer === 'rejected') throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
          return [{ signedTransaction: Uint8Array.from(atob(answer), (character) => character.charCodeAt(0)) }]
        },
      },
    },
  }

  function show(accounts: object[]) {
    wallet.accounts = accounts
    for (const listener of listeners) listener({ accounts })
    return { accounts }
  }

  function ask(transaction: string): Promise<string> {
    return (window as never as { __testSolanaWallet: (text: string) => Promise<string> }).__testSolanaWallet(
      transaction,
    )
  }

  // As extensions do: a custom event type with a `detail` property, not a CustomEvent.
  const register = ({ register }: { register: (wallet: object) => void }) => register(wallet)
  const event = Object.defineProperty(new Event('wallet-standard:register-wallet'), 'detail', { value: register })
  window.dispatchEvent(event)
  window.addEventListener('wallet-standard:app-ready', (ready) => register((ready as CustomEvent).detail))
}
