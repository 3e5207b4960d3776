import { PublicKey } from '@solana/web3.js'
import type { getWallets } from '@wallet-standard/app'
import { Listeners } from '../../domain/listeners'

type RegisteredWallet = ReturnType<ReturnType<typeof getWallets>['get']>[number]
export type StandardAccount = RegisteredWallet['accounts'][number]
export type StandardWallet = RegisteredWallet & { accounts: readonly StandardAccount[] }

type OwnWallet = Pick<RegisteredWallet, 'name' | 'icon'> & {
  /** Resolves to the addresses that the wallet shares. `silent`: without a prompt. */
  readonly connect: (options?: { readonly silent?: boolean }) => Promise<readonly string[]>
  readonly disconnect: () => Promise<void>
  readonly sign: (input: SignInput) => Promise<Uint8Array>
}

export type SignInput = { readonly account: StandardAccount; readonly transaction: Uint8Array }

const chains = ['solana:mainnet', 'solana:localnet'] as const
const version = '1.0.0'

/** A wallet of the app itself, by the Wallet Standard. `show` sets its addresses. */
export function standardWallet({ name, icon, connect, disconnect, sign }: OwnWallet) {
  const { add, notify } = new Listeners<[{ readonly accounts: readonly StandardAccount[] }]>()
  const wallet: StandardWallet = {
    ...{ version, name, icon, chains },
    accounts: [],
    features: {
      'standard:connect': { version, connect: async (options?: object) => show(await connect(options)) },
      'standard:disconnect': { version, disconnect },
      'standard:events': { version, on: (_: 'change', listener: Parameters<typeof add>[0]) => add(listener) },
      'solana:signTransaction': {
        version,
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: readonly SignInput[]) =>
          Promise.all(inputs.map(async (input) => ({ signedTransaction: await sign(input) }))),
      },
    },
  }
  return { wallet, show }

  function show(addresses: readonly string[]) {
    const accounts = addresses.map((address): StandardAccount => {
      const publicKey = new PublicKey(address).toBytes()
      return { address, publicKey, chains, features: ['solana:signTransaction'] }
    })
    wallet.accounts = accounts
    notify({ accounts })
    return { accounts }
  }
}
