import { defineMessages } from '../ui/messages'

/** How to get out without this app: loaded when the deployment is halted. */
export const emergencyExitMessages = defineMessages({
  title: 'If you cannot wait: the ways out without this app',
  list: 'Ways out',
  careful:
    'What is yours can be had without this app, with the wallet it belongs to and any tool that calls contracts, such as a block explorer. Read first why it was halted, and trust nobody who offers to do it for you.',
  allowance:
    'An allowance is taken back in a wallet that lists allowances, or by calling approve on the token, with the spender and 0. The transaction that gave it, which Activity links to, names both.',
  position:
    'Liquidity and fees are withdrawn at the position manager: call decreaseLiquidity, then collect, with the number of the position, which Positions shows.',
  bridge:
    'A payment that a bridge has kept past its deadline is taken back by calling refund on the contract it was paid to, with its number. The payment’s transaction, which Activity links to, shows both.',
  copyManager: (chain: string) => `Copy the address on ${chain}`,
  manager: (chain: string) => `Position manager on ${chain}`,
})
