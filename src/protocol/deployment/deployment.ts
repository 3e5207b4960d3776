import { chainKindNames } from '../../domain/chain'
import { errorClass } from '../../domain/errorClass'

/** `/config.json`: the settings of the service that the app is deployed for. No secrets. */
export type Deployment = Read<typeof deployment>
export type DeploymentChain = Read<typeof chain>
export type EnsSettings = Read<typeof ens>
export type UnsReader = Read<typeof unsReader>
export type WalletConnectSettings = Read<typeof walletConnect>
export type SlippageUnit = Read<typeof slippageUnit>
export type PinnedCode = Read<typeof pinnedCode>
export type PinnedToken = Read<typeof pinnedToken>

/** Decodes `/config.json`. Optional settings have a default; a wrong one throws `InvalidConfiguration`. */
export function readDeployment(json: unknown): Deployment {
  return deployment(json, '')
}

/** 5 MB: some ten thousand tokens or pools. */
export const defaultMaxAnswerBytes = 5 * 1024 * 1024

/** A registry of names (ENS), read through its universal resolver. */
const ens = object({
  chainId: whole,
  universalResolver: text,
  /** Origins that names kept off chain (CCIP-Read, ERC-3668) may be asked from; usually none. */
  gateways: withDefault(list(text), []),
})

/** A contract that reads the records of names of Unstoppable Domains (UNS) on one chain. */
const unsReader = object({ chainId: whole, proxyReader: text })

