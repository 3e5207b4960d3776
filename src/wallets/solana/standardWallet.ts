import { Listeners } from '../../domain/listeners'

/** A wallet of the Wallet Standard, as far as this app uses it. */
export type SolanaWallet = {
  readonly name: string
  readonly icon?: unknown
  readonly accounts: readonly SolanaAccount[]
  readonly features: {
    readonly 'standard:connect': { readonly connect: (input?: { readonly silent: boolean }) => Promise<unknown> }
    readonly 'standard:disconnect'?: { readonly disconnect: () => Promise<unknown> }
    readonly 'standard:events': { readonly on: (event: 'change', listener: () => void) => () => void }
    readonly 'solana:signTransaction': {
      readonly signTransaction: (input: SignInput) => Promise<readonly { readonly signedTransaction: Uint8Array }[]>
    }
  }
}

type SolanaAccount = { readonly address: string; readonly features: readonly string[] }
type SignInput = { readonly account: SolanaAccount; readonly transaction: Uint8Array }

/** The parts of a wallet that the app itself offers; `connect` resolves to its addresses. */
type OwnWallet = Pick<SolanaWallet, 'name' | 'icon'> & {
  readonly connect: (silent: boolean) => Promise<readonly string[]>
  readonly disconnect?: () => Promise<void>
  readonly sign: (transaction: Uint8Array, address: string) => Promise<Uint8Array>
}

/** A wallet of the app itself; `show` replaces its accounts. */
export function createOwnWallet({ name, icon, connect, disconnect, sign }: OwnWallet) {
  const { add, notify } = new Listeners()
  let accounts: SolanaWallet['accounts'] = []
  const show = (addresses: readonly string[]) => {
    accounts = addresses.map((address) => ({ address, features: ['solana:signTransaction'] }))
    notify()
    return { accounts }
  }
  const wallet: SolanaWallet = {
    name,
    icon,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': { connect: async (input) => show(await connect(input?.silent ?? false)) },
      'standard:disconnect': {
        disconnect: async () => {
          await disconnect?.()
          show([])
        },
      },
      'standard:events': { on: (_, listener) => add(listener) },
      'solana:signTransaction': {
        signTransaction: async ({ account, transaction }) => [
          { signedTransaction: await sign(transaction, account.address) },
        ],
      },
    },
  }
  return { wallet, show }
}
