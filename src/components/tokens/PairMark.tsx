import type { Chain } from '../../domain/chain'
import { ChainGlyph } from '../../ui/ChainGlyph'
import type { PairToken } from '../pools/poolToken'
import { TokenImage } from './TokenImage'

export type PairMarkProps = {
  /** One or two. */
  tokens: readonly PairToken[]
  /** The chain's icon is shown in the corner. */
  chain?: Pick<Chain, 'chainId' | 'kind' | 'name'> | undefined
}

const pairMark = 'relative inline-flex shrink-0 align-middle'
const firstMark = 'relative z-1 inline-flex rounded-full outline-2 outline-sheet'
const secondMark = '-ms-2 inline-flex'

/** Icons of one or two tokens; the second is drawn behind the first. */
export function PairMark({ tokens, chain }: PairMarkProps) {
  return (
    <span aria-hidden="true" className={pairMark}>
      {tokens.slice(0, 2).map((token, index) => (
        <span key={index === 0 ? 'first' : 'second'} className={index === 0 ? firstMark : secondMark}>
          <TokenImage token={token} size="small" />
        </span>
      ))}
      {chain && <ChainGlyph chain={chain} className="absolute -end-1 -bottom-0.5 z-2 size-3 outline-2 outline-sheet" />}
    </span>
  )
}
