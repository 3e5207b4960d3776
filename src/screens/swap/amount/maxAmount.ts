import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../../../api/client'
import { quoteQuery } from '../../../api/queries'
import { type Amount, fromUnits } from '../../../domain/amount'
import { chainKinds } from '../../../domain/chainKinds'
import { figureOf, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { type PriceQuestion, quoteRequestFor } from '../../../preparation/swapRequest'
import type { Deployment } from '../../../protocol/deployment/deployment'
import { readRollupFee } from '../../../wallets/balances'
import type { Wallets } from '../../../wallets/wallets'
import { readQuoteView, sellableAmount } from '../quote/quoteView'

/** The most that can be paid of a native coin, and the part kept for the network cost, formatted. */
export type MaxAmount = { readonly amount: Amount; readonly kept: string }

/** Requests a quote for the network cost of this very swap; without one, a default reserve is kept. */
export async function maxAmountOf(
  question: Omit<PriceQuestion, 'buy'> & { readonly buy: Token | undefined },
  coin: Token | undefined,
  { queries, client, deployment, wallets }: MaxDeps,
): Promise<MaxAmount> {
  const { token, units: balance } = question.sell
  const [quoted, dataFee] = await Promise.all([gasFor(), readRollupFee(wallets, token.chain)])
  const gas = (quoted ?? customaryGas(token)) + dataFee
  const { units, reserve } = sellableAmount(balance, gas + depositsOn(token), token.decimals)
  const kept = figureText(figureOf(fromUnits(reserve, token.decimals), { significant: 3, rounding: 'up' }))
  return { amount: { token, units }, kept }

  async function gasFor(): Promise<bigint | undefined> {
    const { buy } = question
    if (!buy || balance === 0n) return undefined
    const request = quoteRequestFor({ ...question, buy }, deployment.slippageUnit)
    const answer = await queries.fetchQuery(quoteQuery(client, request)).catch(() => undefined)
    return answer && readQuoteView({ ...question, buy }, answer.value, coin).gas
  }
}

type MaxDeps = {
  readonly queries: QueryClient
  readonly client: Client
  readonly deployment: Deployment
  readonly wallets: Wallets
}

function depositsOn({ chain }: Token): bigint {
  return chainKinds[chain.kind].accountDeposits
}

/** Assumed network cost without an estimate: a thousandth of a coin. */
function customaryGas({ decimals }: Token): bigint {
  return 10n ** BigInt(Math.max(0, decimals - 3))
}
