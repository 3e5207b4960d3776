import { accountMethods } from './accountMethods'
import { chainMethods } from './chainMethods'
import type { SolanaLedger } from './ledger'
import { transactionMethods } from './transactionMethods'

/** A JSON-RPC method: parameters in, result out. Throws `SolanaRpcError`, or any error for unusable parameters. */
type Method = (...params: readonly never[]) => unknown

/** The methods of a Solana node that wallets and web3.js use. */
export function createRpcMethods(ledger: SolanaLedger) {
  const methods = { ...chainMethods(ledger), ...accountMethods(ledger), ...transactionMethods(ledger) }
  return methods satisfies Record<string, Method> as Readonly<Record<string, (...params: unknown[]) => unknown>>
}
