import { listText } from '../../../domain/text/listText'
import { locale } from '../../../domain/text/locale'
import { defineMessages } from '../../../ui/messages'

/** The words next to the swap form. */
export const asideMessages = defineMessages({
  headline: 'Swap with nothing hidden.',
  difference: 'Every transaction is explained and checked before your wallet opens.',

  recent: 'Your recent swaps',
  all: 'All activity',

  demo: 'You are in demo mode',
  demoSays: (evm: readonly string[], solana: readonly string[]) =>
    `Demo mode: ${[
      evm.length > 0 && `${listText(evm)} ${evm.length > 1 ? 'work' : 'works'} like Ethereum`,
      solana.length > 0 && `${listText(solana)} ${solana.length > 1 ? 'work' : 'works'} like Solana`,
    ]
      .filter((part) => part !== false)
      .join(locale.comma)}. Their tokens are free and worth nothing.`,
  gotIt: 'Got it',
})
