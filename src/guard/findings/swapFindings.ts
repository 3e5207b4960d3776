/** What is found about the plan of a swap on an EVM chain. */
export const swapFindings = {
  'A-21.limited': { spender: 'address', asked: 'amount', isUnlimited: 'flag', limited: 'amount' },
  'M-088.base-units': { said: 'text', minimum: 'amount' },
  'M-088.contradiction': { said: 'text', symbol: 'text' },
  'V-035.first-use': { contract: 'address' },
  'V-057.changed': {
    change: [
      'other steps',
      'another contract',
      'unreadable',
      'another call',
      'more coins',
      'more is sold',
      'more is allowed',
      'a lower minimum',
      'a wider tolerance',
      'higher fees',
      'another program',
      'another payee',
      'another message',
      'another payment',
    ],
  },
} as const