const walletConnect = object({
  relayUrl: matching(/^wss?:\/\//, 'a WebSocket address'),
  projectId: text,
})

/** A ticker and its address; some tickers have several entries. */
const pinnedToken = object({ symbol: text, address: text })

const pinnedCode = object({ address: text, codeHash: text })

/** The deployment's own data about a chain, by chain id: the root of trust for RPC and addresses. */
const chain = object(
  {
    chainId: whole,
    kind: oneOf(chainKindNames),
    name: text,
    /** Same-origin paths or absolute URLs; the first that answers with the right chain id is used. */
    rpcUrls: withDefault(list(text), []),
    wsUrl: optionalText,
    explorerUrl: optionalText,
    nativeCurrency: object({ name: text, symbol: text, decimals: whole }),
    wrappedNative: optionalText,
    /** Routers and position managers (EVM) or programs (Solana) that the operator trusts. */
    trusted: withDefault(list(text), []),
    positionManager: optionalText,
    confirmations: withDefault(whole, 1),
    /** Solana: the genesis hash that an RPC node must return. */
    genesisHash: optionalText,
  },
  {
    /**
     * EVM: a node that shows transactions to no one before they are in a block. Offered to wallets; never called by the
     * app.
     */
    privateRpcUrl: text,
    /**
     * Solana: those of `trusted` at which a bridge sees deposits for other chains: a token account, the owner of associated
     * token accounts, or, behind `nativeEscrow`, a wallet that takes SOL itself. Without the list any of `trusted` may be
     * paid one.
     */
    escrows: list(text),
    /** Keccak-256 of the code that contracts of `trusted` must run; of a proxy the code behind it. */
    codeHashes: list(pinnedCode),
    /** EVM: contracts whose code accounts may run (EIP-7702). Never a router: any caller can take its balance. */
    accountDelegates: list(text),
    /**
     * The maximum native amount that a plan may spend in addition to the sold amount, as decimal text without the chain's
     * decimals applied.
     */
    feeCeiling: matching(/^\d{1,12}(\.\d{1,18})?$/, 'an amount in whole coins'),
    /** The contracts of well-known tickers on this chain: no other contract may be sold under these tickers. */
    tokens: list(pinnedToken),
  },
)

const deployment = object(
  {
    mode: oneOf(['embedded', 'hosted']),
    name: text,
    /** The prefix of the four service calls; '' is the app's own origin. */
    apiBase: (json, at) => text(json ?? '', at).replace(/\/+$/, ''),
    slippageUnit: withDefault(slippageUnit, 'basis points'),
    /** The base of `relativeImagePath`: a URL, or a path on the app's origin; `undefined` shows monograms only. */
    imageBaseUrl: optionalText,
    chains: withDefault(list(chain), []),
    /** Embedded mode only: the URL of the demo wallet's faucet. */
    faucetUrl: optionalText,
  },
  {
    /** Wallets on another device are offered only where the operator has an id for them. */
    walletConnect,
    /** The longest list of chains or pools in bytes, where it is not `defaultMaxAnswerBytes`. */
    maxAnswerBytes: whole,
    /** Where names are looked up; without it no name is. */
    ens,
    /** Where names of Unstoppable Domains are looked up, in the order of asking. */
    uns: list(unsReader),
    /** The one origin that may frame the app, as a Safe App; without it no one may. */
    safeOrigin: text,
    /** Origins of RPC nodes that a person may choose in the settings; the page's policy forbids all others. */
    rpcOrigins: list(text),
  },
)

/** Reads a value of `/config.json`; `at` is its path. */
type Reader<Value> = (json: unknown, at: string) => Value
type Read<Of> = Of extends Reader<infer Value> ? Value : never
type Readers = Readonly<Record<string, Reader<unknown>>>

/** An object; the members of `optional` are left out where they are missing. */
function object<const Of extends Readers, const Optional extends Readers = Record<never, never>>(
  members: Of,
  optional?: Optional,
): Reader<
  { readonly [Name in keyof Of]: Read<Of[Name]> } & { readonly [Name in keyof Optional]?: Read<Optional[Name]> }
> {
  return (json, at) => {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new InvalidConfiguration(at || 'the configuration', 'an object')
    const given = json as Readonly<Record<string, unknown>>
    const present = Object.entries(optional ?? {}).filter(([name]) => given[name] !== undefined)
    const read = [...Object.entries(members), ...present].map(
      ([name, reader]) => [name, reader(given[name], at === '' ? name : `${at}.${name}`)] as const,
    )
    // The readers of exactly this type have read every member.
    return Object.fromEntries(read) as never
  }
}

function list<Value>(entry: Reader<Value>): Reader<readonly Value[]> {
  return (json, at) => {
    if (!Array.isArray(json)) throw new InvalidConfiguration(at, 'a list')
    return json.map((each, index) => entry(each, `${at}[${index}]`))
  }
}

function withDefault<Value>(reader: Reader<Value>, value: Value): Reader<Value> {
  return (json, at) => reader(json ?? value, at)
}

function text(json: unknown, at: string): string {
  if (typeof json !== 'string') throw new InvalidConfiguration(at, 'a text')
  return json
}

function optionalText(json: unknown, at: string): string | undefined {
  return json === undefined || json === null || json === '' ? undefined : text(json, at)
}

function matching(pattern: RegExp, wanted: string): Reader<string> {
  return (json, at) => {
    if (!pattern.test(text(json, at))) throw new InvalidConfiguration(at, wanted)
    return text(json, at)
  }
}

function whole(json: unknown, at: string): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0)
    throw new InvalidConfiguration(at, 'a whole number')
  return json
}

function oneOf<const Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (json, at) => {
    const found = choices.find((choice) => choice === json)
    if (found === undefined) throw new InvalidConfiguration(at, choices.join(' or '))
    return found
  }
}

/**
 * The unit of the `slippage` member in requests to the service. A number: how many units are one percent (`1000`: 500
 * is 0.5 %).
 */
function slippageUnit(json: unknown, at: string): 'basis points' | 'percent' | 'per mille' | number {
  if (typeof json === 'number' && json > 0 && Number.isFinite(json)) return json
  return oneOf(['basis points', 'percent', 'per mille'])(json, at)
}

/** A setting has the wrong type or value; the message names its path. */
export const InvalidConfiguration = errorClass(
  'UnreadableConfiguration',
  (at: string, wanted: string) => `In /config.json, ${at} should be ${wanted}.`,
)
