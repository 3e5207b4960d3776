import type { Caution } from '../../domain/token'
import { defineMessages } from '../../ui/messages'

/** Why a token should be looked at twice, in the words every screen uses. */
export const cautionMessages = defineMessages({
  caution: (caution: Caution) => {
    switch (caution.is) {
      case 'look-alike':
        return `Not the real ${caution.of}: similar name`
      case 'shared ticker':
        return 'Several tokens use this name: check the address'
      case 'unusual name':
        return 'Unusual name: check the address'
      case 'link in name':
        return 'Link in the name: likely a scam'
      case 'sum in name':
        return 'Name promises money: likely a scam'
      case 'unusual price':
        return 'Unusual price: changed 100-fold just now'
    }
  },
  /** The consent before such a token is swapped. */
  about: (symbol: string, network: string, short: string) => `${symbol} on ${network} (${short}):`,
})
