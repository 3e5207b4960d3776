import { memberOf } from '../../../chain/rpc'
import { Listeners } from '../../../domain/listeners'
import { isolated } from '../../../domain/text/label'
import type { Announcement, Provider } from './provider'

export type Discovery = ReturnType<typeof createDiscovery>

/** `own` are wallets the app itself offers, which need no announcement. */
export function createDiscovery(page: EventTarget, own: readonly Announcement[] = []) {
  const byUuid = new Map<string, Announcement>(own.map((announcement) => [announcement.id, announcement]))
  const listeners = new Listeners()
  let legacy: readonly Announcement[] = []

  page.addEventListener('eip6963:announceProvider', onAnnounce)
  page.addEventListener(lateInjection, findLegacy)

  return {
    found: (): readonly Announcement[] => [...byUuid.values(), ...unannounced()],
    subscribe: listeners.add,
    /** Requests announcements, also from wallets that already made one. */
    ask: () => {
      page.dispatchEvent(new Event('eip6963:requestProvider'))
      findLegacy()
    },
  }

  /** The first announcement counts: a script cannot put another provider in its place. */
  function findLegacy() {
    if (legacy.length > 0) return
    legacy = legacyWallets(page)
    if (legacy.length > 0) listeners.notify()
  }

  /** A wallet that announces itself as well is listed once, by its announcement. */
  function unannounced(): readonly Announcement[] {
    const announced = [...byUuid.values()]
    return legacy
      .filter(({ provider }) => !isKnown(provider))
      .filter(({ name }) => announced.every((other) => !isOneName(other.name, name)))
  }

  function onAnnounce(event: Event) {
    const said = 'detail' in event ? readAnnouncement(event.detail) : undefined
    // The first announcement of an id counts: no later one can replace a known wallet.
    if (!said || byUuid.has(said.uuid) || isKnown(said.provider)) return
    const { uuid, rdns, name, icon, provider } = said
    const duplicates = [...byUuid].filter(([, { id }]) => id === rdns || id.startsWith(`${rdns}#`))
    for (const [duplicate, announcement] of duplicates) byUuid.set(duplicate, { ...announcement, isDuplicate: true })
    const id = duplicates.length === 0 ? rdns : `${rdns}#${duplicates.length + 1}`
    byUuid.set(uuid, { id, name, icon, provider, isDuplicate: duplicates.length > 0 })
    listeners.notify()
  }

  function isKnown(provider: Provider): boolean {
    return [...byUuid.values()].some((known) => known.provider === provider)
  }
}

/** The event of MetaMask's mobile browser, which injects its provider after the page has begun. */
const lateInjection = 'ethereum#initialized'

/** `Trust Wallet` announces itself as `Trust` as well. */
function isOneName(announced: string, legacy: string): boolean {
  const [a, b] = [announced, legacy].map((name) => name.toLowerCase().replace(/ wallet$/, ''))
  return a === b
}

function readAnnouncement(detail: unknown) {
  const info = memberOf(detail, 'info')
  const provider = memberOf(detail, 'provider')
  const [uuid, rdns, name, icon] = ['uuid', 'rdns', 'name', 'icon'].map((member) => memberOf(info, member))
  if (typeof uuid !== 'string' || typeof rdns !== 'string' || typeof name !== 'string') return undefined
  if (!isProvider(provider)) return undefined
  return { uuid, rdns: rdns.slice(0, 100), name: plainName(name), icon: pictureOf(icon), provider }
}

/**
 * Names are shown next to buttons that move money: limits their length and removes invisible and bidirectional
 * characters.
 */
function plainName(name: string): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()
  return isolated(visible.slice(0, 40)) || 'Unnamed wallet'
}

function pictureOf(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.startsWith('data:image/') && icon.length < 200_000 ? icon : undefined
}

function isProvider(value: unknown): value is Provider {
  return typeof memberOf(value, 'request') === 'function'
}

/*
 * Wallets that put a provider at `window.ethereum` (EIP-1193) and announce nothing (EIP-6963): some extensions, and the
 * browsers inside some wallet apps. Providers from before EIP-1193 (2020) are not wallets.
 */

/** The flags by which such wallets name themselves. Many also say that they are MetaMask, which therefore comes last. */
const legacyFlags: readonly (readonly [flag: string, name: string])[] = [
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

/** The wallets at `window.ethereum`: one, or several that share it. */
export function legacyWallets(page: object): readonly Announcement[] {
  const injected = memberOf(page, 'ethereum')
  const shared = memberOf(injected, 'providers')
  const found = (Array.isArray(shared) && shared.length > 0 ? shared : [injected]).filter(isProvider)
  const named = found.map((provider) => ({
    provider,
    name: legacyFlags.find(([flag]) => memberOf(provider, flag) === true)?.[1],
  }))
  return named
    .filter(({ name }, index) => named.findIndex((other) => other.name === name) === index)
    .map(({ provider, name = 'Browser wallet' }) => {
      const id = `injected.${name.toLowerCase().replaceAll(/\W+/g, '-')}`
      return { id, name, icon: undefined, provider, isDuplicate: false }
    })
}
