import { defineMessages } from '../../../ui/messages'

export const boundsMessages = defineMessages({
  title: 'Bounds',
  pays: 'Pays at most',
  promised: 'Transactions promise at least',
  arrives: 'Arrives when simulated',
  networkFee: 'Network fee at most',
  changes: 'Balance changes when simulated',
  change: (who: string, amount: string) => `${who}: ${amount}`,
  allowances: 'Allowances that remain',
  allowance: (spender: string, amount: string) => `${spender} may spend ${amount}`,
  none: 'None',
})
