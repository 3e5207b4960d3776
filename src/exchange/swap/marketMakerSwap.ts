import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import type { ExchangeContext, SolanaSwapSide } from '../context'
import { plainNumber } from '../decimalText'
import { rejection } from '../http/reply'
import type { LocalSolana } from '../localSolana'
import { usdValue } from '../prices'
import { swapReply } from './swapReply'
import type { ResolvedSwap } from './swapRequest'

/** A swap with the market maker on Solana. Its price is firm, so the minimum is the expected amount. */
export function prepareMarketMakerSwap(
  { sold, bought, units, sender, recipient }: ResolvedSwap<SolanaSwapSide, SolanaSwapSide>,
  context: ExchangeContext,
): Response {
  const { solana } = sold
  const [sell, buy] = [sold.token.makerToken, bought.token.makerToken]
  const expected = solana.marketMaker.quote({ sell, buy, amountIn: units })
  const tooSmall = `That is too little ${sold.token.symbol} to be worth anything in ${bought.token.symbol}.`
  if (expected === 0n) throw rejection(422, tooSmall)
  if (bought.token.kind === 'native' && opensTooSmallAccount(solana, recipient, expected))
    throw rejection(422, accountTooSmall(solana))

  const signed = solana.marketMaker.offer({
    sell,
    buy,
    amountIn: units,
    sender,
    recipient,
    note: `swap:${sold.token.id}-${bought.token.id}`,
  })
  if (!signed)
    throw rejection(
      422,
      `The market maker on ${solana.listing.name} does not hold that much ${bought.token.symbol} now.`,
    )
  return swapReply({
    transactions: [solanaTransactionRecord(solana, context, signed.transaction)],
    path: [sold.token.symbol, bought.token.symbol],
    dex: 'market maker',
    bought: bought.token,
    expected: signed.amountOut,
    minimumReceived: signed.amountOut,
  })
}

/** A Solana transaction as the service sends it: base64 in `data`, signed by the market maker where it is a party. */
export function solanaTransactionRecord(
  solana: LocalSolana,
  context: ExchangeContext,
  transaction: string,
): JsonObject {
  const sol = solana.tokens.find(({ kind }) => kind === 'native')!
  return {
    type: 'swap',
    data: transaction,
    order: 0,
    value: 0,
    gasAmount: computeUnits,
    gasUsd: jsonNumber(plainNumber(usdValue(context.prices(), sol, fees), 6)),
    to: solana.marketMaker.address,
    chainType: 'SOLANA',
    rpcUrl: context.rpcUrl(solana.listing.chainId),
  }
}

const computeUnits = 120_000
/** Lamports for two signatures. */
const fees = 10_000n

/** A new account must receive at least the rent-exempt minimum. */
function opensTooSmallAccount({ node }: LocalSolana, recipient: string, lamports: bigint): boolean {
  const held = node.ledger.lookup(recipient)?.lamports() ?? 0n
  return held === 0n && lamports < BigInt(node.ledger.minimumBalance(0))
}

function accountTooSmall({ node }: LocalSolana): string {
  return `The recipient has no account yet, and Solana opens none with less than ${node.ledger.minimumBalance(0)} lamports.`
}
