import { type Keypair, PublicKey } from '@solana/web3.js'
import { errorClass } from '../../domain/errorClass'
import type { MakerToken } from '../solana/instructions'
import { accountInstructions, compileTransaction, memoInstruction, transferInstruction } from '../solana/instructions'
import type { SolanaLedger } from '../solana/ledger'
import type { LedgerEntry } from '../solana/ledgerEntry'
import { associatedAddress } from '../solana/tokenProgram'
import { bridgeDecimals, rescale } from './amounts'
import type { EscrowState, Transfer, TransferSource } from './transfer'
import { decodeTransferMemo, memosOf } from './transferMemo'

export type SolanaEscrow = {
  readonly chainId: number
  readonly ledger: SolanaLedger
  /** The key that holds the deposits. There is no program: depositors trust this key of the exchange. */
  readonly key: Keypair
  readonly bridgeToken: MakerToken
  /** Receives released deposits. */
  readonly marketMaker: string
}

/** Reads deposits from the escrow's token account, and releases or refunds them. */
export function solanaSource({ chainId, ledger, key, bridgeToken, marketMaker }: SolanaEscrow): TransferSource {
  const tokenAccount = associatedAddress(bridgeToken.mint!, key.publicKey).toBase58()

  return {
    deposits: async () => ledger.entriesOf(tokenAccount).flatMap(transferIn).reverse(),
    escrowState: async (transfer) => escrowState(transfer),
    release: async (transfer) => settle(transfer, 'release', marketMaker),
    refund: async (transfer) => settle(transfer, 'refund', transfer.sender),
  }

  /** The transfer that a transaction starts, if it has a transfer memo and the escrow received something. */
  function transferIn(entry: LedgerEntry): readonly Transfer[] {
    const [memo] = memosOf(entry).flatMap((text) => decodeTransferMemo(text) ?? [])
    const amount = balance(entry.after) - balance(entry.before)
    if (!memo || amount <= 0n) return []
    return [
      {
        key: `${chainId}:${entry.signature}`,
        source: chainId,
        deposit: entry.signature,
        sender: entry.keys[0]!,
        amount: rescale(amount, bridgeToken.decimals, bridgeDecimals),
        destination: memo.chain,
        token: memo.token,
        recipient: memo.recipient,
        minimumReceived: memo.minimumReceived,
        deadline: memo.deadline,
      },
    ]

    function balance(balances: LedgerEntry['after']): bigint {
      return BigInt(balances[entry.keys.indexOf(tokenAccount)]?.token?.uiTokenAmount.amount ?? 0)
    }
  }

  function escrowState({ deposit }: Transfer): EscrowState {
    const memos = ledger.entriesOf(tokenAccount).flatMap(memosOf)
    if (memos.includes(`release:${deposit}`)) return 'released'
    return memos.includes(`refund:${deposit}`) ? 'refunded' : 'open'
  }

  /** Checks and pays without an `await` in between, so that no deposit is paid back twice. */
  function settle(transfer: Transfer, action: 'release' | 'refund', recipient: string) {
    if (escrowState(transfer) !== 'open') return
    const to = new PublicKey(recipient)
    const units = rescale(transfer.amount, bridgeDecimals, bridgeToken.decimals)
    const transaction = compileTransaction(key.publicKey, ledger.latestBlockhash().hash, [
      ...accountInstructions(bridgeToken, to, key.publicKey),
      transferInstruction(bridgeToken, key.publicKey, to, units),
      memoInstruction(`${action}:${transfer.deposit}`),
    ])
    transaction.sign([key])
    const { error } = ledger.submit(transaction.serialize())
    if (error !== null) throw new SettlementFailed(action, JSON.stringify(error))
  }
}

/** A release or refund on the local Solana failed. */
const SettlementFailed = errorClass(
  'SettlementFailed',
  (action: string, reason: string) => `The ${action} on Solana failed: ${reason}.`,
)
