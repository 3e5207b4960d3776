import type { ChainKind } from '../../domain/chain'

/** The button of a form that has no account on the network it needs. */
export function connectText(kind: ChainKind): string {
  return `Connect ${walletNames[kind]}`
}

const walletNames: Readonly<Record<ChainKind, string>> = {
  evm: 'EVM wallet',
  solana: 'Solana wallet',
  bitcoin: 'Bitcoin wallet',
  unknown: 'wallet',
}
