import type { DeploymentChain } from '../protocol/deployment'
import { knownChains } from './knownChains'
import { SettingsError } from './settingsError'

/** A chain as configured. `rpcTarget` stays on the server and is reached through `/rpc/<chainId>`. */
export type ConfiguredChain = { readonly chain: DeploymentChain; readonly rpcTarget: string | undefined }

/** The configured chains, then the known chains that are not configured. */
export function readChains(text: string | undefined, readFile: (path: string) => string): ConfiguredChain[] {
  if (text === undefined) return knownChains.map((chain) => ({ chain, rpcTarget: undefined }))
  const list = parseList(text, readFile)
  const configured = list.map((entry, index) => readChain(entry, `TIDEGATE_CHAINS[${index}]`))
  const configuredIds = new Set(configured.map(({ chain }) => chain.chainId))
  const others = knownChains.filter(({ chainId }) => !configuredIds.has(chainId))
  return [...configured, ...others.map((chain) => ({ chain, rpcTarget: undefined }))]
}

function parseList(text: string, readFile: (path: string) => string): readonly unknown[] {
  const json = text.startsWith('[') ? text : readSettingFile(text, readFile)
  let list: unknown
  try {
    list = JSON.parse(json)
  } catch {
    throw new SettingsError('TIDEGATE_CHAINS is neither a JSON array nor a file that holds one.')
  }
  if (Array.isArray(list)) return list
  throw new SettingsError('TIDEGATE_CHAINS must be a JSON array of chains.')
}

function readSettingFile(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path)
  } catch (cause) {
    throw new SettingsError(`TIDEGATE_CHAINS names the file "${path}", which cannot be read.`, { cause })
  }
}

function readChain(entry: unknown, where: string): ConfiguredChain {
  const fields = new Fields(entry, where)
  const chainId = fields.whole('chainId')
  if (chainId === undefined) throw new SettingsError(`${where}.chainId is missing.`)
  const known = knownChains.find((network) => network.chainId === chainId)
  const name = fields.text('name') ?? known?.name
  if (name === undefined) throw new SettingsError(`${where}.name is missing, and chain ${chainId} is not a known one.`)

  const rpcTarget = fields.url('rpcTarget', /^https?:$/)
  const ownRpc = rpcTarget === undefined ? [] : [`/rpc/${chainId}`]
  return {
    rpcTarget,
    chain: {
      chainId,
      kind: readKind(fields.text('kind') ?? known?.kind ?? 'evm', where),
      name,
      rpcUrls: fields.list('rpcUrls')?.map((url) => fields.asUrl('rpcUrls', url, /^https?:$/)) ?? ownRpc,
      wsUrl: fields.url('wsUrl', /^wss?:$/),
      explorerUrl: fields.url('explorerUrl', /^https:$/) ?? known?.explorerUrl,
      nativeCurrency: readNative(fields, where) ?? known?.nativeCurrency ?? missingNative(where),
      wrappedNative: fields.text('wrappedNative') ?? known?.wrappedNative,
      trusted: fields.list('trusted') ?? [],
      positionManager: fields.text('positionManager'),
      ...readTokens(fields),
      confirmations: fields.whole('confirmations') ?? known?.confirmations ?? 1,
      genesisHash: fields.text('genesisHash'),
    },
  }
}

function readKind(kind: string, where: string): DeploymentChain['kind'] {
  if (kind === 'evm' || kind === 'solana' || kind === 'bitcoin') return kind
  throw new SettingsError(`${where}.kind must be "evm", "solana" or "bitcoin", not "${kind}".`)
}

function readTokens(fields: Fields): Pick<DeploymentChain, 'tokens'> {
  const tokens = fields.inners('tokens')
  return tokens
    ? { tokens: tokens.map((token) => ({ symbol: token.needed('symbol'), address: token.needed('address') })) }
    : {}
}

function readNative(fields: Fields, where: string): DeploymentChain['nativeCurrency'] | undefined {
  const native = fields.inner('nativeCurrency')
  if (!native) return undefined
  const symbol = native.text('symbol')
  if (symbol === undefined) throw new SettingsError(`${where}.nativeCurrency.symbol is missing.`)
  return { name: native.text('name') ?? symbol, symbol, decimals: native.whole('decimals') ?? 18 }
}

function missingNative(where: string): never {
  throw new SettingsError(`${where}.nativeCurrency is missing: { "name", "symbol", "decimals" }.`)
}

/** Reads one JSON object of a setting member by member. Every error names the member's path. */
class Fields {
  readonly #where: string
  readonly #values: ReadonlyMap<string, unknown>

  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new SettingsError(`${where} must be an object.`)
    this.#where = where
    this.#values = new Map(Object.entries(value))
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name) ?? undefined
    if (value === undefined || typeof value === 'string') return value
    throw new SettingsError(`${this.#where}.${name} must be text.`)
  }

  whole(name: string): number | undefined {
    const value = this.#values.get(name) ?? undefined
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)) return value
    throw new SettingsError(`${this.#where}.${name} must be a whole number.`)
  }

  list(name: string): readonly string[] | undefined {
    const value = this.#values.get(name) ?? undefined
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
    throw new SettingsError(`${this.#where}.${name} must be a list of text.`)
  }

  url(name: string, protocols: RegExp): string | undefined {
    const value = this.text(name)
    return value === undefined ? undefined : this.asUrl(name, value, protocols)
  }

  asUrl(name: string, value: string, protocols: RegExp): string {
    if (URL.canParse(value) && protocols.test(new URL(value).protocol)) return value
    throw new SettingsError(`${this.#where}.${name} must be an address, not "${value}".`)
  }

  needed(name: string): string {
    const value = this.text(name)
    if (value === undefined) throw new SettingsError(`${this.#where}.${name} is missing.`)
    return value
  }

  inners(name: string): readonly Fields[] | undefined {
    const value = this.#values.get(name) ?? undefined
    if (value === undefined) return undefined
    if (!Array.isArray(value)) throw new SettingsError(`${this.#where}.${name} must be a list.`)
    return value.map((item, index) => new Fields(item, `${this.#where}.${name}[${index}]`))
  }

  inner(name: string): Fields | undefined {
    const value = this.#values.get(name) ?? undefined
    return value === undefined ? undefined : new Fields(value, `${this.#where}.${name}`)
  }
}
