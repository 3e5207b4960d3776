import type { Hex } from 'viem'
import type { ChainListing } from '../listing'
import type { AssetPrices } from '../market/prices'
import { deployAssertion } from './assertion'
import { type LocalChain, startChain, stopChain } from './chain'
import { type DeployedContracts, deploy } from './deployment'
import { accountAddress, openImpersonatedAccount } from './impersonatedAccount'
import type { LocalEvmExchange } from './localEvmExchange'
import { seedLiquidity } from './seeding'

export type EvmStartOptions = {
  /** Where the exchange's own accounts come from. */
  readonly secret: Hex
  readonly genesisTime: number
  /** What the first liquidity is priced at. */
  readonly prices: AssetPrices
  readonly stateFile?: string | undefined
  /** What stands on the chain already, when it was kept from an earlier start. */
  readonly kept?: DeployedContracts | undefined
}

/** Starts a chain and puts everything on it, unless it is there already. */
export async function startLocalEvmExchange(
  listing: ChainListing,
  options: EvmStartOptions,
): Promise<LocalEvmExchange> {
  const { genesisTime, stateFile } = options
  const chain = await startChain(listing, { genesisTime, stateFile })
  try {
    return await deployOrReuse(chain, options)
  } catch (error) {
    await stopChain(chain)
    throw error
  }
}

async function deployOrReuse(chain: LocalChain, { secret, prices, kept }: EvmStartOptions): Promise<LocalEvmExchange> {
  // Other accounts on each chain, so that no two tokens of two chains have one address.
  const { slug } = chain.listing
  const treasury = await openImpersonatedAccount(chain, accountAddress(secret, `keeper of ${slug}`))
  const trader = await openImpersonatedAccount(chain, accountAddress(secret, `trader of ${slug}`))
  const relayer = await openImpersonatedAccount(chain, accountAddress(secret, 'relayer'))
  const deployed = kept ?? (await deploy(chain.listing, treasury, relayer.address))
  const evm = { chain, treasury, trader, relayer, ...deployed }
  await deployAssertion(chain, treasury)
  if (!kept) await seedLiquidity(evm, prices)
  return evm
}
