export const boundsMessages = {
  title: 'Bounds',
  pays: 'Maximum paid',
  promised: 'Minimum in the transactions',
  arrives: 'Received (simulated)',
  networkFee: 'Maximum network cost',
  changes: 'Balance changes (simulated)',
  change: (who: string, amount: string) => `${who}: ${amount}`,
  allowances: 'Remaining approvals',
  allowance: (spender: string, amount: string) => `${spender} can still spend ${amount}`,
  none: 'None',
}
