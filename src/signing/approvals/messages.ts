import { defineMessages } from '../../ui/messages'

/** Texts for the approvals of an account. */
export const approvalMessages = defineMessages({
  show: 'Show approvals',
  title: 'Approvals',
  looking: 'Reading approvals…',
  none: 'No contract of this exchange or of your orders here can spend your tokens.',
  scope: (tokens: number) =>
    `Checked: ${tokens} listed tokens, for the contracts of this exchange and of your orders in this browser. Other approvals are not listed.`,
  failed: (network: string) => `Could not read approvals on ${network}.`,
  line: (who: string, amount: string, network: string) => `${who} can spend ${amount} on ${network}.`,
  anyAmount: (symbol: string) => `any amount of ${symbol}`,
  revoke: (symbol: string) => `Revoke ${symbol}`,
})
