import type { Chain, ChainKind } from '../../../domain/chain'
import { defineMessages } from '../../../ui/messages'

const kinds: Readonly<Record<ChainKind, string>> = {
  evm: 'an EVM address',
  solana: 'a Solana address',
  bitcoin: 'a Bitcoin address',
  unknown: 'an address of another network',
}

/** The words for addresses that are typed: of someone else as recipient, or for refunds. Loaded when there is one. */
export const recipientMessages = defineMessages({
  payer: 'Your Bitcoin address',
  payerNote: ({ name }: Chain) =>
    `You send the payment on ${name} from your own wallet. Refunds go to this address, so it must be yours.`,
  payFrom: 'Pays:',
  toAccount: ({ name }: Chain) => `Receives on ${name}:`,
  recipient: 'Recipient',
  recipientNote: (chain: Chain) => `An address on ${chain.name}. Transfers cannot be undone, so check it.`,
  removeRecipient: 'Use my wallet',
  recipientFromLink: 'This address came from a link. Confirm it only if you trust it.',
  confirmRecipient: 'I trust this address',
  dropRecipient: 'Remove',
  recipientIs: (isOwn: boolean) => (isOwn ? 'Your own address.' : 'Not your wallet. Check the full address.'),
  invalid: (chain: Chain, other: ChainKind | undefined) =>
    other === undefined ? `Not an address on ${chain.name}` : `Not an address on ${chain.name}: it is ${kinds[other]}.`,
  misfit: {
    elsewhere: ({ name }: Chain, place: string) => `Written for the network “${place}”, not for ${name}.`,
    more: (_: Chain, rest: string) => `Only an address is read here. Remove “${rest}”.`,
  },
  known: 'Saved and recent addresses',
  recent: 'Recent',
  allKnown: (count: number) => `Show all ${count}`,
  saveAddress: 'Save this address',
  contactName: 'Name for this address',
  save: 'Save',
  savedAs: 'Saved as',
  forgetName: 'Forget name',
  lookAlike: (name: string | undefined, isOwn: boolean) =>
    `Begins and ends like ${name ?? (isOwn ? 'your own address' : 'an address you paid before')}, but is a different address.`,
  butThisIs: 'The recipient is:',
  isContract: (chain: string, symbol: string) =>
    `This is a contract on ${chain}. Make sure its owner can move ${symbol}.`,
  isUnused: (chain: string) => `This address has never been used on ${chain}. Make sure it is right.`,
  refused: {
    'zero address': 'Funds sent to the zero address are lost.',
    'token contract': 'This is a token contract. Funds sent to it are lost.',
  },
})
