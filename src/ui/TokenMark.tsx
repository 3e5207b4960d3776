import { useState } from 'react'
import { classes } from './classes'

export type TokenMarkProps = {
  symbol: string
  /** Already judged: an http(s) address the deployment vouches for. Without one, or when it fails: a monogram. */
  src?: string | undefined
  /** The initial of the chain sits in the corner. */
  chainName?: string | undefined
  size?: 'small' | 'regular' | 'large'
}

/** The face of a token. It accompanies the symbol in words, so it has no name of its own. */
export function TokenMark({ symbol, src, chainName, size = 'regular' }: TokenMarkProps) {
  const [failed, setFailed] = useState<string>()
  const isImage = src !== undefined && src !== failed
  return (
    <span aria-hidden="true" className={classes('relative inline-grid shrink-0 place-items-center', sizes[size])}>
      {isImage ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="size-full rounded-full bg-raised object-cover"
        />
      ) : (
        <span className={classes('grid size-full place-items-center rounded-full font-bold', hues[hueOf(symbol)])}>
          {monogram(symbol)}
        </span>
      )}
      {chainName && (
        <span className="absolute -end-1 -bottom-1 grid size-4 place-items-center rounded-small border border-sheet bg-ink text-[0.5625rem] leading-none font-bold text-paper">
          {monogram(chainName).slice(0, 1)}
        </span>
      )}
    </span>
  )
}

/** The first letters or digits of a name; hostile names shrink to a question mark. */
function monogram(name: string): string {
  const letters = name.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? ['?']
  return letters.slice(0, 2).join('').toUpperCase()
}

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum % hues.length
}

const sizes = { small: 'size-6 text-[0.5625rem]', regular: 'size-9 text-fine', large: 'size-11 text-body' }

/** Washes of the house's own colours, so that a list of monograms stays calm. */
const hues = [
  'bg-action-wash text-action',
  'bg-amber-wash text-amber',
  'bg-raised text-ink',
  'bg-action text-on-action',
  'bg-ink text-paper',
  'bg-edge text-paper',
]
