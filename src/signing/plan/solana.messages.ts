import { defineMessages } from '../../ui/messages'

/** Texts for Solana instructions. */
export const solanaMessages = defineMessages({
  pay: (amount: string, to: string) => `Pay ${amount} to ${to}.`,
  receive: (amount: string, from: string, to: string) => `Move ${amount} from ${from} to ${to}.`,
  open: (owner: string, token: string) => `Create a ${token} account for ${owner}, if missing.`,
  create: (amount: string) => `Create an account with a deposit of ${amount}.`,
  close: (account: string, to: string) => `Close the account ${account}; its deposit goes to ${to}.`,
  note: (text: string) => `Add a memo: “${text}”.`,
  ticket: (to: string, least: string, chain: string) => `Deliver at least ${least} to ${to} on ${chain}.`,
  surrender: (what: string) => `Does something a swap never needs: it ${what}.`,
  revoke: 'Revoke an approval.',
  opaque: (program: string) => `Call the program ${program} in a way we cannot read.`,
})

export type SolanaMessages = (typeof solanaMessages)['english']
