import { type Address, concat, type Hex, toHex } from 'viem'
import type { ChainListing } from '../listing'
import type { AssetPrices } from '../prices'
import { startChain } from './chain'
import { creationCode } from './contracts'
import { deployOnce } from './deployment'
import { accountAddress, type ImpersonatedAccount, openImpersonatedAccount } from './impersonatedAccount'
import type { LocalEvmExchange } from './localEvmExchange'
import { seedLiquidity } from './seeding'

export type EvmStartOptions = {
  /** The exchange's own accounts are derived from this secret. */
  readonly secret: Hex
  readonly genesisTime: number
  /** Prices at which the first liquidity is provided. */
  readonly prices: AssetPrices
  /** Where the chain is saved when it stops, and continued from. */
  readonly stateFile?: string | undefined
}

/** Starts a chain and deploys everything to it, unless an earlier start did. */
export async function startLocalEvmExchange(
  listing: ChainListing,
  { secret, prices, ...options }: EvmStartOptions,
): Promise<LocalEvmExchange> {
  const chain = await startChain(listing, options)
  try {
    // Different accounts on each chain, so that tokens of two chains never share an address.
    const treasury = await openImpersonatedAccount(chain, accountAddress(secret, `keeper of ${listing.slug}`))
    const trader = await openImpersonatedAccount(chain, accountAddress(secret, `trader of ${listing.slug}`))
    const relayer = await openImpersonatedAccount(chain, accountAddress(secret, 'relayer'))
    const isNew = treasury.nonce() === 0
    const evm = { chain, treasury, trader, relayer, ...(await deployOnce(listing, treasury, relayer.address)) }
    if (isNew) {
      await deployBatchContracts(treasury)
      await seedLiquidity(evm, prices)
    }
    return evm
  } catch (error) {
    await chain.engine.stop()
    throw error
  }
}

/** The canonical CREATE2 deployer, at the same address on every EVM chain; anvil has it from genesis. */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/**
 * Deploys the contracts for atomic batches: the assertion contract, and the delegate that executes the demo wallet's
 * batches (EIP-7702).
 */
async function deployBatchContracts(treasury: ImpersonatedAccount): Promise<void> {
  const deploy = (label: string, code: Hex) =>
    treasury.send({ label, to: deployer, data: concat([toHex(0, { size: 32 }), code]) })
  await deploy('deploy the batch assertion', creationCode.batchAssertion())
  await deploy('deploy the batch account', creationCode.batchAccount())
}
