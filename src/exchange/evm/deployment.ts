import { type Address, getAddress, getContractAddress, type Hex, stringToHex } from 'viem'
import { type ChainListing, type ListedCoin, nativeAddress } from '../listing'
import { type Contracts, creationCode } from './contracts'
import type { AccountCall, ImpersonatedAccount } from './impersonatedAccount'
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
  const next = slotsOf(treasury.address)
  const coinSlots = assignAddresses(listing, next)
  const slots = {
    faucet: next(),
    factory: next(),
    library: next(),
    descriptor: next(),
    router: next(),
    positionManager: next(),
    quoter: next(),
    crossRouter: next(),
  }
  const native = listing.coins.find(({ kind }) => kind === 'native')!
  const wrapper = listing.coins.find(({ kind }) => kind === 'wrapped')!
  const wrapped = coinSlots.get(wrapper)!.address
  const faucet = slots.faucet.address
  const factory = slots.factory.address
  const descriptor = slots.descriptor.address
  const nativeSymbol = stringToHex(native.symbol, { size: 32 })

  const deployments: Deployment[] = [
    { slot: slots.faucet, label: 'the faucet', data: creationCode.faucet() },
    { slot: slots.factory, label: 'the pool factory', data: creationCode.factory() },
    { slot: slots.library, label: 'the drawing library', data: creationCode.descriptorLibrary() },
    {
      slot: slots.descriptor,
      label: 'the drawings of positions',
      data: creationCode.descriptor(slots.library.address, wrapped, nativeSymbol),
    },
    { slot: slots.router, label: 'the router', data: creationCode.router(factory, wrapped) },
    {
      slot: slots.positionManager,
      label: 'the position manager',
      data: creationCode.positionManager(factory, wrapped, descriptor),
    },
    { slot: slots.quoter, label: 'the quoter', data: creationCode.quoter(factory, wrapped) },
    {
      slot: slots.crossRouter,
      label: 'the escrow',
      data: creationCode.crossRouter(relayer, slots.router.address, wrapped),
    },
    ...[...coinSlots].map(([coin, slot]) => ({ slot, label: coin.symbol, data: coinCode(coin, faucet) })),
  ]
  if (treasury.nonce() === 0)
    await treasury.burst(deployments.sort((a, b) => a.slot.nonce - b.slot.nonce).map(deploymentCall))

  return {
    contracts: {
      faucet,
      wrapped,
      factory,
      router: slots.router.address,
      positionManager: slots.positionManager.address,
      quoter: slots.quoter.address,
      crossRouter: slots.crossRouter.address,
    },
    tokens: listing.coins.map((coin) => ({
      ...coin,
      chainId: listing.chainId,
      address: coinSlots.get(coin)?.address ?? getAddress(nativeAddress),
    })),
  }
}

/** A nonce of the treasury, and the address of the contract that is deployed with it. */
type DeploymentSlot = { readonly nonce: number; readonly address: Address }

type Deployment = { readonly slot: DeploymentSlot; readonly label: string; readonly data: Hex }

function slotsOf(treasury: Address): () => DeploymentSlot {
  let nonce = 0
  return () => {
    const address = getContractAddress({ from: treasury, nonce: BigInt(nonce) })
    return { nonce: nonce++, address }
  }
}

/** Pools sort their tokens by address, so the tokens get addresses that sort in the order of the listing. */
function assignAddresses(
  { coins, byAddress }: ChainListing,
  next: () => DeploymentSlot,
): ReadonlyMap<ListedCoin, DeploymentSlot> {
  const slots = byAddress.map(next).sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const placed = coins.filter(({ kind }) => kind !== 'native')
  return new Map(placed.map((coin) => [coin, slots[byAddress.indexOf(coin.symbol)]!]))
}

function coinCode({ name, symbol, decimals, kind }: ListedCoin, faucet: Address): Hex {
  if (kind === 'wrapped') return creationCode.wrapped(name, symbol)
  if (kind === 'tether') return creationCode.tether(name, symbol, decimals, faucet)
  return creationCode.token(name, symbol, decimals, faucet)
}

function deploymentCall({ label, data }: Deployment): AccountCall {
  return { label: `deploy ${label}`, data, gas: 12_000_000n }
}
