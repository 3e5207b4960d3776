import { getWallets } from '@wallet-standard/app'
import { isRecord } from '../../domain/record'
import { foreignText } from '../../domain/text/label'
import type { Deployment, DeploymentChain } from '../../protocol/deployment/deployment'
import { isServedHere } from '../demo'
import { whenFound } from '../waiting'
import { caip2, walletConnectIcon, walletConnectSolanaName } from '../walletConnectOption'
import type { WalletOption } from '../wallets'

/*
 * Lists Solana wallets without loading the code that signs, so that a list can be shown before any Solana library is
 * loaded.
 */

export const solanaDemoName = 'Demo wallet (Solana)'
const prefix = 'solana:'

/** Test tokens only: the deployment must be embedded and serve the chain itself. */
export function allowsSolanaDemo({ mode, chains }: Deployment): boolean {
  const own = chains.filter(({ kind }) => kind === 'solana')
  return mode === 'embedded' && own.length > 0 && own.every(isLocalChain)
}

function isLocalChain(chain: DeploymentChain): boolean {
  return !realNetworks.has(chain.genesisHash ?? '') && isServedHere(chain)
}

/** Genesis hashes of public networks, where tokens or reputation are real. */
const realNetworks: ReadonlySet<string> = new Set([
  '',
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  '4uhcVJyU9pJkvQyS88uRDiswHXSGkY3zQawwpjk2NsNY',
])

/** Wallets that have announced themselves, by name. */
export type SolanaAnnouncements = {
  readonly options: () => readonly WalletOption[]
  /** The option with this id once its wallet announces itself; `undefined` after `timeout` milliseconds. */
  readonly wait: (id: string, timeout: number) => Promise<WalletOption | undefined>
}

/** Lists the wallets of the registry (Wallet Standard), which the adapter library reads as well. */
export function listenForSolanaWallets(deployment: Deployment, onChange: () => void): SolanaAnnouncements {
  const own = [
    ...(allowsSolanaDemo(deployment) ? [{ ...optionOf(solanaDemoName, demoIcon), isDemo: true }] : []),
    ...(deployment.walletConnect && deployment.chains.some((chain) => caip2(chain, 'solana') !== undefined)
      ? [{ ...optionOf(walletConnectSolanaName, walletConnectIcon), isElsewhere: true }]
      : []),
  ]
  const { get, on } = getWallets()
  on('register', onChange)
  return {
    options,
    wait: (id, timeout) =>
      whenFound(
        () => options().find((option) => option.id === id),
        (listener) => on('register', listener),
        timeout,
      ),
  }

  /** The first wallet of a name counts: no later one can take its place. */
  function options(): readonly WalletOption[] {
    const registered = get().flatMap((wallet) => (isSigner(wallet) ? [optionOf(wallet.name, iconOf(wallet.icon))] : []))
    const all = [...own, ...registered]
    return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index)
  }
}

/** The name of a wallet's option, and back. */
export function solanaOptionId(name: string): string {
  return prefix + name
}

function optionOf(name: string, icon: string | undefined): WalletOption {
  return { id: solanaOptionId(name), name: shownWalletName(name), kind: 'solana', icon, isDemo: false }
}

/** A wallet's own name, cleaned for display. */
export function shownWalletName(name: string): string {
  return foreignText(name, 40) || 'Unnamed wallet'
}

type Signer = { readonly name: string; readonly icon?: unknown }

/** Whether a wallet can be connected and signs transactions of version 0 for us to send. */
function isSigner(wallet: unknown): wallet is Signer {
  if (!isRecord(wallet) || typeof wallet.name !== 'string' || wallet.name === solanaDemoName) return false
  return signsVersioned(wallet.features) && Array.isArray(wallet.chains) && wallet.chains.some(isSolana)
}

/** Whether a wallet has the Wallet Standard features we need. */
export function signsVersioned(features: unknown): boolean {
  if (!isRecord(features) || !('standard:connect' in features) || !('standard:events' in features)) return false
  const signing = features['solana:signTransaction']
  if (!isRecord(signing) || !Array.isArray(signing.supportedTransactionVersions)) return false
  return signing.supportedTransactionVersions.includes(0)
}

function isSolana(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}

/** Accepts only icons embedded in the announcement; loading one from a server would reveal the visitor to it. */
function iconOf(icon: unknown): string | undefined {
  return typeof icon === 'string' && /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(icon) ? icon : undefined
}

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d3b45"/><path d="M5 19c4-5 7-5 11 0s7 5 11 0" fill="none" stroke="#7fe0c3" stroke-width="3" stroke-linecap="round"/></svg>'

export const demoIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
