import { VersionedMessage } from '@solana/web3.js'
import { accountMethods } from './accountMethods'
import type { SolanaLedger } from './ledger'
import { messageFee } from './ledgerEntry'
import { SolanaRpcError } from './rpcError'
import { transactionMethods } from './transactionMethods'

const secondsPerSlot = 0.4

/** A JSON-RPC method: parameters in, result out. Throws `SolanaRpcError`, or any error for unusable parameters. */
type Method = (...params: readonly never[]) => unknown

/** The methods of a Solana node that wallets and web3.js use. */
export function createRpcMethods(ledger: SolanaLedger) {
  const methods = { ...chainMethods(ledger), ...accountMethods(ledger), ...transactionMethods(ledger) }
  return methods satisfies Record<string, Method> as Readonly<Record<string, (...params: unknown[]) => unknown>>
}

/** The RPC methods about the chain itself: version, slots, blocks and blockhashes. */
function chainMethods(ledger: SolanaLedger) {
  return {
    getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
    getGenesisHash: () => ledger.genesis,
    getIdentity: () => ({ identity: ledger.genesis }),
    getHealth: () => 'ok',
    getSlot: ledger.slot,
    getBlockHeight: ledger.slot,
    getFirstAvailableBlock: () => 0,
    getEpochInfo: () => ({
      absoluteSlot: ledger.slot(),
      blockHeight: ledger.slot(),
      epoch: 0,
      slotIndex: ledger.slot(),
      slotsInEpoch: 432_000,
      transactionCount: ledger.transactionCount(),
    }),
    getBlockTime: (slot: number) => blockTime(slot),
    getBlock: (slot: number) => ({
      blockhash: blockhashAt(slot),
      previousBlockhash: ledger.blockhashAt(slot - 1) ?? ledger.genesis,
      parentSlot: slot - 1,
      blockHeight: slot,
      blockTime: blockTime(slot),
    }),
    getLatestBlockhash: () => ledger.inContext(ledger.lifetime()),
    isBlockhashValid: (hash: string) => ledger.inContext(ledger.isLive(hash)),
    getMinimumBalanceForRentExemption: (size: number) => ledger.minimumBalance(size),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: (message: string) =>
      ledger.inContext(messageFee(VersionedMessage.deserialize(Buffer.from(message, 'base64')))),
  }

  function blockhashAt(slot: number): string {
    const hash = ledger.blockhashAt(slot)
    if (hash) return hash
    throw new SolanaRpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
  }

  function blockTime(slot: number): number {
    return Math.floor(Date.now() / 1_000 - (ledger.slot() - slot) * secondsPerSlot)
  }
}
