import { jsonNumber } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import { plainNumber } from '../decimalText'
import { type Reply, rejectWith } from '../http/reply'
import { usdValue } from '../market/prices'
import type { LocalSolana } from '../solana/localSolana'
import { swapReply } from './swapReply'
import type { ResolvedSwap } from './swapRequest'
import type { SolanaSwapSide } from './swapSide'

/** A trade with the market maker on Solana: its price is firm, so the minimum is what is expected. */
export function prepareMarketMakerSwap(
  { sold, bought, units, sender, recipient }: ResolvedSwap<SolanaSwapSide, SolanaSwapSide>,
  context: ExchangeContext,
): Reply {
  const { solana } = sold
  const [sell, buy] = [sold.token.makerToken, bought.token.makerToken]
  const expected = solana.marketMaker.quote({ sell, buy, amountIn: units })
  const tooSmall = `That is too little ${sold.token.symbol} to be worth anything in ${bought.token.symbol}.`
  if (expected === 0n) return rejectWith(422, tooSmall)
  if (bought.token.kind === 'native' && isNewAndPoor(solana, recipient, expected))
    return rejectWith(422, tooPoor(solana))

  const signed = solana.marketMaker.offer({
    sell,
    buy,
    amountIn: units,
    sender,
    recipient,
    note: `swap:${sold.token.id}-${bought.token.id}`,
  })
  if (!signed)
    return rejectWith(
      422,
      `The market maker on ${solana.listing.name} does not hold that much ${bought.token.symbol} now.`,
    )
  return swapReply({
    transactions: [solanaTransactionRecord(solana, context, signed.transaction)],
    path: [sold.token.symbol, bought.token.symbol],
    dex: 'desk',
    bought: bought.token,
    expected: signed.amountOut,
    minimum: signed.amountOut,
  })
}

/** A Solana transaction as the service writes it: base64 in `data`, half signed where the market maker takes part. */
export function solanaTransactionRecord(solana: LocalSolana, context: ExchangeContext, transaction: string) {
  const sol = solana.tokens.find(({ kind }) => kind === 'native')!
  return {
    type: 'swap',
    data: transaction,
    order: 0,
    value: jsonNumber('0'),
    gasAmount: jsonNumber(`${computeUnits}`),
    gasUsd: jsonNumber(plainNumber(usdValue(context.prices(), sol, fees), 6)),
    to: solana.marketMaker.address,
    chainType: 'SOLANA',
    rpcUrl: context.rpcUrl(solana.listing.chainId),
  }
}

const computeUnits = 120_000
/** Two signatures. */
const fees = 10_000n

/** An account that does not exist yet must begin with the smallest balance the network keeps. */
function isNewAndPoor({ node }: LocalSolana, recipient: string, lamports: bigint): boolean {
  const held = node.ledger.lookup(recipient)?.lamports() ?? 0n
  return held === 0n && lamports < BigInt(node.ledger.minimumBalance(0))
}

function tooPoor({ node }: LocalSolana): string {
  return `The recipient has no account yet, and Solana opens none with less than ${node.ledger.minimumBalance(0)} lamports.`
}
