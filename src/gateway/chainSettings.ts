import { isAddress } from 'viem'
import type { DeploymentChain, PinnedCode, PinnedToken } from '../protocol/deployment/deployment'
import { knownChains } from '../protocol/deployment/knownChains'
import { nativeEscrow } from '../protocol/deployment/nativeEscrow'
import { contractsOf, venueNames } from '../protocol/deployment/venues'
import { parseJsonWithComments, withoutComments } from './jsonWithComments'
import { didYouMean, SettingsError } from './settingsError'

type ConfiguredKind = Exclude<DeploymentChain['kind'], 'unknown'>

/** A chain as configured. `rpcTarget` stays on the server and is reached through `/rpc/<chainId>`. */
export type ConfiguredChain = { readonly chain: DeploymentChain; readonly rpcTarget: string | undefined }

/** The configured chains, then the known chains that are not configured. */
export function readChains(text: string | undefined, readFile: (path: string) => string): ConfiguredChain[] {
  if (text === undefined) return knownChains.map((chain) => ({ chain, rpcTarget: undefined }))
  const list = parseList(text, readFile)
  const configured = list.map((entry, index) => readChain(entry, `TIDEGATE_CHAINS[${index}]`))
  const configuredIds = new Set(configured.map(({ chain }) => chain.chainId))
  const repeated = configured.find(({ chain }, index) =>
    configured.slice(0, index).some((other) => other.chain.chainId === chain.chainId),
  )
  if (repeated) throw new SettingsError(`TIDEGATE_CHAINS names chain ${repeated.chain.chainId} twice.`)
  const others = knownChains.filter(({ chainId }) => !configuredIds.has(chainId))
  return [...configured, ...others.map((chain) => ({ chain, rpcTarget: undefined }))]
}

