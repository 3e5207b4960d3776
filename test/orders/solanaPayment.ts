import { type Keypair, type PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import type { Token } from '../../src/domain/token'
import type { SolanaLedger } from '../../src/exchange/solana/ledger'
import type { Plan, SolanaStep } from '../../src/guard/plan'
import { planOf, sealOf } from './plans'

const reef = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true } as const
const sol: Token = {
  ...{ id: 9, chain: reef, address: '11111111111111111111111111111111', symbol: 'SOL', name: 'SOL', decimals: 9 },
  ...{ isNative: true, price: undefined, imagePath: undefined },
}
const usdc: Token = { ...sol, id: 10, address: 'So11111111111111111111111111111111111111112', isNative: false }

/** A payment in SOL with the latest blockhash, in place of a swap: it brings nothing back. */
export function solanaPayment(ledger: SolanaLedger, trader: Keypair, recipient: PublicKey, units: bigint): Plan {
  const message = new TransactionMessage({
    payerKey: trader.publicKey,
    recentBlockhash: ledger.latestBlockhash().hash,
    instructions: [SystemProgram.transfer({ fromPubkey: trader.publicKey, toPubkey: recipient, lamports: units })],
  })
  const transaction = Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize()).toString('base64')
  const sender = trader.publicKey.toBase58()
  const step: SolanaStep = {
    // In the order in which a journal writes them, so that the stand-in for a seal holds.
    ...{ kind: 'solana', index: 0, chainId: reef.chainId, from: sender, transaction },
    ...{ purpose: { does: 'swap' }, said: undefined },
  }
  const plan = { ...planOf({ sell: { token: sol, units }, buy: usdc, sender, receivedAt: Date.now() }), steps: [step] }
  return { ...plan, hash: sealOf(plan) }
}
