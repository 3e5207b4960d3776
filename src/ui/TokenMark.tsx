import { useState } from 'react'
import type { Chain } from '../domain/chain'
import { Boundary } from './Boundary'
import { ChainGlyph } from './ChainGlyph'
import { classes } from './classes'

export type MarkedToken = {
  readonly symbol: string
  /** Decides the colour of a token without an image, so that a token with a copied symbol looks different. */
  readonly address: string | undefined
  /**
   * An http(s) URL that has been checked to be below the deployment's image base. Without one, or when it fails to
   * load: letters.
   */
  readonly src?: string | undefined
}

export type TokenMarkProps = MarkedToken & {
  /** Its icon is shown in the corner. */
  chain?: Pick<Chain, 'chainId' | 'kind' | 'name'> | undefined
  size?: 'small' | 'medium' | 'regular'
}

/** A token's image or letters. Hidden from screen readers, because the symbol is next to it as text. */
export function TokenMark({ chain, size = 'regular', ...token }: TokenMarkProps) {
  return (
    <span aria-hidden="true" className={classes('relative inline-grid shrink-0 place-items-center', sizes[size])}>
      <Boundary>
        <Picture {...token} />
        {chain && (
          <ChainGlyph
            chain={chain}
            className={classes(
              'absolute -end-1 -bottom-0.5 outline-2 outline-sheet',
              size === 'small' ? 'size-3' : 'size-3.5',
            )}
          />
        )}
      </Boundary>
    </span>
  )
}

function Picture({ symbol, address, src }: MarkedToken) {
  const [failed, setFailed] = useState<string>()
  if (src === undefined || src === failed)
    return (
      <span
        data-letters={lettersOf(symbol)}
        style={{ backgroundImage: groundOf(address || symbol) }}
        className="mark"
      />
    )
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
      className="size-full rounded-full bg-raised object-cover"
    />
  )
}

const sizes = { small: 'size-6 text-[1.5rem]', medium: 'size-8 text-[2rem]', regular: 'size-10 text-[2.5rem]' }

/** The first letters or digits of a symbol, four at most; a question mark for hostile names. */
function lettersOf(symbol: string): string {
  const letters = symbol.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? ['?']
  return letters.slice(0, 4).join('').toUpperCase()
}

/** Two tones of one hue, derived from the normalised address. White letters have enough contrast on both. */
function groundOf(address: string): string {
  let sum = 0
  for (const letter of address.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  const hue = sum % 360
  return `linear-gradient(165deg, oklch(0.52 0.1 ${hue}) 55%, oklch(0.42 0.09 ${hue}) 55%)`
}
