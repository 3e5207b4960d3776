import type { ChainKind } from '../../domain/chain'

/** The button of a form that has no account on the network it needs. */
export function connectText(kind: ChainKind): string {
  return `Connect ${walletNames[kind]}`
}

const walletNames: Readonly<Record<ChainKind, string>> = {
  evm: 'an EVM wallet',
  solana: 'a Solana wallet',
  bitcoin: 'a Bitcoin wallet',
  unknown: 'a wallet',
}
