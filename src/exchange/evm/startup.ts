import type { Hex } from 'viem'
import type { Listing } from '../listing'
import type { Prices } from '../market/prices'
import { deployAssertion } from './assertion'
import { type LocalChain, startChain, stopChain } from './chain'
import { type Deployed, deploy } from './deployment'
import { accountAddress, openAccount } from './impersonatedAccount'
import type { Venue } from './localEvmExchange'
import { seed } from './seeding'

export type OpeningOptions = {
  /** Where the exchange's own accounts come from. */
  readonly secret: Hex
  readonly genesisTime: number
  /** What the first liquidity is priced at. */
  readonly prices: Prices
  readonly stateFile?: string | undefined
  /** What stands on the chain already, when it was kept from an earlier start. */
  readonly kept?: Deployed | undefined
}

/** Starts a chain and puts everything on it, unless it is there already. */
export async function openVenue(listing: Listing, options: OpeningOptions): Promise<Venue> {
  const { genesisTime, stateFile } = options
  const chain = await startChain(listing, { genesisTime, stateFile })
  try {
    return await furnish(chain, options)
  } catch (error) {
    await stopChain(chain)
    throw error
  }
}

async function furnish(chain: LocalChain, { secret, prices, kept }: OpeningOptions): Promise<Venue> {
  // Other accounts on each chain, so that no two tokens of two chains have one address.
  const { slug } = chain.listing
  const keeper = await openAccount(chain, accountAddress(secret, `keeper of ${slug}`))
  const trader = await openAccount(chain, accountAddress(secret, `trader of ${slug}`))
  const relayer = await openAccount(chain, accountAddress(secret, 'relayer'))
  const deployed = kept ?? (await deploy(chain.listing, keeper, relayer.address))
  const venue = { chain, keeper, trader, relayer, ...deployed }
  await deployAssertion(chain, keeper)
  if (!kept) await seed(venue, prices)
  return venue
}
