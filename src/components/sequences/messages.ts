import type { SequenceStep } from '../../orders/sequence'
import { defineMessages } from '../../ui/messages'
import type { UnfinishedOrder } from './sequence'

const steps: Readonly<Record<SequenceStep, string>> = {
  withdrawal: 'withdrawal',
  swap: 'swap',
  deposit: 'deposit',
}

const unfinished: Readonly<Record<UnfinishedOrder, string>> = {
  open: 'is not finished.',
  failed: 'did not succeed. Continue to try it again.',
  unsettled: 'was cancelled, but may still be carried out. Continue to see what became of it.',
}

/** Texts about a deposit that takes several orders. */
export const sequenceMessages = defineMessages({
  title: (pair: string, position: string | undefined) =>
    position === undefined ? `Unfinished swap and deposit: ${pair}` : `Unfinished move of position #${position}`,
  untouched: (position: string) => `Nothing has moved yet: your liquidity is still in position #${position}.`,
  inWallet: (amounts: string) => `${amounts} are in your wallet, ready for the deposit.`,
  underWay: (step: SequenceStep, order: UnfinishedOrder) => `The ${steps[step]} ${unfinished[order]}`,
  otherAccount: 'It belongs to an account that is not connected. To continue, connect',
  next: { swap: 'Next: the swap.', deposit: 'Next: the deposit.' },
  goOn: 'Continue',
  stop: 'Stop here',
})
