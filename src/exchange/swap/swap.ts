import type { JsonObject } from '../../protocol/json/json'
import type { ExchangeContext } from '../context'
import type { Reply } from '../http/reply'
import { prepareCrossChainSwap } from './crossChainSwap'
import { prepareMarketMakerSwap } from './marketMakerSwap'
import { preparePoolSwap } from './poolSwap'
import { type ResolvedSwap, resolveSwap } from './swapRequest'

/** `POST /api/swap/native`: the transactions of a swap, on one chain or across two. */
export async function respondToSwap(body: JsonObject, context: ExchangeContext): Promise<Reply> {
  const resolved = resolveSwap(body, context)
  return 'refusal' in resolved ? resolved.refusal : prepare(resolved.swap, context)
}

async function prepare({ sold, bought, ...rest }: ResolvedSwap, context: ExchangeContext): Promise<Reply> {
  if (sold.kind === 'solana' && bought.kind === 'solana')
    return prepareMarketMakerSwap({ sold, bought, ...rest }, context)
  if (sold.kind === 'evm' && bought.kind === 'evm' && sold.evm === bought.evm)
    return preparePoolSwap({ sold, bought, ...rest }, context)
  return prepareCrossChainSwap({ sold, bought, ...rest }, context)
}
