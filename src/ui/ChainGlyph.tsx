import type { Chain } from '../domain/chain'
import { classes } from './classes'

export type ChainGlyphProps = { chain: Pick<Chain, 'chainId' | 'kind' | 'name'>; className?: string }

/** The icon of a network. It depends on the chain id, never on the name, which any network can copy. */
export function ChainGlyph({ chain, className = 'size-4' }: ChainGlyphProps) {
  const { ground, path } = glyphs[chain.chainId] ?? byKind[chain.kind] ?? unknown
  return (
    <svg viewBox="0 0 16 16" className={classes('shrink-0 rounded-[28%]', className)} aria-hidden="true">
      <path d="M0 0h16v16H0z" fill={ground} />
      {path ? (
        <path d={path} fill="none" stroke="#fff" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <text x="8" y="11.5" textAnchor="middle" fontSize="10" fontWeight="600" fill="#fff">
          {initialOf(chain.name)}
        </text>
      )}
    </svg>
  )
}

function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name.normalize('NFKC'))?.[0] ?? '?').toUpperCase()
}

type Glyph = { readonly ground: string; readonly path?: string }

const unknown: Glyph = { ground: '#55636e' }

const byKind: Readonly<Partial<Record<Chain['kind'], Glyph>>> = {
  solana: { ground: '#3b2d63', path: 'M5.5 4.5H13l-2 2H3.5zM3 9.5h7.500l2 2H5z' },
  bitcoin: {
    ground: '#b85f10',
    path: 'M5.5 4v8M5.5 4h3a2 2 0 0 1 0 4h-3M8.5 8h.5a2 2 0 0 1 0 4H5.500M7 2.500V4M7 12v1.5',
  },
}

const glyphs: Readonly<Record<number, Glyph>> = {
  1: { ground: '#3f4f9e', path: 'M8 2.500L4.5 8.25 8 10.25l3.5-2zM5 10.500l3 3 3-3' },
  10: { ground: '#b3262e', path: 'M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8z' },
  56: { ground: '#8a6100', path: 'M8 3l2 2-2 2-2-2zM4 7l1 1-1 1-1-1zM12 7l1 1-1 1-1-1zM8 9l2 2-2 2-2-2z' },
  137: { ground: '#6a3fc0', path: 'M8 3l4.3 2.500v5L8 13l-4.3-2.500v-5z' },
  8453: { ground: '#1d4ed0', path: 'M4 8h8M8 4a4 4 0 1 1 0 8 4 4 0 0 1-4-4' },
  42161: { ground: '#24507d', path: 'M4 12l4-8 4 8M8 9l1.5 3' },
  43114: { ground: '#b3262e', path: 'M3.5 12L8 4l4.5 8h-3L8 9.5 6.5 12z' },
  // The networks of the embedded exchange (Harbor, Delta, …): an anchor, a river delta, a branch of coral.
  741001: {
    ground: '#0d5f78',
    path: 'M8 5.500V13M5.5 8h5M3.5 9.500a4.5 3.5 0 0 0 9 0M8 2.800a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.600z',
  },
  741002: { ground: '#7a4a12', path: 'M8 3v4M8 7l-4.5 6M8 7v6M8 7l4.5 6' },
  741003: { ground: '#9b3157', path: 'M8 13.500V7M8 10L4.5 7.500V4M8 8.500l3.5-2V3M8 7V3' },
}
