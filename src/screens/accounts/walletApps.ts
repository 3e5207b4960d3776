import type { ChainKind } from '../../domain/chain'

/** The platform the page is open on, which decides which wallets are available. */
export type Platform = 'desktop' | 'ios' | 'android'

/** A wallet app with a built-in browser, in which it announces itself to pages. */
export type WalletApp = {
  readonly name: string
  readonly kinds: readonly ChainKind[]
  /**
   * A deep link that opens a page in the app, from the wallet's documentation; `undefined` if the app cannot open it.
   */
  readonly linkTo: (page: URL) => string | undefined
  /** Prefix of a WalletConnect deep link, for wallets that document one. */
  readonly pairsAt?: string
  /** The wallet's own download page. */
  readonly site: string
}

const metamask: WalletApp = {
  name: 'MetaMask',
  kinds: ['evm', 'solana'],
  /** docs.metamask.io: the URL is appended unescaped and without its scheme; the app opens it with https. */
  linkTo: (page) =>
    page.protocol === 'https:' ? `https://link.metamask.io/dapp/${page.href.slice('https://'.length)}` : undefined,
  pairsAt: 'https://metamask.app.link',
  site: 'https://metamask.io/download',
}

const phantom: WalletApp = {
  name: 'Phantom',
  kinds: ['solana', 'evm'],
  /** docs.phantom.com/phantom-deeplinks/other-methods/browse */
  linkTo: (page) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`,
  site: 'https://phantom.com/download',
}

const rabby: WalletApp = {
  name: 'Rabby',
  kinds: ['evm'],
  /** Rabby does not document its deep link; this form is in common use. */
  linkTo: (page) => `https://rabby.io/dapp?url=${encodeURIComponent(page.href)}`,
  site: 'https://rabby.io',
}

const trust: WalletApp = {
  name: 'Trust Wallet',
  kinds: ['evm', 'solana'],
  /** developer.trustwallet.com/developer/develop-for-trust/deeplinking; 60 is Ethereum in SLIP-44. */
  linkTo: (page) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(page.href)}`,
  pairsAt: 'https://link.trustwallet.com',
  site: 'https://trustwallet.com/download',
}

const coinbase: WalletApp = {
  name: 'Coinbase Wallet',
  kinds: ['evm', 'solana'],
  /** docs.cdp.coinbase.com, mobile dapp integration */
  linkTo: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page.href)}`,
  site: 'https://www.coinbase.com/wallet/downloads',
}

const okx: WalletApp = {
  name: 'OKX Wallet',
  kinds: ['evm', 'solana'],
  /**
   * web3.okx.com/build/docs/waas/app-universal-link: the app's deep link inside a link that also works without the app.
   */
  linkTo: (page) =>
    `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page.href)}`)}`,
  site: 'https://web3.okx.com/download',
}

const backpack: WalletApp = {
  name: 'Backpack',
  kinds: ['solana', 'evm'],
  /** docs.backpack.app/deeplinks/other-methods/browse */
  linkTo: (page) =>
    `https://backpack.app/ul/v1/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`,
  site: 'https://backpack.app/download',
}

/** Wallet apps that can open this page. */
export const walletApps: readonly WalletApp[] = [metamask, phantom, rabby, trust, coinbase, okx, backpack]

/** Three suggested wallets; together they support every chain kind the app signs on. */
export const firstWallets: Readonly<Record<Platform, readonly WalletApp[]>> = {
  desktop: [metamask, rabby, phantom],
  ios: [metamask, phantom, trust],
  android: [metamask, phantom, trust],
}

/** Deep links that open a page in the wallet apps, those that support the requested chain kind first. */
export function appLinks(page: URL, kinds: readonly ChainKind[], first?: ChainKind) {
  return byKind(walletApps, kinds, first).flatMap((app) => {
    const href = app.linkTo(page)
    return href === undefined ? [] : [{ app, href }]
  })
}

/** Deep links that pass a pairing URI to an app. `app` opens the app again later. */
export function pairingLinks(uri: string) {
  return walletApps.flatMap(({ name, pairsAt }) =>
    pairsAt === undefined ? [] : [{ name, href: `${pairsAt}/wc?uri=${encodeURIComponent(uri)}`, app: pairsAt }],
  )
}

/** Apps that support one of the kinds, those that support the first kind first. */
export function byKind(
  apps: readonly WalletApp[],
  kinds: readonly ChainKind[],
  first?: ChainKind,
): readonly WalletApp[] {
  const useful = apps.filter((app) => app.kinds.some((kind) => kinds.includes(kind)))
  if (first === undefined) return useful
  return useful.toSorted((a, b) => Number(b.kinds.includes(first)) - Number(a.kinds.includes(first)))
}

/** An iPad identifies as a Mac, but no Mac has a touch screen. */
export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  if (/android/i.test(userAgent)) return 'android'
  const isPad = /macintosh/i.test(userAgent) && maxTouchPoints > 1
  return isPad || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'desktop'
}
