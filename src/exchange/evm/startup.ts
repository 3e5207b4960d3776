import { existsSync } from 'node:fs'
import type { Address, Hex } from 'viem'
import type { ChainListing } from '../listing'
import type { AssetPrices } from '../market/prices'
import { adoptNextState, type ChainFiles } from '../persistence/chainFiles'
import { persistChain } from '../persistence/persistChain'
import { readLog } from '../persistence/transactionLog'
import { deployBatchContracts } from './batchContracts'
import { type LocalChain, startChain, stopChain } from './chain'
import { type DeployedContracts, deploy } from './deployment'
import { accountAddress, impersonate, openImpersonatedAccount } from './impersonatedAccount'
import type { LocalEvmExchange } from './localEvmExchange'
import { seedLiquidity } from './seeding'

export type EvmStartOptions = {
  /** The exchange's own accounts are derived from this secret. */
  readonly secret: Hex
  readonly genesisTime: number
  /** Prices at which the first liquidity is provided. */
  readonly prices: AssetPrices
  readonly files?: ChainFiles | undefined
  /** What is already deployed on a persisted chain. */
  readonly saved?: DeployedContracts | undefined
}

/** Starts a chain and deploys everything to it, unless an earlier start did. */
export async function startLocalEvmExchange(
  listing: ChainListing,
  options: EvmStartOptions,
): Promise<LocalEvmExchange> {
  const accounts = accountsOf(listing, options.secret)
  const chain = await startKeptChain(listing, options, Object.values(accounts))
  try {
    const evm = await deployOrReuse(chain, accounts, options)
    await chain.persistence?.recorder.recordBlocks()
    return evm
  } catch (error) {
    await stopChain(chain)
    throw error
  }
}

type Accounts = { readonly treasury: Address; readonly trader: Address; readonly relayer: Address }

/** Uses different accounts on each chain, so that tokens of two chains never share an address. */
function accountsOf({ slug }: ChainListing, secret: Hex): Accounts {
  return {
    treasury: accountAddress(secret, `keeper of ${slug}`),
    trader: accountAddress(secret, `trader of ${slug}`),
    relayer: accountAddress(secret, 'relayer'),
  }
}

/** Starts a persisted chain in the state in which an earlier process left it, even when that process was killed. */
async function startKeptChain(
  listing: ChainListing,
  { genesisTime: newGenesisTime, files }: EvmStartOptions,
  accounts: readonly Address[],
): Promise<LocalChain> {
  if (!files) return startChain(listing, { genesisTime: newGenesisTime })
  adoptNextState(files)
  const log = readLog(files.log)
  const genesisTime = log?.genesisTime ?? newGenesisTime
  const loadState = existsSync(files.state) ? files.state : undefined
  const chain = await startChain(listing, { genesisTime, loadState, dumpState: files.nextState })
  try {
    for (const address of accounts) await impersonate(chain, address)
    return await persistChain(chain, files, genesisTime, log)
  } catch (error) {
    await stopChain(chain)
    throw error
  }
}

async function deployOrReuse(
  chain: LocalChain,
  accounts: Accounts,
  { prices, saved }: EvmStartOptions,
): Promise<LocalEvmExchange> {
  const treasury = await openImpersonatedAccount(chain, accounts.treasury)
  const trader = await openImpersonatedAccount(chain, accounts.trader)
  const relayer = await openImpersonatedAccount(chain, accounts.relayer)
  const deployed = saved ?? (await deploy(chain.listing, treasury, relayer.address))
  const evm = { chain, treasury, trader, relayer, ...deployed }
  await deployBatchContracts(chain, treasury)
  if (!saved) await seedLiquidity(evm, prices)
  return evm
}
