import { stripComments } from 'jsonc-parser'
import * as v from 'valibot'
import { isAddress } from 'viem'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import { knownChains } from '../protocol/deployment/knownChains'
import { nativeEscrow } from '../protocol/deployment/nativeEscrow'
import { contractsOf, venueNames } from '../protocol/deployment/venues'
import { parseJsonWithComments } from './jsonWithComments'
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
  const isInline = stripComments(text).trimStart().startsWith('[')
  const json = isInline ? text : readSettingFile(text, readFile)
  let list: unknown
  try {
    list = parseJsonWithComments(json)
  } catch (cause) {
    const why = cause instanceof SyntaxError ? ` ${cause.message}` : ''
    throw new SettingsError(`TIDEGATE_CHAINS is neither a JSON array nor a file that holds one.${why}`, { cause })
  }
  if (Array.isArray(list)) return list.map(withoutNulls)
  throw new SettingsError('TIDEGATE_CHAINS must be a JSON array of chains.')
}

/** A member that is null counts as missing. */
function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls)
  if (typeof json !== 'object' || json === null) return json
  const members = Object.entries(json).filter(([, value]) => value !== null)
  return Object.fromEntries(members.map(([name, value]) => [name, withoutNulls(value)]))
}

function readSettingFile(path: string, readFile: (path: string) => string): string {
  try {
    return readFile(path)
  } catch (cause) {
    throw new SettingsError(`TIDEGATE_CHAINS names the file "${path}", which cannot be read.`, { cause })
  }
}

function readChain(entry: unknown, where: string): ConfiguredChain {
  const base = v.looseObject({ chainId: whole, kind: v.exactOptional(text) }, objectProblem)
  const { chainId, kind: named } = read(base, entry, where)
  const known = knownChains.find((network) => network.chainId === chainId)
  const kind = readKind(named ?? known?.kind ?? 'evm', where)
  refuseMembersOfOthers(Object(entry), kind, where)
  const { rpcTarget, trusted = [], ...given } = read(chainSchema(kind, chainId), entry, where)

  const name = given.name ?? known?.name
  if (name === undefined) throw new SettingsError(`${where}.name is missing, and chain ${chainId} is not a known one.`)
  const nativeCurrency = given.nativeCurrency ?? known?.nativeCurrency
  if (nativeCurrency === undefined)
    throw new SettingsError(`${where}.nativeCurrency is missing: { "name", "symbol", "decimals" }.`)
  const chain: DeploymentChain = {
    ...{ wsUrl: undefined, positionManager: undefined, genesisHash: undefined },
    ...{ explorerUrl: known?.explorerUrl, wrappedNative: known?.wrappedNative },
    ...(known?.feeCeiling === undefined ? {} : { feeCeiling: known.feeCeiling }),
    confirmations: known?.confirmations ?? 1,
    rpcUrls: rpcTarget === undefined ? [] : [`/rpc/${chainId}`],
    ...given,
    ...{ chainId, kind, name, nativeCurrency },
    trusted: trusted.flatMap((value) => (venueNames.includes(value) ? contractsOf(value, kind, chainId) : [value])),
  }
  checkEscrows(chain, where)
  return { chain, rpcTarget }
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
function refuseMembersOfOthers(entry: object, kind: ConfiguredKind, where: string) {
  for (const [name, only] of Object.entries(membersOfKind))
    if (kind !== only && Object.hasOwn(entry, name))
      throw new SettingsError(`${where}.${name} is for ${only === 'evm' ? 'EVM chains' : 'Solana'} only.`)
}

const membersOfKind = { escrows: 'solana', codeHashes: 'evm', privateRpcUrl: 'evm', accountDelegates: 'evm' } as const

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

/** The members of a chain. Each message continues the path of its member. */
export function chainSchema(kind: ConfiguredKind, chainId: number) {
  const address = addressSchema(kind)
  return object({
    chainId: whole,
    kind: v.exactOptional(text),
    name: v.exactOptional(text),
    rpcTarget: v.exactOptional(url(/^https?:$/)),
    rpcUrls: v.exactOptional(list(url(/^https?:$/))),
    wsUrl: v.exactOptional(url(/^wss?:$/)),
    // Only HTTPS: wallets refuse other nodes, and a plaintext connection to a private node is not private.
    privateRpcUrl: v.exactOptional(url(/^https:$/)),
    explorerUrl: v.exactOptional(url(/^https:$/)),
    nativeCurrency: v.exactOptional(
      v.pipe(
        object({ name: v.exactOptional(text), symbol: text, decimals: v.exactOptional(whole) }),
        v.transform(({ symbol, name = symbol, decimals = 18 }) => ({ name, symbol, decimals })),
      ),
    ),
    wrappedNative: v.exactOptional(address),
    trusted: v.exactOptional(list(contractSchema(kind, chainId))),
    escrows: v.exactOptional(list(addressSchema(kind, nativeEscrow))),
    positionManager: v.exactOptional(address),
    codeHashes: v.exactOptional(list(object({ address, codeHash }))),
    accountDelegates: v.exactOptional(list(address)),
    feeCeiling: v.exactOptional(
      v.pipe(text, v.regex(/^\d{1,12}(\.\d{1,18})?$/, ' must be an amount in whole coins, such as "0.01".')),
    ),
    tokens: v.exactOptional(list(object({ symbol: text, address }))),
    confirmations: v.exactOptional(whole),
    genesisHash: v.exactOptional(text),
  })
}

/** The value by its schema. Throws `SettingsError` with the path of the first member that is wrong. */
function read<Schema extends v.GenericSchema>(schema: Schema, value: unknown, where: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [{ path = [], message }] = result.issues
  const at = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  throw new SettingsError(where + at + message)
}

/** An object. Other members are refused, because they are misspelt or would be ignored. */
function object<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, (issue) => objectProblem(issue, Object.keys(entries)))
}