function parseList(text: string, readFile: (path: string) => string): readonly unknown[] {
  const isInline = withoutComments(text).trimStart().startsWith('[')
  const json = isInline ? text : readSettingFile(text, readFile)
  let list: unknown
  try {
    list = parseJsonWithComments(json)
  } catch (cause) {
    const why = cause instanceof SyntaxError ? ` ${cause.message}` : ''
    throw new SettingsError(`TIDEGATE_CHAINS is neither a JSON array nor a file that holds one.${why}`, { cause })
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
  const kind = readKind(fields.text('kind') ?? known?.kind ?? 'evm', where)
  const configured: ConfiguredChain = {
    rpcTarget,
    chain: {
      chainId,
      kind,
      name,
      rpcUrls: fields.list('rpcUrls')?.map((url) => fields.asUrl('rpcUrls', url, /^https?:$/)) ?? ownRpc,
      wsUrl: fields.url('wsUrl', /^wss?:$/),
      explorerUrl: fields.url('explorerUrl', /^https:$/) ?? known?.explorerUrl,
      nativeCurrency: readNative(fields, where) ?? known?.nativeCurrency ?? missingNative(where),
      wrappedNative: fields.address('wrappedNative', kind) ?? known?.wrappedNative,
      trusted: fields.contracts('trusted', kind, chainId) ?? [],
      ...onlyOn('solana', kind, where, { escrows: fields.addresses('escrows', kind, nativeEscrow) }),
      positionManager: fields.address('positionManager', kind),
      ...readCodeHashes(fields, kind, where),
      ...onlyOn('evm', kind, where, {
        // Only HTTPS: wallets refuse other nodes, and a plaintext connection to a private node is not private.
        privateRpcUrl: fields.url('privateRpcUrl', /^https:$/),
        accountDelegates: fields.addresses('accountDelegates', kind),
      }),
      ...readFeeCeiling(fields, where, known?.feeCeiling),
      ...readTokens(fields, kind),
      confirmations: fields.whole('confirmations') ?? known?.confirmations ?? 1,
      genesisHash: fields.text('genesisHash'),
    },
  }
  fields.refuseUnknown()
  checkEscrows(configured.chain, where)
  return configured
}

function readKind(kind: string, where: string): ConfiguredKind {
  if (isConfiguredKind(kind)) return kind
  const names = Object.keys(addressForms).map((name) => `"${name}"`)
  throw new SettingsError(
    `${where}.kind must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}, not "${kind}".`,
  )
}

function isConfiguredKind(kind: string): kind is ConfiguredKind {
  return Object.hasOwn(addressForms, kind)
}

/** Members that chains of one kind have; those of another kind may not be given any. */
function onlyOn<Value extends object>(only: 'evm' | 'solana', kind: ConfiguredKind, where: string, value: Value) {
  const [name] = Object.entries(value).find(([, given]) => given !== undefined) ?? []
  if (name === undefined) return {}
  if (kind === only) return value
  throw new SettingsError(`${where}.${name} is for ${only === 'evm' ? 'EVM chains' : 'Solana'} only.`)
}

function checkEscrows({ escrows, trusted }: DeploymentChain, where: string) {
  if (escrows?.length === 0)
    throw new SettingsError(`${where}.escrows names nothing: leave it out where any of "trusted" keeps deposits.`)
  const stranger = escrows?.find((escrow) => !trusted.includes(withoutStart(escrow, nativeEscrow)))
  if (stranger !== undefined)
    throw new SettingsError(`${where}.escrows names "${stranger}", which has to be in "trusted" as well.`)
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text
}

function readFeeCeiling(fields: Fields, where: string, usual: string | undefined): Pick<DeploymentChain, 'feeCeiling'> {
  const feeCeiling = fields.text('feeCeiling') ?? usual
  if (feeCeiling === undefined) return {}
  if (/^\d{1,12}(\.\d{1,18})?$/.test(feeCeiling)) return { feeCeiling }
  throw new SettingsError(`${where}.feeCeiling must be an amount in whole coins, such as "0.01".`)
}

function readCodeHashes(fields: Fields, kind: ConfiguredKind, where: string): Pick<DeploymentChain, 'codeHashes'> {
  const pins = fields.inners('codeHashes')
  if (!pins) return {}
  if (kind !== 'evm') throw new SettingsError(`${where}.codeHashes is for EVM chains only.`)
  return { codeHashes: pins.map((pin) => readCodeHash(pin, kind)) }
}

function readCodeHash(fields: Fields, kind: ConfiguredKind): PinnedCode {
  fields.needed('address')
  const address = fields.address('address', kind) ?? ''
  const codeHash = fields.needed('codeHash')
  if (!/^0x[0-9a-fA-F]{64}$/.test(codeHash))
    throw new SettingsError(`A codeHash must be 32 bytes in hex, not "${codeHash}".`)
  fields.refuseUnknown()
  return { address, codeHash }
}

function readTokens(fields: Fields, kind: ConfiguredKind): Pick<DeploymentChain, 'tokens'> {
  const tokens = fields.inners('tokens')
  return tokens ? { tokens: tokens.map((token) => readToken(token, kind)) } : {}
}

function readToken(fields: Fields, kind: ConfiguredKind): PinnedToken {
  const symbol = fields.needed('symbol')
  fields.needed('address')
  const address = fields.address('address', kind) ?? ''
  fields.refuseUnknown()
  return { symbol, address }
}

function readNative(fields: Fields, where: string): DeploymentChain['nativeCurrency'] | undefined {
  const native = fields.inner('nativeCurrency')
  if (!native) return undefined
  const symbol = native.text('symbol')
  if (symbol === undefined) throw new SettingsError(`${where}.nativeCurrency.symbol is missing.`)
  const currency = { name: native.text('name') ?? symbol, symbol, decimals: native.whole('decimals') ?? 18 }
  native.refuseUnknown()
  return currency
}

function missingNative(where: string): never {
  throw new SettingsError(`${where}.nativeCurrency is missing: { "name", "symbol", "decimals" }.`)
}

/** Reads one JSON object of a setting member by member. Every error names the member's path. */
class Fields {
  readonly #where: string
  readonly #values: ReadonlyMap<string, unknown>
  readonly #read = new Set<string>()

  constructor(value: unknown, where: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new SettingsError(`${where} must be an object.`)
    this.#where = where
    this.#values = new Map(Object.entries(value))
  }

  text(name: string): string | undefined {
    const value = this.#get(name)
    if (value === undefined || typeof value === 'string') return value
    throw new SettingsError(`${this.#where}.${name} must be text.`)
  }

  whole(name: string): number | undefined {
    const value = this.#get(name)
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)) return value
    throw new SettingsError(`${this.#where}.${name} must be a whole number.`)
  }

  list(name: string): readonly string[] | undefined {
    const value = this.#get(name)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
    throw new SettingsError(`${this.#where}.${name} must be a list of text.`)
  }

  address(name: string, kind: ConfiguredKind): string | undefined {
    const value = this.text(name)
    if (value !== undefined) this.#checkAddress(name, value, kind)
    return value
  }

  /** `start`: allowed before an address. */
  addresses(name: string, kind: ConfiguredKind, start = ''): readonly string[] | undefined {
    const found = this.list(name)
    for (const [index, value] of (found ?? []).entries())
      this.#checkAddress(`${name}[${index}]`, withoutStart(value, start), kind)
    return found
  }

  /** Addresses, or names of well-known venues, which are replaced by their contracts on the chain. */
  contracts(name: string, kind: ConfiguredKind, chainId: number): readonly string[] | undefined {
    return this.list(name)?.flatMap((value, index) => {
      const isName = venueNames.includes(value)
      const found = contractsOf(value, kind, chainId)
      if (isName && found.length > 0) return found
      if (isName) throw new SettingsError(`${this.#where}.${name}[${index}]: no ${value} is known on chain ${chainId}.`)
      this.#checkAddress(`${name}[${index}]`, value, kind, didYouMean(value, venueNames))
      return [value]
    })
  }

  /** Call it last: it refuses members that nothing has read, which are misspelt or would be ignored. */
  refuseUnknown() {
    const unknown = [...this.#values.keys()].find((name) => !this.#read.has(name))
    if (unknown === undefined) return
    throw new SettingsError(`${this.#where}.${unknown} is not a setting.${didYouMean(unknown, this.#read)}`)
  }

  #get(name: string): unknown {
    this.#read.add(name)
    return this.#values.get(name) ?? undefined
  }

  #checkAddress(name: string, value: string, kind: ConfiguredKind, hint = '') {
    if (kind === 'evm' && addressForms.evm.test(value) && !isAddress(value))
      throw new SettingsError(`${this.#where}.${name}: the capital letters of "${value}" do not fit: was it mistyped?`)
    if (addressForms[kind].test(value)) return
    throw new SettingsError(`${this.#where}.${name} must be an address of this chain, not "${value}".${hint}`)
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
    const value = this.#get(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value)) throw new SettingsError(`${this.#where}.${name} must be a list.`)
    return value.map((item, index) => new Fields(item, `${this.#where}.${name}[${index}]`))
  }

  inner(name: string): Fields | undefined {
    const value = this.#get(name)
    return value === undefined ? undefined : new Fields(value, `${this.#where}.${name}`)
  }
}

/** Only the form and the checksum of an address are checked: which contract it belongs to is up to the operator. */
const addressForms: Readonly<Record<ConfiguredKind, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bitcoin: /^[0-9A-Za-z]{14,90}$/,
}
