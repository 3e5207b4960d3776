import { VersionedMessage } from '@solana/web3.js'
import { blockhashLifetime } from './blockhashes'
import type { SolanaLedger } from './ledger'
import { messageFee } from './ledgerEntry'
import { SolanaRpcError } from './rpcError'

const secondsPerSlot = 0.4

/** A result with its slot, as most methods return it. */
export function inContext<Value>(ledger: SolanaLedger, value: Value) {
  return { context: { apiVersion: '2.0.0', slot: ledger.slot() }, value }
}

export function latestBlockhash(ledger: SolanaLedger) {
  const { hash, slot } = ledger.latestBlockhash()
  return { blockhash: hash, lastValidBlockHeight: slot + blockhashLifetime }
}

/** The RPC methods about the chain itself: version, slots, blocks and blockhashes. */
export function chainMethods(ledger: SolanaLedger) {
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
    getLatestBlockhash: () => inContext(ledger, latestBlockhash(ledger)),
    isBlockhashValid: (hash: string) => inContext(ledger, ledger.isLive(hash)),
    getMinimumBalanceForRentExemption: (size: number) => ledger.minimumBalance(size),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: (message: string) =>
      inContext(ledger, messageFee(VersionedMessage.deserialize(Buffer.from(message, 'base64')))),
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
