import type { SequenceStep } from '../../preparation/liquidity/sequenceCodec'
import { defineMessages } from '../../ui/messages'

const steps: Readonly<Record<SequenceStep, string>> = {
  withdrawal: 'withdrawal',
  swap: 'swap',
  deposit: 'deposit',
}

/** What is said of a deposit that takes several orders. */
export const sequenceMessages = defineMessages({
  title: (pair: string, position: string | undefined) =>
    position === undefined ? `Unfinished swap and deposit: ${pair}` : `Unfinished move of position #${position}`,
  untouched: (position: string) => `Nothing has moved yet: your liquidity is still in position #${position}.`,
  unstarted: 'Nothing has moved yet: your tokens are in your wallet.',
  inWallet: (amounts: string) => `${amounts} are in your wallet, ready for the deposit.`,
  underWay: (step: SequenceStep) => `The ${steps[step]} is not finished.`,
  next: { withdrawal: 'Next: the withdrawal.', swap: 'Next: the swap.', deposit: 'Next: the deposit.' },
  goOn: 'Continue',
  stop: 'Stop here',
})
