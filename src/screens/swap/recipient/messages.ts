import type { Chain, ChainKind } from '../../../domain/chain'
import { defineMessages } from '../../../ui/messages'

const kinds: Readonly<Record<ChainKind, string>> = {
  evm: 'one of an Ethereum-like chain',
  solana: 'one of Solana',
  bitcoin: 'a Bitcoin address',
  unknown: 'one of another chain',
}

/** The words for addresses that are typed: of somebody else as recipient, or for refunds. Loaded when there is one. */
export const recipientMessages = defineMessages({
  payer: 'Your Bitcoin address',
  payerNote: ({ name }: Chain) =>
    `You pay by hand on ${name}: no wallet is connected. This is where a refund goes, so it must be yours.`,
  recipient: 'Recipient',
  recipientNote: (chain: Chain) =>
    `An address on ${chain.name}. Tokens sent to a wrong address cannot be fetched back.`,
  removeRecipient: 'Send to me',
  recipientFromLink: 'This recipient came with a link. Nothing is sent there unless you confirm that you know it.',
  ownThere: (chain: Chain) => `Your connected account on ${chain.name}. Is this who receives?`,
  useAccount: 'Send to this account',
  confirmRecipient: 'I know this recipient',
  dropRecipient: 'Remove it',
  recipientIs: (isOwn: boolean) => (isOwn ? 'This is your own address.' : 'Not your own address. Compare all of it.'),
  invalid: (chain: Chain, other: ChainKind | undefined) =>
    other === undefined ? `Not an address on ${chain.name}` : `Not an address on ${chain.name}: it is ${kinds[other]}.`,
  refused: {
    'zero address': 'The zero address belongs to nobody: what is sent there is lost.',
    'token contract': 'That is the contract of a token, not an account: what is sent there is lost.',
  },
})
