import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { memberOf } from '../../chain/rpc'
import { fromBase58 } from '../../domain/base58'
import { errorClass } from '../../domain/errorClass'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { accountEvents, type StandardAccount, type StandardWallet } from '../solana/standardWallet'
import { caip2, walletConnectIcon, walletConnectSolanaName } from '../walletConnectOption'
import type { WalletConnectSession } from './session'

type Link = Pick<WalletConnectSession, 'subscribe' | 'accounts' | 'connect' | 'request' | 'disconnect'>

/** A session's Solana side as a Wallet Standard wallet; `undefined` if no chain has a CAIP-2 id. */
export function createWalletConnectSolana(link: Link, chains: readonly DeploymentChain[]): StandardWallet | undefined {
  const chain = chains.flatMap((each) => caip2(each, 'solana') ?? [])[0]
  if (chain === undefined) return undefined
  const standardChains = ['solana:mainnet', 'solana:localnet'] as const
  const { show, on } = accountEvents(() => wallet)
  const wallet: StandardWallet = {
    version: '1.0.0',
    name: walletConnectSolanaName,
    icon: walletConnectIcon,
    chains: standardChains,
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect: () => link.disconnect() },
      'standard:events': { version: '1.0.0', on },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (input: SignInput) => [{ signedTransaction: await sign(input) }],
      },
    },
  }
  link.subscribe((news) => {
    if (news.is === 'ended') show([])
    if (news.is === 'accounts' && wallet.accounts.length > 0) void accounts().then(show)
  })
  return wallet

  async function connect({ silent = false }: { readonly silent?: boolean } = {}) {
    if (!silent) await link.connect('solana')
    return show(await accounts())
  }

  async function accounts(): Promise<readonly StandardAccount[]> {
    const start = `${chain}:`
    const own = (await link.accounts('solana')).filter((account) => account.startsWith(start))
    return own.map((account) => {
      const address = account.slice(start.length)
      const publicKey = new PublicKey(address).toBytes()
      return { address, publicKey, chains: standardChains, features: ['solana:signTransaction'] }
    })
  }

  /** Wallets return the whole transaction, or only its signature. */
  async function sign({ account, transaction }: SignInput): Promise<Uint8Array> {
    const params = { pubkey: account.address, transaction: btoa(String.fromCharCode(...transaction)) }
    const answer = await link.request({ chain: chain ?? '', method: 'solana_signTransaction', params })
    const [whole, signature] = [memberOf(answer, 'transaction'), memberOf(answer, 'signature')]
    if (typeof whole === 'string' && whole !== '')
      return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
    const bytes = typeof signature === 'string' ? fromBase58(signature) : undefined
    if (bytes?.length !== 64) throw new NoSignature()
    const signed = VersionedTransaction.deserialize(transaction)
    signed.addSignature(new PublicKey(account.address), bytes)
    return signed.serialize()
  }
}

type SignInput = { readonly account: StandardAccount; readonly transaction: Uint8Array }

/** The wallet's answer contains no signature. */
export const NoSignature = errorClass('NoSignature', () => 'The wallet answered without a signature.')
