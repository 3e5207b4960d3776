import { defineMessages } from '../../../ui/messages'
import type { FoundTransaction } from './lookUpTransaction'

export const transactionMessages = defineMessages({
  hash: 'Transaction hash',
  finding: 'Searching every chain…',
  nowhere: 'No chain of this deployment knows this transaction.',
  silent: (names: readonly string[]) => `No response from ${names.join(' and ')}: the transaction may be there.`,
  on: (name: string, chainId: number) => `${name} (${chainId})`,
  outcome: 'Status',
  outcomes: {
    pending: 'Sent, not in a block yet',
    done: 'Confirmed',
    reverted: 'Failed on chain',
  } satisfies Record<FoundTransaction['outcome'], string>,
  block: 'Block',
  from: 'From',
  to: 'To',
  value: 'Native tokens sent, in base units',
  calls: 'Calls',
  unread: 'Not decoded',
  order: 'Order in this browser',
  step: (number: number) => `step ${number}`,
  noOrder: 'None in this browser',
})
