import { createRequire } from 'node:module'
import { Keypair, SystemProgram } from '@solana/web3.js'
import type * as Engine from 'litesvm/dist/internal.js'
import type { AccountLookup } from './account'
import { compileTransaction } from './instructions'
import { parseSolanaAddress } from './ledgerEntry'

export type LitesvmRun = Engine.TransactionMetadata | Engine.FailedTransactionMetadata
export type LitesvmSimulation = Engine.SimulatedTransactionInfo | Engine.FailedTransactionMetadata

const faucetLamports = 10n ** 18n

/**
 * litesvm, which executes transactions on accounts in memory, with a faucet account. Throws when litesvm has no binary
 * for this platform.
 */
export function createSvm() {
  const engine = loadEngine()
  const svm = new engine.LiteSvm()
  svm.withNativeMints()
  svm.setTransactionHistory(100_000n)
  // The ledger checks blockhashes itself, because litesvm accepts only the latest one.
  svm.setBlockhashCheck(false)

  const faucet = Keypair.generate()
  const systemProgram = new Uint8Array(32)
  svm.setAccount(
    faucet.publicKey.toBytes(),
    new engine.Account(faucetLamports, new Uint8Array(), systemProgram, false, 0n),
  )
  const lookup: AccountLookup = (address) => svm.getAccount(parseSolanaAddress(address).toBytes())

  return {
    lookup,
    minimumBalance: (size: number) => Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    setTime(slot: number, seconds: number) {
      svm.warpToSlot(BigInt(slot))
      const clock = svm.getClock()
      clock.unixTimestamp = BigInt(seconds)
      svm.setClock(clock)
    },
    run: (bytes: Uint8Array, isLegacy: boolean): LitesvmRun =>
      isLegacy ? svm.sendLegacyTransaction(bytes) : svm.sendVersionedTransaction(bytes),
    simulate(bytes: Uint8Array, isLegacy: boolean, checkSignatures: boolean): LitesvmSimulation {
      svm.setSigverify(checkSignatures)
      try {
        return isLegacy ? svm.simulateLegacyTransaction(bytes) : svm.simulateVersionedTransaction(bytes)
      } finally {
        svm.setSigverify(true)
      }
    },
    /** A signed payment from the faucet account. */
    faucetPayment(address: string, lamports: bigint, blockhash: string): Uint8Array {
      const toPubkey = parseSolanaAddress(address)
      const payment = SystemProgram.transfer({ fromPubkey: faucet.publicKey, toPubkey, lamports })
      const transaction = compileTransaction(faucet.publicKey, blockhash, [payment])
      transaction.sign([faucet])
      return transaction.serialize()
    },
  }
}

/** Imports the engine without the package's public entry, which would load a 120 MB kit that is not needed. */
function loadEngine(): typeof Engine {
  return createRequire(import.meta.url)('litesvm/dist/internal.js') as typeof Engine
}
