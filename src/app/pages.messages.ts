import { defineMessages } from '../ui/messages'

/**
 * The texts of the HTML files: titles, descriptions for link previews, and the messages of `index.html`. Only the build
 * reads it (bin/parts/prerender.mjs).
 */
export const pageMessages = defineMessages({
  titles: {
    start: 'Swap',
    pools: 'Pools',
    pool: 'Pool',
    token: 'Token',
    liquidity: 'Add liquidity',
    portfolio: 'Portfolio',
    positions: 'Positions',
    position: 'Position',
    activity: 'Activity',
    order: 'Order',
    inspect: 'Inspect',
    help: 'Help',
    settings: 'Settings',
    missing: 'Page not found',
  },
  descriptions: {
    start: 'Swap tokens on and across networks. Every transaction is read, checked and simulated before you sign.',
    pools:
      'Liquidity pools with TVL, volume, fees and APR. Search, compare and export them, and see where each figure comes from.',
    pool: 'One liquidity pool: price, TVL, volume, fees and APR over time, liquidity by price, positions and recent trades.',
    token: 'One token: its price over time, its pools, and where to buy and sell it.',
    liquidity:
      'Choose a pool and a price range, see the deposit ratio and the estimated APR, and add liquidity in one review.',
    portfolio: 'Your tokens and positions on all networks: value, fees to collect and unfinished orders.',
    positions: 'Your liquidity positions: value, price range and fees earned. Collect fees, add or remove liquidity.',
    position: 'One liquidity position: its value, price range, fees earned and history.',
    activity: 'Your swaps and deposits, step by step.',
    order: 'One swap or deposit: its steps, transactions and network cost.',
    inspect: 'Requests, conformance and dry runs, for support.',
    help: 'How Tidegate works, and what slippage, price impact and the other terms mean.',
    settings: 'Slippage tolerance, appearance and your own RPC nodes.',
    missing: 'There is no page at this address.',
  },
  /** As in `index.html`, from where the build replaces them. */
  document: {
    picture: 'Tidegate: swaps and liquidity, checked before you sign',
    noScript: 'Tidegate needs JavaScript: it checks every transaction in this page before your wallet is asked.',
    refused: 'Tidegate could not start safely',
    notAsPublished: 'A file did not arrive as published, so your browser did not run it. Nothing was signed or sent.',
    unsure:
      'It was changed, or damaged in transit. Reload the page. If this happens again, do not use this site, and report it to its operator.',
    lost: 'It was probably lost in transit: a bad connection, or a problem of the server. Reload the page when you are online again. If this happens again, do not use this site, and report it to its operator.',
    changed:
      'Downloaded again, it still does not match: it was changed after publishing, on the server or in transit. Reload the page. If this happens again, do not use this site, and report it to its operator.',
    kept: 'Your orders are kept: you see them again as soon as the app starts.',
    outdated: 'This browser is too old for Tidegate',
    browsers:
      'Tidegate needs Chrome or Edge 111, Safari 16.4 (iOS 16.4), Firefox 115, or newer. Wallet apps use the browser of the phone: update iOS, or “Android System WebView” in Google Play.',
    nothingSent: 'Nothing was signed or sent. Your orders are kept in this browser.',
  },
})
