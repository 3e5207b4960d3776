import type { Chain } from '../../domain/chain'

/** Why nothing can be signed on a chain, in words: part of the catalogues of swap and liquidity. */
export function notTradable({ viewOnly }: Pick<Chain, 'viewOnly'>): string {
  switch (viewOnly) {
    case 'unknown kind':
      return 'It is not known how this chain is spoken to.'
    case 'no settings':
      return 'This deployment has no settings for this chain.'
    default:
      return 'The service has switched it off.'
  }
}
