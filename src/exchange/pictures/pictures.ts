import { type ListedCoin, listings, type PricedAsset, solanaListing } from '../listing'

/** SVG images by path, as in `relativeImagePath`. */
export type Pictures = ReadonlyMap<string, string>

export function picturePath(currencyId: number): string {
  return `/tokens/${currencyId}.svg`
}

/*
 * Icons for the listed tokens, drawn for this exchange: a coloured disc of 32 units with a simple shape. They are SVG
 * text, so that each takes a few hundred bytes and nothing is loaded from elsewhere.
 */

type Mark = {
  readonly ground: string
  /** White shapes, unless they name their own fill. */
  readonly shapes: string
}

/** The imitation of USDC (`GHOST`) must not look like USDC. */
const marks: Readonly<Record<PricedAsset, Mark>> = {
  ETH: {
    ground: '#5b6ee1',
    shapes: '<path d="M16 5l7 11-7 4-7-4z"/><path fill="#d5dbff" d="M16 22l6.5-4L16 27l-6.5-9z"/>',
  },
  BNB: {
    ground: '#c98b12',
    shapes:
      '<path d="M16 6l3.5 3.5L16 13l-3.5-3.5zM16 19l3.5 3.5L16 26l-3.5-3.5zM9.5 12.5L13 16l-3.5 3.5L6 16zM22.5 12.5L26 16l-3.5 3.5L19 16z"/>',
  },
  BTC: {
    ground: '#d9741b',
    shapes:
      '<path fill-rule="evenodd" d="M11 8h6.5a4.25 4.25 0 0 1 2.8 7.4A4.6 4.6 0 0 1 18 24h-7zm3 3v3.5h3a1.75 1.75 0 0 0 0-3.5zm0 6V21h3.5a2 2 0 0 0 0-4z"/>',
  },
  SOL: {
    ground: '#2b2f4a',
    shapes:
      '<path fill="#7ef0c3" d="M11 9h14l-4 3.5H7z"/><path fill="#a7b6ff" d="M7 14.25h14l4 3.5H11z"/><path fill="#d59bff" d="M11 19.5h14L21 23H7z"/>',
  },
  USDC: {
    ground: '#2a76c9',
    shapes:
      '<path d="M15 7h2v18h-2z"/><path fill="none" stroke="#fff" stroke-width="2.5" d="M20.5 12.5c-1-3-8.5-3-8.5.5 0 4 8.5 2 8.5 6 0 3.5-7.5 3.5-9 .5"/>',
  },
  USDT: {
    ground: '#1f8f75',
    shapes:
      '<path d="M9 8h14v3.5h-5.25V25h-3.5V11.5H9z"/><ellipse cx="16" cy="15.5" rx="8" ry="2.25" fill="none" stroke="#fff" stroke-width="1.5"/>',
  },
  DAI: {
    ground: '#d8a11e',
    shapes:
      '<path fill-rule="evenodd" d="M10 8h5.5a8 8 0 0 1 0 16H10zm3 3v10h2.5a5 5 0 0 0 0-10z"/><path d="M7 13.5h18V15H7zM7 17h18v1.5H7z"/>',
  },
  PUFF: {
    ground: '#27343f',
    shapes:
      '<circle cx="14" cy="15" r="7.5"/><path fill="#ff8a3c" d="M20 11l7 4.5-7 4z"/><circle cx="15.5" cy="13.5" r="1.5" fill="#27343f"/>',
  },
  BONQ: {
    ground: '#a9543f',
    shapes:
      '<path fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" d="M11.5 20.5l9-9"/><g><circle cx="9.5" cy="19" r="2.75"/><circle cx="13" cy="22.5" r="2.75"/><circle cx="19" cy="9.5" r="2.75"/><circle cx="22.5" cy="13" r="2.75"/></g>',
  },
  HEX: { ground: '#8c2f6b', shapes: '<path d="M16 6l8.5 5v10L16 26l-8.5-5V11z"/>' },
  GHOST: {
    ground: '#6a7178',
    shapes:
      '<path d="M9 25V14a7 7 0 0 1 14 0v11l-2.33-2-2.34 2L16 23l-2.33 2-2.34-2z"/><g fill="#6a7178"><circle cx="13.5" cy="14.5" r="1.5"/><circle cx="18.5" cy="14.5" r="1.5"/></g>',
  },
}

/** Shown with a ring on a wrapped or bridged coin. */
const ringed: readonly PricedAsset[] = ['ETH', 'BNB', 'BTC']

/** The icon of a listed coin as SVG. */
function tokenMark({ asset, symbol }: Pick<ListedCoin, 'asset' | 'symbol'>): string {
  const { ground, shapes } = marks[asset]
  const isWrapped = ringed.includes(asset) && symbol !== asset
  const ring = isWrapped ? '<circle cx="16" cy="16" r="14.5" fill="none" stroke="#fff" stroke-opacity=".7"/>' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${ground}"/><g fill="#fff">${shapes}</g>${ring}</svg>`
}

/** The images of all listed tokens. */
export const pictures: Pictures = new Map(
  [...listings, solanaListing].flatMap(({ coins }) =>
    coins.map((coin) => [picturePath(coin.currencyId), tokenMark(coin)] as const),
  ),
)
