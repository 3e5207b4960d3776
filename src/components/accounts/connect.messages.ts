import type { ChainKind } from '../../domain/chain'
import { defineMessages } from '../../ui/messages'

/** The button of a form that has no account on the network it needs. */
export function connectText(kind: ChainKind): string {
  return connectMessages.english.connect(kind)
}

const walletNames: Readonly<Record<ChainKind, string>> = {
  evm: 'EVM wallet',
  solana: 'Solana wallet',
  bitcoin: 'Bitcoin wallet',
  unknown: 'wallet',
}

const connectMessages = defineMessages({ connect: (kind: ChainKind) => `Connect ${walletNames[kind]}` })
