import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Hex, isHex } from 'viem'
import { listings } from './listing'
import { type AssetPrices, firstPrices } from './prices'

/** The state that an exchange saves when it stops, next to the states that anvil dumps then. */
export type SavedExchange = { readonly secret: Hex; readonly prices: AssetPrices }

/** Increase it when older folders become unusable: when contracts, tokens or pools change. */
const version = 3

/** Anvil's dump of one chain. */
export function stateFile(folder: string, chainId: number): string {
  return join(folder, `${chainId}.json`)
}

/** The saved exchange in a folder; a folder without a usable one is cleared. */
export function loadFolder(folder: string): SavedExchange | undefined {
  mkdirSync(folder, { recursive: true })
  const isComplete = [exchangeFile(folder), ...stateFiles(folder)].every(existsSync)
  const saved = isComplete ? v.safeParse(savedSchema, readFileSync(exchangeFile(folder), 'utf8')) : undefined
  if (saved?.success) return saved.output
  clearFolder(folder)
  return undefined
}

export function saveExchange(folder: string, { secret, prices }: SavedExchange): void {
  writeFileSync(exchangeFile(folder), JSON.stringify({ version, secret, prices }), { mode: 0o600 })
}

export function clearFolder(folder: string): void {
  for (const file of [exchangeFile(folder), ...stateFiles(folder)]) rmSync(file, { force: true })
}

function exchangeFile(folder: string): string {
  return join(folder, 'exchange.json')
}

function stateFiles(folder: string): readonly string[] {
  return listings.map(({ chainId }) => stateFile(folder, chainId))
}

const price = v.pipe(v.number(), v.finite(), v.gtValue(0))

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(version), secret: v.custom<Hex>(isHex), prices: v.record(v.string(), price) }),
  v.transform(({ secret, prices }): SavedExchange => ({ secret, prices: { ...firstPrices, ...prices } })),
)
