import { listText } from '../../../domain/text/listText'
import { defineMessages } from '../../../ui/messages'

/** The words next to the swap form. */
export const asideMessages = defineMessages({
  recent: 'Your recent swaps',
  none: 'Swaps you make in this browser appear here.',
  all: 'All activity',

  demo: 'You are in demo mode',
  demoSays: (evm: readonly string[], solana: readonly string[]) =>
    [
      evm.length > 0 && `${listText(evm)} ${evm.length > 1 ? 'work' : 'works'} like Ethereum`,
      solana.length > 0 && `${listText(solana)} ${solana.length > 1 ? 'work' : 'works'} like Solana`,
    ]
      .filter((part) => part !== false)
      .join(', ')
      .concat('. They run on this computer. Their tokens are worth nothing, so try everything.'),
  gotIt: 'Got it',
})
