import type { ChainKind } from '../../domain/chain'

/** Where the page is open, as far as it decides which wallets can be had. */
export type Platform = 'desktop' | 'ios' | 'android'

/** A wallet's app that opens pages in a browser of its own, where it announces itself to them. */
export type WalletApp = {
  readonly name: string
  readonly kinds: readonly ChainKind[]
  /** The link that opens a page in the app, by the wallet's documentation; `undefined` where the app cannot open it. */
  readonly linkTo: (page: URL) => string | undefined
  /** Where a link that connects by WalletConnect begins, for wallets that document one. */
  readonly pairsAt?: string
  /** Where the wallet itself says how to get it. */
  readonly site: string
}

const metamask: WalletApp = {
  name: 'MetaMask',
  kinds: ['evm', 'solana'],
  /** docs.metamask.io: the address stands unescaped and without its scheme; the app opens it with https. */
  linkTo: (page) =>
    page.protocol === 'https:' ? `https://link.metamask.io/dapp/${page.href.slice('https://'.length)}` : undefined,
  pairsAt: 'https://metamask.app.link',
  site: 'https://metamask.io/download',
}

const phantom: WalletApp = {
  name: 'Phantom',
  kinds: ['solana', 'evm'],
  /** docs.phantom.com/phantom-deeplinks/other-methods/browse */
  linkTo: (page) => `https://phantom.app/ul/browse/${escaped(page.href)}?ref=${escaped(page.origin)}`,
  site: 'https://phantom.com/download',
}

const rabby: WalletApp = {
  name: 'Rabby',
  kinds: ['evm'],
  /** Rabby publishes no page about it; this is the form the field uses. */
  linkTo: (page) => `https://rabby.io/dapp?url=${escaped(page.href)}`,
  site: 'https://rabby.io',
}

const trust: WalletApp = {
  name: 'Trust Wallet',
  kinds: ['evm', 'solana'],
  /** developer.trustwallet.com/developer/develop-for-trust/deeplinking; 60 is Ethereum in SLIP-44. */
  linkTo: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${escaped(page.href)}`,
  pairsAt: 'https://link.trustwallet.com',
  site: 'https://trustwallet.com/download',
}

const coinbase: WalletApp = {
  name: 'Coinbase Wallet',
  kinds: ['evm', 'solana'],
  /** docs.cdp.coinbase.com, mobile dapp integration */
  linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${escaped(page.href)}`,
  site: 'https://www.coinbase.com/wallet/downloads',
}

const okx: WalletApp = {
  name: 'OKX Wallet',
  kinds: ['evm', 'solana'],
  /** web3.okx.com/build/docs/waas/app-universal-link: a link of the app inside a link that works without the app. */
  linkTo: (page) =>
    `https://web3.okx.com/download?deeplink=${escaped(`okx://wallet/dapp/url?dappUrl=${escaped(page.href)}`)}`,
  site: 'https://web3.okx.com/download',
}

const backpack: WalletApp = {
  name: 'Backpack',
  kinds: ['solana', 'evm'],
  /** docs.backpack.app/deeplinks/other-methods/browse */
  linkTo: (page) => `https://backpack.app/ul/v1/browse/${escaped(page.href)}?ref=${escaped(page.origin)}`,
  site: 'https://backpack.app/download',
}

/** Apps that can open this page, those for the asked kind of chain first. */
export const walletApps: readonly WalletApp[] = [metamask, phantom, rabby, trust, coinbase, okx, backpack]

/** Three wallets to begin with; together they serve every kind of chain the app signs on. */
export const firstWallets: Readonly<Record<Platform, readonly WalletApp[]>> = {
  desktop: [metamask, rabby, phantom],
  ios: [metamask, phantom, trust],
  android: [metamask, phantom, trust],
}

export type AppLink = { readonly app: WalletApp; readonly href: string }

/** The links that open a page in the apps, those that serve the asked kind of chain first. */
export function appLinks(page: URL, kinds: readonly ChainKind[], first?: ChainKind): readonly AppLink[] {
  return byKind(walletApps, kinds, first).flatMap((app) => {
    const href = app.linkTo(page)
    return href === undefined ? [] : [{ app, href }]
  })
}

export type PairingLink = { readonly name: string; readonly href: string; readonly app: string }

/** The links that hand a pairing to an app. `app` opens the app again later. */
export function pairingLinks(uri: string): readonly PairingLink[] {
  return walletApps.flatMap(({ name, pairsAt }) =>
    pairsAt === undefined ? [] : [{ name, href: `${pairsAt}/wc?uri=${escaped(uri)}`, app: pairsAt }],
  )
}

/** Apps that serve one of the kinds, in their order, those that serve the first one first. */
export function byKind(
  apps: readonly WalletApp[],
  kinds: readonly ChainKind[],
  first?: ChainKind,
): readonly WalletApp[] {
  const useful = apps.filter((app) => app.kinds.some((kind) => kinds.includes(kind)))
  if (first === undefined) return useful
  return useful.toSorted((a, b) => Number(b.kinds.includes(first)) - Number(a.kinds.includes(first)))
}

/** An iPad says it is a Mac, but no Mac has a touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/android/i.test(userAgent)) return 'android'
  const isPad = /macintosh/i.test(userAgent) && maxTouchPoints > 1
  return isPad || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'desktop'
}

function escaped(text: string): string {
  return encodeURIComponent(text)
}
