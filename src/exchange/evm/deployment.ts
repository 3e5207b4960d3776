import { type Address, getAddress, getContractAddress, type Hex, stringToHex } from 'viem'
import { type ChainListing, type ListedCoin, nativeAddress } from '../listing'
import { type Contracts, creationCode } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'
import type { ListedToken } from './localEvmExchange'

export type DeployedContracts = { readonly contracts: Contracts; readonly tokens: readonly ListedToken[] }

/**
 * Deploys the exchange's contracts and every listed token as the treasury's first transactions, in as few blocks as
 * possible, unless the chain has them: their addresses depend only on the treasury's.
 */
export async function deployOnce(
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
    ['the faucet', creationCode.faucet()],
    ['the pool factory', creationCode.factory()],
    ['the drawing library', creationCode.descriptorLibrary()],
    ['the drawings of positions', creationCode.descriptor(library, wrapped, nativeSymbol)],
    ['the router', creationCode.router(factory, wrapped)],
    ['the position manager', creationCode.positionManager(factory, wrapped, descriptor)],
    ['the quoter', creationCode.quoter(factory, wrapped)],
    ['the escrow', creationCode.crossRouter(relayer, router, wrapped)],
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
  if (kind === 'wrapped') return creationCode.wrapped(name, symbol)
  if (kind === 'tether') return creationCode.tether(name, symbol, decimals, faucet)
  return creationCode.token(name, symbol, decimals, faucet)
}
