import type { Chain } from '../../domain/chain'

/** Why nothing can be signed on a chain, in words: part of the catalogues of swap and liquidity. */
export function notTradable({ viewOnly }: Pick<Chain, 'viewOnly'>): string {
  switch (viewOnly) {
    case 'unknown kind':
      return 'This network type is not supported.'
    case 'no settings':
      return 'This network is not configured here.'
    default:
      return 'This network is switched off.'
  }
}
