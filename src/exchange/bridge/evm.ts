import type { EvmPool, LocalEvmExchange } from '../evm/localEvmExchange'
import { type EvmEscrow, openEvmEscrow } from './escrow'
import { type EvmTransferDestination, evmDestination } from './evmDestination'
import { evmSource } from './evmSource'
import type { TransferSource } from './transfer'

/** The bridge on one EVM chain: escrow, transfer source and destination. */
export type EvmBridge = EvmEscrow & {
  readonly source: TransferSource
  readonly destination: EvmTransferDestination
}

export async function openEvmBridge(
  evm: LocalEvmExchange,
  pools: () => Promise<readonly EvmPool[]>,
): Promise<EvmBridge> {
  const escrow = await openEvmEscrow(evm)
  return { ...escrow, source: evmSource(escrow), destination: evmDestination(escrow, pools) }
}
