import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Address, type Hex, isAddress, isHex } from 'viem'
import type { Contracts } from '../evm/contracts'
import type { DeployedContracts } from '../evm/deployment'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import { type ChainListing, listings } from '../listing'
import { type AssetPrices, firstPrices } from '../market/prices'
import { chainFiles, isChainSaved, removeChain } from './chainFiles'

/** What an exchange saves next to its chains, to continue after a restart. */
export type SavedExchange = {
  readonly secret: Hex
  readonly prices: AssetPrices
  readonly deployed: ReadonlyMap<number, DeployedContracts>
}

/** Increase it when older folders become unusable: when contracts, coins or pools change. */
const version = 2

/** The saved exchange in a folder; a folder without a usable one is cleared. */
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

/** The file of the relayer's journal. */
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
  const saved = v.safeParse(savedSchema, readText(folder))
  if (!saved.success) return undefined
  const { secret, prices, chains } = saved.output
  const deployed = listings.map((listing) => readDeployed(listing, chains, folder))
  if (!deployed.every((entry) => entry !== undefined)) return undefined
  return { secret, prices: { ...firstPrices, ...prices }, deployed: new Map(deployed) }
}

function readText(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, exchangeFile), 'utf8')
  } catch {
    // A new folder has no such file yet.
    return undefined
  }
}

function readDeployed(
  listing: ChainListing,
  chains: readonly v.InferOutput<typeof chainSchema>[],
  folder: string,
): [number, DeployedContracts] | undefined {
  const { chainId } = listing
  const saved = chains.find((chain) => chain.chainId === chainId)
  if (!saved || !isChainSaved(chainFiles(folder, chainId))) return undefined
  const tokens = listing.coins.flatMap((coin) => {
    const address = saved.tokens[coin.id]
    return address === undefined ? [] : [{ ...coin, chainId, address }]
  })
  return tokens.length === listing.coins.length ? [chainId, { contracts: saved.contracts, tokens }] : undefined
}

const address = v.custom<Address>((value) => typeof value === 'string' && isAddress(value))
const price = v.pipe(v.number(), v.finite(), v.gtValue(0))

const contractsSchema: v.GenericSchema<unknown, Contracts> = v.object({
  faucet: address,
  wrapped: address,
  factory: address,
  router: address,
  positionManager: address,
  quoter: address,
  crossRouter: address,
})

const chainSchema = v.object({
  chainId: v.number(),
  contracts: contractsSchema,
  tokens: v.record(v.string(), address),
})

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    version: v.literal(version),
    secret: v.custom<Hex>(isHex),
    prices: v.record(v.string(), price),
    chains: v.array(chainSchema),
  }),
)