function objectProblem({ path, expected }: v.BaseIssue<unknown>, names: readonly string[] = []): string {
  if (!path) return ' must be an object.'
  return expected === 'never' ? ` is not a setting.${didYouMean(String(path[0].key), names)}` : ' is missing.'
}

function list<Item extends v.GenericSchema>(item: Item) {
  return v.array(item, ' must be a list.')
}

const text = v.string(' must be text.')
const notWhole = ' must be a whole number.'
const whole = v.pipe(v.number(notWhole), v.safeInteger(notWhole), v.minValue(0, notWhole))
const codeHash = v.pipe(
  text,
  v.regex(/^0x[0-9a-fA-F]{64}$/, ({ input }) => ` must be 32 bytes in hex, not "${input}".`),
)

function url(protocols: RegExp) {
  const isAllowed = (value: string) => URL.canParse(value) && protocols.test(new URL(value).protocol)
  return v.pipe(
    text,
    v.check(isAllowed, ({ input }) => ` must be an address, not "${input}".`),
  )
}

/** `start`: allowed before an address. `names`: allowed instead of an address. */
function addressSchema(kind: ConfiguredKind, start = '', names: readonly string[] = []) {
  const isAccount = (value: string) => addressForms[kind].test(withoutStart(value, start))
  const isMistyped = (value: string) => kind === 'evm' && isAccount(value) && !isAddress(withoutStart(value, start))
  return v.pipe(
    text,
    v.check(
      (value) => !isMistyped(value),
      ({ input }) => `: the capital letters of "${input}" do not fit: was it mistyped?`,
    ),
    v.check(
      (value) => names.includes(value) || isAccount(value),
      ({ input }) =>
        ` must be an address of this chain, not "${withoutStart(input, start)}".${didYouMean(input, names)}`,
    ),
  )
}

/** An address, or the name of a well-known venue that has contracts on the chain. */
function contractSchema(kind: ConfiguredKind, chainId: number) {
  return v.pipe(
    addressSchema(kind, '', venueNames),
    v.check(
      (value) => !venueNames.includes(value) || contractsOf(value, kind, chainId).length > 0,
      ({ input }) => `: no ${input} is known on chain ${chainId}.`,
    ),
  )
}

/** Only the form and the checksum of an address are checked: which contract it belongs to is up to the operator. */
const addressForms: Readonly<Record<ConfiguredKind, RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  bitcoin: /^[0-9A-Za-z]{14,90}$/,
}
