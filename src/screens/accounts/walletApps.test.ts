import { describe, expect, test } from 'vitest'
import { appLinks, byKind, firstWallets, pairingLinks, platformOf, walletApps } from './walletApps'

const page = new URL('https://swap.example/swap?from=1:native&amount=1.5#x')
const escapedPage = 'https%3A%2F%2Fswap.example%2Fswap%3Ffrom%3D1%3Anative%26amount%3D1.5%23x'

describe('a link opens this page inside the wallet', () => {
  test.each([
    ['MetaMask', 'https://link.metamask.io/dapp/swap.example/swap?from=1:native&amount=1.5#x'],
    ['Phantom', `https://phantom.app/ul/browse/${escapedPage}?ref=https%3A%2F%2Fswap.example`],
    ['Rabby', `https://rabby.io/dapp?url=${escapedPage}`],
    ['Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${escapedPage}`],
    ['Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${escapedPage}`],
    [
      'OKX Wallet',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${escapedPage}`)}`,
    ],
    ['Backpack', `https://backpack.app/ul/v1/browse/${escapedPage}?ref=https%3A%2F%2Fswap.example`],
  ])('%s', (name, link) => {
    expect(walletApps.find((app) => app.name === name)?.linkTo(page)).toBe(link)
  })

  test('every app of the table is tested', () => {
    expect(walletApps).toHaveLength(7)
  })

  test('MetaMask, which opens pages by https only, is not offered for another', () => {
    const names = appLinks(new URL('http://127.0.0.1:4173/swap'), ['evm']).map(({ app }) => app.name)
    expect(names).not.toContain('MetaMask')
    expect(names).toContain('Rabby')
  })
})

test('a pairing link is offered for apps that document one', () => {
  const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=58'
  expect(pairingLinks(uri).map(({ name, href }) => [name, href])).toEqual([
    ['MetaMask', `https://metamask.app.link/wc?uri=${encodeURIComponent(uri)}`],
    ['Trust Wallet', `https://link.trustwallet.com/wc?uri=${encodeURIComponent(uri)}`],
  ])
})

describe('the offered wallets', () => {
  test('those of the asked kind come first, and none that the deployment has no chain for', () => {
    const names = appLinks(page, ['evm', 'solana'], 'solana').map(({ app }) => app.name)
    expect(names.at(-1)).toBe('Rabby')
    expect(appLinks(page, ['solana']).map(({ app }) => app.name)).not.toContain('Rabby')
  })

  test.each(['desktop', 'ios', 'android'] as const)('three on %s, with every kind among them', (platform) => {
    expect(firstWallets[platform]).toHaveLength(3)
    for (const kind of ['evm', 'solana'] as const) expect(byKind(firstWallets[platform], [kind])).not.toEqual([])
    for (const { site } of firstWallets[platform]) expect(site).toMatch(/^https:\/\//)
  })
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, 'desktop'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/156.0', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0', 10, 'desktop'],
] as const)('%s with %s touch points is %s', (userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
})
