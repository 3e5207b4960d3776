import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, isAddress, isHex } from 'viem'
import type { Contracts } from '../evm/contracts'
import type { DeployedContracts } from '../evm/deployment'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import { type ChainListing, listings } from '../listing'
import { type AssetPrices, firstPrices } from '../market/prices'
import { chainFiles, isChainSaved, removeChain } from './chainFiles'

/** What an exchange saves beside its chains, to start again where it stopped. */
export type SavedExchange = {
  readonly secret: Hex
  readonly prices: AssetPrices
  readonly deployed: ReadonlyMap<number, DeployedContracts>
}

/** Changes whenever older folders become unusable: with contracts, coins or pools. */
const version = 2

/** What a folder holds; a folder without anything usable is cleared. */
export function loadFolder(folder: string): SavedExchange | undefined {
  mkdirSync(folder, { recursive: true })
  const saved = read(folder)
  if (!saved) clearFolder(folder)
  return saved
}

export function clearFolder(folder: string): void {
  rmSync(join(folder, exchangeFile), { force: true })
  rmSync(transferJournalFile(folder), { force: true })
  for (const { chainId } of listings) removeChain(chainFiles(folder, chainId))
}

/** Where the relayer keeps its journal. */
export function transferJournalFile(folder: string): string {
  return join(folder, 'crossings.jsonl')
}

export function saveExchange(
  folder: string,
  secret: Hex,
  prices: AssetPrices,
  evmExchanges: readonly LocalEvmExchange[],
): void {
  const chains = evmExchanges.map(({ chain, contracts, tokens }) => ({
    chainId: chain.listing.chainId,
    contracts,
    tokens: Object.fromEntries(tokens.map(({ id, address }) => [id, address])),
  }))
  const text = JSON.stringify({ version, secret, prices, chains }, null, 1)
  writeFileSync(join(folder, exchangeFile), text, { mode: 0o600 })
}

const exchangeFile = 'exchange.json'

function read(folder: string): SavedExchange | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(join(folder, exchangeFile), 'utf8'))
    if (!isRecord(found) || found.version !== version || !isHex(found.secret)) return undefined
    const deployed = listings.map((listing) => readDeployed(listing, found.chains, folder))
    if (!deployed.every((entry) => entry !== undefined)) return undefined
    return { secret: found.secret, prices: readPrices(found.prices), deployed: new Map(deployed) }
  } catch {
    // No file, or not one of ours: nothing was kept.
    return undefined
  }
}

function readDeployed(listing: ChainListing, chains: unknown, folder: string): [number, DeployedContracts] | undefined {
  const { chainId } = listing
  const entry = Array.isArray(chains) ? chains.filter(isRecord).find((chain) => chain.chainId === chainId) : undefined
  const contracts = readContracts(entry?.contracts)
  const addresses = entry && isRecord(entry.tokens) ? entry.tokens : {}
  const tokens = listing.coins.flatMap((coin) => {
    const address = addresses[coin.id]
    return typeof address === 'string' && isAddress(address) ? [{ ...coin, chainId, address }] : []
  })
  if (!contracts || tokens.length !== listing.coins.length) return undefined
  return isChainSaved(chainFiles(folder, chainId)) ? [chainId, { contracts, tokens }] : undefined
}

function readContracts(found: unknown): Contracts | undefined {
  if (!isRecord(found)) return undefined
  const { faucet, wrapped, factory, router, positionManager, quoter, crossRouter } = found
  const all = { faucet, wrapped, factory, router, positionManager, quoter, crossRouter }
  return areAddresses(all) ? all : undefined
}

function areAddresses<Names extends string>(found: Record<Names, unknown>): found is Record<Names, Address> {
  return Object.values(found).every((value) => typeof value === 'string' && isAddress(value))
}

function readPrices(found: unknown): AssetPrices {
  if (!isRecord(found)) return firstPrices
  const known = Object.entries(found).filter(([asset, price]) => asset in firstPrices && Number(price) > 0)
  return { ...firstPrices, ...Object.fromEntries(known.map(([asset, price]) => [asset, Number(price)])) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
