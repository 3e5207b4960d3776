import { defineMessages } from '../../ui/messages'

/** How to withdraw without this app: loaded when the deployment is halted. */
export const emergencyExitMessages = defineMessages({
  title: 'How to withdraw without this app',
  list: 'Ways to withdraw',
  careful:
    'You can withdraw with your own wallet and any tool that calls contracts, such as a block explorer. Read first why trading is paused, and do not trust anyone who offers to do it for you.',
  allowance:
    'To revoke an approval, use the approvals page of your wallet, or call approve on the token with the spender and 0. The approval transaction in Activity names both.',
  position:
    'To withdraw liquidity and fees, call decreaseLiquidity and then collect on the position manager, with the position number shown in Positions.',
  bridge:
    'If a bridge transfer missed its deadline, call refund on the bridge contract with the transfer number. The transaction in Activity shows both.',
  copyManager: (chain: string) => `Copy the address on ${chain}`,
  manager: (chain: string) => `Position manager on ${chain}`,
})
