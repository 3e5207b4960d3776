import { defineMessages } from '../../ui/messages'

/** What instructions of a Solana transaction do. */
export const solanaMessages = defineMessages({
  pay: (amount: string, to: string) => `Pay ${amount} to ${to}.`,
  receive: (amount: string, from: string, to: string) => `Move ${amount} from ${from} to ${to}.`,
  open: (owner: string, token: string) => `Open an account for ${token} that belongs to ${owner}, if it is not there.`,
  create: (amount: string) => `Open a new account with a deposit of ${amount}.`,
  close: (account: string, to: string) => `Close the account ${account}; its deposit goes to ${to}.`,
  note: (text: string) => `Leave a note: “${text}”.`,
  ticket: (to: string, least: string, chain: string) => `Owe ${to} at least ${least} on ${chain}.`,
  surrender: (what: string) => `Do what a swap never needs: it ${what}.`,
  opaque: (program: string, why: string) => `Call the program ${program} in a way we cannot read: ${why}`,
})

export type SolanaMessages = (typeof solanaMessages)['english']
