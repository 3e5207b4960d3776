import type { Chain } from '../../domain/chain'
import { TokenMark, type TokenMarkProps } from '../../ui/TokenMark'
import type { PairToken } from '../pools/poolToken'
import { useServices } from '../services'
import { imageOf } from './image'

type TokenImageProps = Pick<TokenMarkProps, 'size'> & {
  token: PairToken & { readonly chain?: Chain }
  /** Marks the network in a corner. */
  hasChain?: boolean
}

/** A token's image from the server that the deployment names, or its monogram. */
export function TokenImage({ token, size, hasChain }: TokenImageProps) {
  const { deployment } = useServices()
  return (
    <TokenMark
      symbol={token.symbol}
      address={token.address}
      src={imageOf(deployment, token)}
      {...(hasChain && token.chain && { chain: token.chain })}
      {...(size && { size })}
    />
  )
}
