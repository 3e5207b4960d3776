import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from './load.mjs'
import { withPreloads } from './preloads.mjs'

/*
 * Every page is an HTML file of the same app with its screen's title, description and canonical URL. Search engines,
 * link previews and windows whose script has not run yet use them.
 */

const noIndex = true

/**
 * By file name without `.html`; personal pages are not for search engines. `path` is the canonical one; a page for many
 * paths (`route`) has its canonical URL from the gateway.
 */
const pages = {
  start: {
    title: 'Swap',
    path: '/swap',
    description:
      'Swap tokens on and across networks. Every transaction is read, checked and simulated before you sign.',
  },
  pools: {
    title: 'Pools',
    path: '/pools',
    description:
      'Liquidity pools with TVL, volume, fees and APR. Search, compare and export them, and see where each figure comes from.',
  },
  pool: {
    title: 'Pool',
    route: '/pools/:network/:pool',
    description:
      'One liquidity pool: price, TVL, volume, fees and APR over time, liquidity by price, positions and recent trades.',
  },
  token: {
    title: 'Token',
    route: '/tokens/:network/:address',
    description: 'One token: its price over time, its pools, and where to buy and sell it.',
  },
  liquidity: {
    title: 'Add liquidity',
    path: '/liquidity/add',
    description:
      'Choose a pool and a price range, see the deposit ratio and the estimated APR, and add liquidity in one review.',
  },
  portfolio: {
    title: 'Portfolio',
    path: '/portfolio',
    description: 'Your tokens and positions on all networks: value, fees to collect and unfinished orders.',
    noIndex,
  },
  positions: {
    title: 'Positions',
    path: '/positions',
    description: 'Your liquidity positions: value, price range and fees earned. Collect fees, add or remove liquidity.',
    noIndex,
  },
  position: {
    title: 'Position',
    route: '/positions/:network/:position',
    description: 'One liquidity position: its value, price range, fees earned and history.',
    noIndex,
  },
  activity: { title: 'Activity', path: '/activity', description: 'Your swaps and deposits, step by step.', noIndex },
  order: {
    title: 'Order',
    route: '/activity/:order',
    description: 'One swap or deposit: its steps, transactions and network cost.',
    noIndex,
  },
  inspect: {
    title: 'Inspect',
    path: '/inspect',
    description: 'Requests, conformance and dry runs, for support.',
    noIndex,
  },
  help: {
    title: 'Help',
    path: '/help',
    description: 'How Tidegate works, and what slippage, price impact and the other terms mean.',
  },
  settings: {
    title: 'Settings',
    path: '/settings',
    description: 'Slippage tolerance, appearance and your own RPC nodes.',
    noIndex,
  },
  missing: { title: 'Page not found', path: undefined, description: 'There is no page at this address.', noIndex },
}

export const pageNames = ['index', ...Object.keys(pages)]

/** Gives the pages of a built app their titles, and the names of the scripts that they need. */
export function writePages(folder) {
  for (const [name, page] of Object.entries(pages)) {
    const source = readFileSync(join(folder, `${name}.html`), 'utf8')
    const path = page.route ?? page.path
    const route = screens().has(path) ? path : undefined
    writeFileSync(join(folder, `${name}.html`), withPreloads(withMeta(source, page), route, folder))
  }
}

function withMeta(html, { title, path, description, noIndex }) {
  const meta = [
    `<title>${title} · Tidegate</title>`,
    `<meta name="description" content="${description}" />`,
    ...(path ? [`<link rel="canonical" href="${path}" />`] : []),
    ...(noIndex ? ['<meta name="robots" content="noindex" />'] : []),
    `<meta property="og:title" content="${title} · Tidegate" />`,
    `<meta property="og:description" content="${description}" />`,
  ]
  return replaceOnce(html, /<!-- meta -->.*<!-- \/meta -->/s, meta.join('\n    '))
}

function replaceOnce(html, what, by) {
  if (html.split(what).length !== 2) throw new Error('index.html must contain its meta tags once, between their marks.')
  return html.replace(what, () => by)
}
