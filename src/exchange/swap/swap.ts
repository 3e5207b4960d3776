import type { JsonObject } from '../../protocol/json'
import type { World } from '../context'
import type { Reply } from '../http/reply'
import { prepareCrossing } from './crossChainSwap'
import { prepareDeskTrade } from './marketMakerSwap'
import { prepareVenueSwap } from './poolSwap'
import { type Ask, readAsk } from './swapRequest'

/** `POST /api/swap/native`: the transactions that carry out a swap, on one chain or across two. */
export async function prepareSwap(body: JsonObject, world: World): Promise<Reply> {
  const read = readAsk(body, world)
  return 'refusal' in read ? read.refusal : prepare(read.ask, world)
}

async function prepare({ sold, bought, ...rest }: Ask, world: World): Promise<Reply> {
  if (sold.kind === 'solana' && bought.kind === 'solana') return prepareDeskTrade({ sold, bought, ...rest }, world)
  if (sold.kind === 'evm' && bought.kind === 'evm' && sold.venue === bought.venue)
    return prepareVenueSwap({ sold, bought, ...rest }, world)
  return prepareCrossing({ sold, bought, ...rest }, world)
}
