import { memberOf } from '../../../chain/rpc'
import type { Announcement, Provider } from './provider'

/*
 * Wallets that put a provider at `window.ethereum` (EIP-1193) and announce nothing (EIP-6963): some extensions, and the
 * browsers inside some wallet apps. Providers from before EIP-1193 (2020) are not wallets.
 */

/** The flags by which such wallets name themselves. Many also say that they are MetaMask, which therefore comes last. */
const flags: readonly (readonly [flag: string, name: string])[] = [
  ['isRabby', 'Rabby Wallet'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isPhantom', 'Phantom'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isSafePal', 'SafePal'],
  ['isMathWallet', 'MathWallet'],
  ['isFrame', 'Frame'],
  ['isTally', 'Taho'],
  ['isOpera', 'Opera Wallet'],
  ['isMetaMask', 'MetaMask'],
]

/** A provider without any of these flags. */
const unnamedWallet = 'Browser wallet'

/** The wallets at `window.ethereum`: one, or several that share it. */
export function legacyWallets(page: object): readonly Announcement[] {
  const injected = memberOf(page, 'ethereum')
  const shared = listIn(memberOf(injected, 'providers'))
  const found = (shared.length > 0 ? shared : [injected]).filter(
    (value): value is Provider => typeof memberOf(value, 'request') === 'function',
  )
  const named = found.map((provider) => ({
    provider,
    name: flags.find(([flag]) => memberOf(provider, flag) === true)?.[1],
  }))
  return named
    .filter(({ name }, index) => named.findIndex((other) => other.name === name) === index)
    .map(({ provider, name = unnamedWallet }) => {
      const id = `injected.${name.toLowerCase().replaceAll(/\W+/g, '-')}`
      return { id, name, icon: undefined, provider, isDuplicate: false }
    })
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
