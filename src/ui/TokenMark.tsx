import { useState } from 'react'
import type { Chain } from '../domain/chain'
import { ChainGlyph } from './ChainGlyph'
import { classes } from './classes'
import { groundOf, lettersOf } from './monogram'

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
export function TokenMark({ symbol, address, src, chain, size = 'regular' }: TokenMarkProps) {
  const [failed, setFailed] = useState<string>()
  const isImage = src !== undefined && src !== failed
  const letters = lettersOf(symbol)
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
        <span data-letters={letters} style={{ backgroundImage: groundOf(address || symbol) }} className="mark" />
      )}
      {chain && (
        <ChainGlyph
          chain={chain}
          className={classes(
            'absolute -end-1 -bottom-0.5 outline-2 outline-sheet',
            size === 'small' ? 'size-3' : 'size-3.5',
          )}
        />
      )}
    </span>
  )
}

const sizes = { small: 'size-6 text-[1.5rem]', medium: 'size-8 text-[2rem]', regular: 'size-10 text-[2.5rem]' }
