import type { Chain } from '../../domain/chain'
import { defineMessages } from '../../ui/messages'

const chainMessages = defineMessages({ reason })

/** Why nothing can be signed on a chain, in words: part of the catalogues of swap and liquidity. */
export function notTradable(chain: Pick<Chain, 'viewOnly'>): string {
  return chainMessages.english.reason(chain)
}

function reason({ viewOnly }: Pick<Chain, 'viewOnly'>): string {
  switch (viewOnly) {
    case 'unknown kind':
      return 'This network type is not supported.'
    case 'no settings':
      return 'This network is not configured here.'
    default:
      return 'This network is switched off.'
  }
}
