import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { memberOf } from '../../chain/rpc'
import { fromBase58 } from '../../domain/encodings'
import { errorClass } from '../../domain/errorClass'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type SignInput, standardWallet } from '../solana/standardWallet'
import { caip2, walletConnectIcon, walletConnectSolanaName } from '../walletConnectOption'
import type { WalletConnectSession } from './session'

type Link = Pick<WalletConnectSession, 'subscribe' | 'accounts' | 'connect' | 'request' | 'disconnect'>

/** A session's Solana side as a Wallet Standard wallet; `undefined` if no chain has a CAIP-2 id. */
export function createWalletConnectSolana(link: Link, chains: readonly DeploymentChain[]) {
  const chain = chains.flatMap((each) => caip2(each, 'solana') ?? [])[0]
  if (chain === undefined) return undefined
  const { wallet, show } = standardWallet({
    name: walletConnectSolanaName,
    icon: walletConnectIcon,
    connect: async ({ silent = false } = {}) => {
      if (!silent) await link.connect('solana')
      return addresses()
    },
    disconnect: () => link.disconnect(),
    sign,
  })
  link.subscribe((news) => {
    if (news.is === 'ended') show([])
    if (news.is === 'accounts' && wallet.accounts.length > 0) void addresses().then(show)
  })
  return wallet

  async function addresses(): Promise<readonly string[]> {
    const start = `${chain}:`
    const accounts = await link.accounts('solana')
    return accounts.filter((account) => account.startsWith(start)).map((account) => account.slice(start.length))
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

/** The wallet's answer contains no signature. */
export const NoSignature = errorClass('NoSignature', () => 'The wallet answered without a signature.')
