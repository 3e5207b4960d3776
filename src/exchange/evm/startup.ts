import { type Address, concat, getAddress, getContractAddress, type Hex, stringToHex, toHex } from 'viem'
import { type ChainListing, type ListedCoin, nativeAddress } from '../listing'
import type { AssetPrices } from '../prices'
import { startChain } from './chain'
import { artifacts, type Contracts, creationCode, descriptorWith } from './contracts'
import { accountAddress, type ImpersonatedAccount, openImpersonatedAccount } from './impersonatedAccount'
import type { ListedToken, LocalEvmExchange } from './localEvmExchange'
import { seedLiquidity } from './seeding'

type EvmStartOptions = {
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
  await deploy('deploy the batch assertion', creationCode(artifacts.batchAssertion))
  await deploy('deploy the batch account', creationCode(artifacts.batchAccount))
}

type DeployedContracts = { readonly contracts: Contracts; readonly tokens: readonly ListedToken[] }

/**
 * Deploys the exchange's contracts and every listed token as the treasury's first transactions, in as few blocks as
 * possible, unless the chain has them: their addresses depend only on the treasury's.
 */
async function deployOnce(
  listing: ChainListing,
  treasury: ImpersonatedAccount,
  relayer: Address,
): Promise<DeployedContracts> {
  const at = (nonce: number) => getContractAddress({ from: treasury.address, nonce: BigInt(nonce) })
  const placed = placedCoins(listing, at)
  const next = placed.length
  const [faucet, factory, library, descriptor] = [at(next), at(next + 1), at(next + 2), at(next + 3)]
  const [router, positionManager, quoter, crossRouter] = [at(next + 4), at(next + 5), at(next + 6), at(next + 7)]
  const coinOf = (wanted: ListedCoin['kind']) => listing.coins.find(({ kind }) => kind === wanted)!
  const addressOf = (coin: ListedCoin) => placed.find(({ symbol }) => symbol === coin.symbol)?.address
  const wrapped = addressOf(coinOf('wrapped'))!
  const nativeSymbol = stringToHex(coinOf('native').symbol, { size: 32 })

  /** In the order of their nonces. */
  const deployments: readonly (readonly [label: string, code: Hex])[] = [
    ...placed.map(({ symbol }) => {
      const coin = listing.coins.find((listed) => listed.symbol === symbol)!
      return [symbol, coinCode(coin, faucet)] as const
    }),
    ['the faucet', creationCode(artifacts.faucet)],
    ['the pool factory', creationCode(artifacts.factory)],
    ['the drawing library', creationCode(artifacts.descriptorLibrary)],
    ['the drawings of positions', creationCode(descriptorWith(library), wrapped, nativeSymbol)],
    ['the router', creationCode(artifacts.router, factory, wrapped)],
    ['the position manager', creationCode(artifacts.positionManager, factory, wrapped, descriptor)],
    ['the quoter', creationCode(artifacts.quoter, factory, wrapped)],
    ['the escrow', creationCode(artifacts.crossRouter, relayer, router, wrapped)],
  ]
  if (treasury.nonce() === 0)
    await treasury.burst(deployments.map(([label, data]) => ({ label: `deploy ${label}`, data, gas: 12_000_000n })))

  return {
    contracts: { faucet, wrapped, factory, router, positionManager, quoter, crossRouter },
    tokens: listing.coins.map((coin) => ({
      ...coin,
      chainId: listing.chainId,
      address: addressOf(coin) ?? getAddress(nativeAddress),
    })),
  }
}

/**
 * The tokens with a contract, in the order of their nonces. Pools sort their tokens by address, so the addresses of
 * the nonces sort in the order of the listing.
 */
function placedCoins({ byAddress }: ChainListing, at: (nonce: number) => Address) {
  return byAddress
    .map((_, nonce) => ({ nonce, address: at(nonce) }))
    .sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
    .map((slot, index) => ({ ...slot, symbol: byAddress[index]! }))
    .sort((a, b) => a.nonce - b.nonce)
}

function coinCode({ name, symbol, decimals, kind }: ListedCoin, faucet: Address): Hex {
  if (kind === 'wrapped') return creationCode(artifacts.wrapped, name, symbol)
  return creationCode(kind === 'tether' ? artifacts.tether : artifacts.token, name, symbol, decimals, faucet)
}
