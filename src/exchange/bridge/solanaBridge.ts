import { Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { attempt } from '../../domain/attempt'
import { errorClass } from '../../domain/errorClass'
import {
  accountInstructions,
  associatedAddress,
  compileTransaction,
  type MakerToken,
  memoInstruction,
  transactionToBase64,
  transferInstruction,
} from '../solana/instructions'
import type { SolanaLedger } from '../solana/ledger'
import type { LedgerEntry } from '../solana/ledgerEntry'
import type { MarketMaker, SignedOffer } from '../solana/maker/marketMaker'
import { afterBridgeFee, bridgeDecimals, PayoutImpossible, rescale, type Transfer } from './relayer'

type SolanaDeposit = {
  readonly sell: MakerToken
  readonly amountIn: bigint
  readonly sender: string
  readonly memo: TransferMemo
}

/** `amountOut` is the escrowed amount of the bridge token. */
type PreparedDeposit = Pick<SignedOffer, 'amountOut' | 'transaction'>

/** The bridge on the local Solana. Payouts come from the market maker's account, at its price. */
export function createSolanaBridge(chainId: number, ledger: SolanaLedger, marketMaker: MarketMaker) {
  const key = Keypair.generate()
  const escrow = key.publicKey.toBase58()
  const bridgeToken = marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!
  const escrowAccount = associatedAddress(bridgeToken.mint!, key.publicKey).toBase58()
  /** The ledger ends with this process, so payments on it can be remembered here. */
  const paid = new Set<string>()
  // Creates the escrow's token account, so that a deposit does not have to.
  marketMaker.fund(escrow, bridgeToken, 1n)
  ledger.airdrop(escrow, 1_000_000_000n)
  return {
    /**
     * Deposits go to the token account of this address, whose key the exchange holds. There is no program: depositors
     * trust this key.
     */
    escrow,
    /** That token account, the only one watched. */
    escrowAccount,
    bridgeToken,
    prepareDeposit,
    /** The payout for `amount` of the bridge token (18 decimals) now; zero when nothing can be paid out. */
    quote(token: MakerToken, amount: bigint): bigint {
      const units = payoutUnits(token, amount)
      return units <= marketMaker.available(token) ? units : 0n
    },
    deposits: async () => ledger.entriesOf(escrowAccount).flatMap(transferIn).reverse(),
    escrowState: async (transfer: Transfer) => escrowState(transfer),
    release: async (transfer: Transfer) => settle(transfer, 'release', marketMaker.address),
    refund: async (transfer: Transfer) => settle(transfer, 'refund', transfer.sender),
    isPaid: async (transfer: Transfer) => paid.has(transfer.key),
    pay: async (transfer: Transfer) => pay(transfer),
  }

  /**
   * Prepares a deposit for the sender to sign; other tokens are sold to the market maker in the same transaction.
   * `undefined` when the market maker cannot buy that much.
   */
  function prepareDeposit({ sell, amountIn, sender, memo }: SolanaDeposit): PreparedDeposit | undefined {
    const note = encodeTransferMemo(memo)
    if (sell !== bridgeToken)
      return marketMaker.offer({ sell, buy: bridgeToken, amountIn, sender, recipient: escrow, note })
    const from = new PublicKey(sender)
    const transaction = compile(from, [
      transferInstruction(bridgeToken, from, key.publicKey, amountIn),
      memoInstruction(note),
    ])
    return { transaction: transactionToBase64(transaction), amountOut: amountIn }
  }

  /** The transfer that a transaction starts, if it has a transfer memo and the escrow received something. */
  function transferIn(entry: LedgerEntry): readonly Transfer[] {
    const [memo] = memosOf(entry).flatMap((text) => decodeTransferMemo(text) ?? [])
    const amount = balance(entry.after) - balance(entry.before)
    if (!memo || amount <= 0n) return []
    const { chain: destination, ...terms } = memo
    return [
      {
        key: `${chainId}:${entry.signature}`,
        source: chainId,
        deposit: entry.signature,
        sender: entry.keys[0]!,
        amount: rescale(amount, bridgeToken.decimals, bridgeDecimals),
        destination,
        ...terms,
      },
    ]

    function balance(balances: LedgerEntry['after']): bigint {
      return BigInt(balances[entry.keys.indexOf(escrowAccount)]?.token?.uiTokenAmount.amount ?? 0)
    }
  }

  function escrowState({ deposit }: Transfer) {
    const memos = ledger.entriesOf(escrowAccount).flatMap(memosOf)
    if (memos.includes(`release:${deposit}`)) return 'released'
    return memos.includes(`refund:${deposit}`) ? 'refunded' : 'open'
  }

  /** Checks and pays without an `await` in between, so that no deposit is paid back twice. */
  function settle(transfer: Transfer, action: 'release' | 'refund', recipient: string) {
    if (escrowState(transfer) !== 'open') return
    const to = new PublicKey(recipient)
    const units = rescale(transfer.amount, bridgeDecimals, bridgeToken.decimals)
    const transaction = compile(key.publicKey, [
      ...accountInstructions(bridgeToken, to, key.publicKey),
      transferInstruction(bridgeToken, key.publicKey, to, units),
      memoInstruction(`${action}:${transfer.deposit}`),
    ])
    transaction.sign([key])
    const { error } = ledger.submit(transaction.serialize())
    if (error !== null) throw new SettlementFailed(action, JSON.stringify(error))
  }

  function compile(payer: PublicKey, instructions: readonly TransactionInstruction[]) {
    return compileTransaction(payer, ledger.latestBlockhash().hash, instructions)
  }

  function payoutUnits(token: MakerToken, amount: bigint): bigint {
    const units = rescale(afterBridgeFee(amount), bridgeDecimals, bridgeToken.decimals)
    return token === bridgeToken ? units : marketMaker.quote({ sell: bridgeToken, buy: token, amountIn: units })
  }

  function pay({ key, token, amount, recipient, minimumReceived }: Transfer) {
    const bought = marketMaker.tokens.find((listed) => (listed.mint?.toBase58() ?? 'native') === token)
    if (!bought) throw new PayoutImpossible(`${token} is not traded on this Solana.`)
    if (!attempt(() => new PublicKey(recipient))) throw new PayoutImpossible(`${recipient} is no address on Solana.`)
    const units = payoutUnits(bought, amount)
    if (units < minimumReceived) throw new PayoutImpossible('It would be less than the minimum.')
    const signed = marketMaker.payout({ token: bought, recipient, amount: units, note: `fill:${key}` })
    if (!signed) throw new PayoutImpossible('The market maker does not hold enough.')
    const { error } = ledger.submit(new Uint8Array(Buffer.from(signed.transaction, 'base64')))
    if (error !== null) throw new PayoutImpossible(`The payout failed on chain: ${JSON.stringify(error)}.`)
    paid.add(key)
  }
}

/** The destination of a transfer that starts on Solana, written in the memo of its deposit. */
export type TransferMemo = Pick<Transfer, 'token' | 'recipient' | 'minimumReceived' | 'deadline'> & {
  readonly chain: number
}

const prefix = 'cross1'

export function encodeTransferMemo({ chain, token, recipient, minimumReceived, deadline }: TransferMemo): string {
  return [prefix, chain, token, recipient, minimumReceived, deadline].join(' ')
}

/** `undefined` for other memos. */
export function decodeTransferMemo(memo: string): TransferMemo | undefined {
  const [mark, chain, token, recipient, minOut, deadline, ...rest] = memo.split(' ')
  if (mark !== prefix || rest.length > 0 || !token || !recipient) return undefined
  if (![chain, minOut, deadline].every((number) => number && /^\d{1,40}$/.test(number))) return undefined
  return { chain: Number(chain), token, recipient, minimumReceived: BigInt(minOut!), deadline: Number(deadline) }
}

/** The memos of a transaction that succeeded. */
function memosOf({ error, transaction, keys }: LedgerEntry): readonly string[] {
  if (error !== null) return []
  return transaction.message.compiledInstructions
    .filter(({ programIdIndex }) => keys[programIdIndex]?.startsWith('Memo'))
    .map(({ data }) => Buffer.from(data).toString())
}

/** A release or refund on the local Solana failed. */
const SettlementFailed = errorClass(
  'SettlementFailed',
  (action: string, reason: string) => `The ${action} on Solana failed: ${reason}.`,
)
