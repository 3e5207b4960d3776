import type { EnsSettings, SlippageUnit, UnsReader, WalletConnectSettings } from '../protocol/deployment/deployment'
import { type ConfiguredChain, readChains } from './chainSettings'
import { readLimits } from './limitSettings'
import { didYouMean, SettingsError } from './settingsError'

/** Everything an operator can configure, read once at the start. docs/operators.md describes each setting. */
export type Settings = ReturnType<typeof readSettings>

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and validates all settings. Throws `SettingsError`. */
export function readSettings(environment: Environment, argv: readonly string[], readFile: (path: string) => string) {
  const names = new Set<string>()
  const given = (name: string) => {
    names.add(name)
    return environment[name]?.trim() || undefined
  }
  const chains = readChains(given('TIDEGATE_CHAINS'), readFile)
  const settings = {
    port: readWhole('PORT', given('PORT'), 4173, 65_535),
    host: given('TIDEGATE_HOST') ?? '127.0.0.1',
    publicUrl: readOrigin('TIDEGATE_PUBLIC_URL', given('TIDEGATE_PUBLIC_URL')),
    trustedProxies: readWhole('TIDEGATE_TRUSTED_PROXIES', given('TIDEGATE_TRUSTED_PROXIES'), 0, 10),
    name: given('TIDEGATE_NAME') ?? 'Tidegate',
    /** The hosted service; without one the embedded exchange is started. */
    hosted: readHosted(given),
    slippageUnit: readSlippageUnit(given('TIDEGATE_SLIPPAGE_UNIT')),
    imageBaseUrl: readBaseUrl('TIDEGATE_IMAGE_BASE_URL', given('TIDEGATE_IMAGE_BASE_URL')),
    walletConnect: readWalletConnect(given),
    ens: readEns(given, chains),
    uns: readUns(given, chains),
    /** Origins whose pages may embed the widget. */
    widgetOrigins: readOrigins('TIDEGATE_WIDGET_ORIGINS', given('TIDEGATE_WIDGET_ORIGINS')),
    /** The one origin that may frame the app: a Safe wallet, in which the app then is a Safe App. */
    safeOrigin: readSafeOrigin(given('TIDEGATE_SAFE_ORIGIN')),
    /** Origins of RPC nodes that people may choose for themselves. */
    rpcOrigins: readOrigins('TIDEGATE_RPC_ORIGINS', given('TIDEGATE_RPC_ORIGINS')),
    chains,
    persistDir: readFlag(argv, '--persist') ?? given('TIDEGATE_PERSIST'),
    historyDays: readDays(readFlag(argv, '--history-days') ?? given('TIDEGATE_HISTORY_DAYS')),
    hasLiveMarket: readChoice('TIDEGATE_LIVE', given('TIDEGATE_LIVE'), ['yes', 'no']) !== 'no',
    /** How the embedded exchange carries out an accepted deposit: see "delivery" in the glossary. */
    addDelivery: readDelivery(given('TIDEGATE_ADD_DELIVERY')),
    maxAnswerBytes: readWhole('TIDEGATE_MAX_ANSWER_MB', given('TIDEGATE_MAX_ANSWER_MB'), 5, 500) * 1024 * 1024,
    limits: readLimits(given('TIDEGATE_LIMITS')),
    screening: readScreening(given('TIDEGATE_SCREENING'), given('TIDEGATE_SCREENING_KEY')),
    /** The Redis that several gateways share. */
    store: readStore(given('TIDEGATE_STORE')),
    logsRequests: readChoice('TIDEGATE_LOG', given('TIDEGATE_LOG'), ['requests', 'problems']) === 'requests',
    /** A port of its own for `/metrics`. */
    metricsPort: readWhole('TIDEGATE_METRICS_PORT', given('TIDEGATE_METRICS_PORT'), undefined, 65_535),
    /** Requests to `/metrics` must send it as `Authorization: Bearer`. */
    metricsToken: readToken('TIDEGATE_METRICS_TOKEN', given('TIDEGATE_METRICS_TOKEN')),
    /** The operator's kill switch: a file that halts signing. */
    noticeFile: given('TIDEGATE_NOTICE'),
    /** Where vulnerabilities are reported, for `/.well-known/security.txt`. */
    securityContact: readContact(given('TIDEGATE_SECURITY_CONTACT')),
  } as const
  refuseUnknown(Object.keys(environment), names)
  refuseUnknownFlags(argv)
  return settings
}

/** Variables of the project's other commands, which may be set at the same time. */
const otherVariables = ['TIDEGATE_ANVIL', 'TIDEGATE_CHROMIUM', 'TIDEGATE_TEST_REPORT', 'TIDEGATE_PICTURES']

/** Kubernetes sets these in every pod next to a Service that is named `tidegate`. */
const serviceLink = /^TIDEGATE_(SERVICE_(HOST|PORT)|PORT$|PORT_\d+_(TCP|UDP))/

/** Refuses unknown variables: a misspelt one would be ignored, and the gateway would run with a default instead. */
function refuseUnknown(variables: readonly string[], names: ReadonlySet<string>) {
  const unknown = variables.find(
    (name) => /^tidegate_/i.test(name) && !names.has(name) && !otherVariables.includes(name) && !serviceLink.test(name),
  )
  if (unknown !== undefined) throw new SettingsError(`${unknown} is not a setting.${didYouMean(unknown, names)}`)
}

const flags = new Set(['--persist', '--history-days'])

/** Refuses a misspelt flag, and one that npm kept for itself: `npm start --persist DIR` passes on only `DIR`. */
function refuseUnknownFlags(argv: readonly string[]) {
  const unknown = argv.find((word, index) => {
    if (word.startsWith('--')) return !flags.has(word.split('=')[0] ?? '')
    return !flags.has(argv[index - 1] ?? '')
  })
  if (unknown === undefined) return
  const hint = unknown.startsWith('-')
    ? didYouMean(unknown, flags)
    : ' Flags come after two dashes: npm start -- --persist DIR.'
  throw new SettingsError(`"${unknown}" is not a flag of this command.${hint}`)
}

function readHosted(given: (name: string) => string | undefined) {
  const baseUrl = readBaseUrl('TIDEGATE_BASE_URL', given('TIDEGATE_BASE_URL'))
  const apiKey = given('TIDEGATE_API_KEY')
  if (baseUrl === undefined) {
    if (apiKey === undefined) return undefined
    throw new SettingsError('TIDEGATE_API_KEY is set but TIDEGATE_BASE_URL is not: say which service the key is for.')
  }
  if (new URL(baseUrl).protocol === 'http:' && !isLoopback(new URL(baseUrl).hostname))
    throw new SettingsError('TIDEGATE_BASE_URL must start with https://, or the key would travel in the open.')
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new SettingsError('TIDEGATE_API_KEY has characters that no header can carry.')
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey }
}

/** The relay that is meant for everyone; others speak the same protocol. */
const publicRelay = 'wss://relay.walletconnect.org'

function readWalletConnect(given: (name: string) => string | undefined): WalletConnectSettings | undefined {
  const projectId = given('TIDEGATE_WALLETCONNECT_ID')
  const relayUrl = given('TIDEGATE_WALLETCONNECT_RELAY')
  if (projectId === undefined) {
    if (relayUrl === undefined) return undefined
    throw new SettingsError('TIDEGATE_WALLETCONNECT_RELAY is set but TIDEGATE_WALLETCONNECT_ID is not.')
  }
  if (!/^[\w-]{1,64}$/.test(projectId))
    throw new SettingsError('TIDEGATE_WALLETCONNECT_ID must be the id of a project: letters and digits only.')
  return { projectId, relayUrl: readRelay(relayUrl ?? publicRelay) }
}

function readRelay(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'wss:' || (url?.protocol === 'ws:' && isLoopback(url.hostname))
  if (isSafe && url.username + url.password + url.search + url.hash === '') return text
  throw new SettingsError(`TIDEGATE_WALLETCONNECT_RELAY must be an address such as ${publicRelay}, not "${text}".`)
}

/** The universal resolver of Ethereum, which stays at this address while the contracts behind it change. */
const ethereumResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'

/** Names are on by themselves where a node of Ethereum is configured: no one else is asked for them. */
function readEns(
  given: (name: string) => string | undefined,
  chains: readonly ConfiguredChain[],
): EnsSettings | undefined {
  const gateways = readOrigins('TIDEGATE_ENS_GATEWAYS', given('TIDEGATE_ENS_GATEWAYS')) ?? []
  const hasEthereum = chains.some(({ chain }) => chain.chainId === 1 && chain.rpcUrls.length > 0)
  const text = given('TIDEGATE_ENS') ?? (hasEthereum ? '1' : 'off')
  if (text === 'off') {
    if (gateways.length === 0) return undefined
    throw new SettingsError('TIDEGATE_ENS_GATEWAYS is set but TIDEGATE_ENS is not.')
  }
  if (text === '1') return { chainId: 1, universalResolver: ethereumResolver, gateways }
  const [, chainId, universalResolver = ''] = /^(\d{1,15}):(0x[\da-fA-F]{40})$/.exec(text) ?? []
  if (chainId !== undefined) return { chainId: Number(chainId), universalResolver, gateways }
  throw new SettingsError(
    `TIDEGATE_ENS must be "off", "1" for Ethereum, or a chain with its universal resolver such as 1:${ethereumResolver}, not "${text}".`,
  )
}

/** The readers of Unstoppable Domains, by its published configuration; Ethereum last, where moved names leave old records. */
const unsReaders = [
  { chainId: 137, proxyReader: '0x91EDd8708062bd4233f4Dd0FCE15A7cb4d500091' },
  { chainId: 8453, proxyReader: '0x78c4b414e1abdf0de267deda01dffd4cd0817a16' },
  { chainId: 1, proxyReader: '0x578853aa776Eef10CeE6c4dd2B5862bdcE767A8B' },
] as const

/** On by itself where both Polygon and Ethereum have a node: with only one of them, moved names would be misread. */
function readUns(
  given: (name: string) => string | undefined,
  chains: readonly ConfiguredChain[],
): readonly UnsReader[] | undefined {
  const withNode = new Set(chains.filter(({ chain }) => chain.rpcUrls.length > 0).map(({ chain }) => chain.chainId))
  const text = given('TIDEGATE_UNS')
  if (text === undefined && withNode.has(137) && withNode.has(1))
    return unsReaders.filter(({ chainId }) => withNode.has(chainId))
  if (text === undefined || text === 'off') return undefined
  return text.split(',').map((entry) => {
    const [, chainId, proxyReader = ''] = /^(\d{1,15}):(0x[\da-fA-F]{40})$/.exec(entry.trim()) ?? []
    if (chainId !== undefined) return { chainId: Number(chainId), proxyReader }
    throw new SettingsError(
      `TIDEGATE_UNS must be "off" or chains with their proxy readers such as 137:${unsReaders[0].proxyReader}, not "${entry}".`,
    )
  })
}

/** Origins with commas between them. Plain HTTP only on this computer: elsewhere anyone in between could answer. */
function readOrigins(name: string, texts: string | undefined): readonly string[] | undefined {
  return texts?.split(',').map((each) => {
    const text = each.trim()
    const url = URL.canParse(text) ? new URL(text) : undefined
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
    // URLs allow more in a name than a policy: a star matches all hosts below it, a semicolon ends the directive.
    if (isSafe && url.origin === text.replace(/\/$/, '') && /^[\w.:[\]-]+$/.test(url.host)) return url.origin
    throw new SettingsError(`${name} must be origins such as https://node.example, not "${text}".`)
  })
}

/** One origin, never a list: a page that frames the app could draw over its review. */
function readSafeOrigin(text: string | undefined): string | undefined {
  const [origin, ...others] = readOrigins('TIDEGATE_SAFE_ORIGIN', text) ?? []
  if (others.length === 0) return origin
  throw new SettingsError(`TIDEGATE_SAFE_ORIGIN must be one origin such as https://app.safe.global, not "${text}".`)
}

/** The Host names a gateway on loopback answers to: another site could let its own name resolve to 127.0.0.1. */
export function allowedHosts({ host, publicUrl }: Settings): readonly string[] | undefined {
  if (!isLoopback(host)) return undefined
  return ['localhost', '127.0.0.1', '[::1]', ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function readWhole<Usual>(name: string, text: string | undefined, usual: Usual, most: number): number | Usual {
  if (text === undefined) return usual
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= most) return number
  throw new SettingsError(`${name} must be a whole number from 0 to ${most}, not "${text}".`)
}

function readToken(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{16,}$/.test(text)) return text
  throw new SettingsError(`${name} must have at least 16 characters, and none that a header cannot carry.`)
}

/** Addresses that may not trade here: a file of them, or a service that is asked with `{address}` in its URL. */
export type ScreeningSetting =
  | { readonly is: 'list'; readonly file: string }
  | { readonly is: 'service'; readonly url: string; readonly key: string | undefined }

function readScreening(text: string | undefined, key: string | undefined): ScreeningSetting | undefined {
  if (text === undefined) {
    if (key === undefined) return undefined
    throw new SettingsError('TIDEGATE_SCREENING_KEY is set but TIDEGATE_SCREENING is not.')
  }
  if (!/^https?:/i.test(text)) {
    if (key === undefined) return { is: 'list', file: text }
    throw new SettingsError('TIDEGATE_SCREENING_KEY is for a screening service, and TIDEGATE_SCREENING is a file.')
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url !== undefined && isLoopback(url.hostname))
  if (isSafe && text.includes('{address}')) return { is: 'service', url: text, key }
  throw new SettingsError(
    'TIDEGATE_SCREENING must be a file with an address per line, or a URL such as https://screening.example/{address}.',
  )
}

/** The text may hold a password, so the message does not repeat it. */
function readStore(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isStore = url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && url.search + url.hash === ''
  if (isStore && /^(\/\d*)?$/.test(url.pathname)) return text
  throw new SettingsError('TIDEGATE_STORE must be an address such as redis://user:password@store.example:6379/0.')
}

function readContact(text: string | undefined): string | undefined {
  if (text === undefined || (/^(mailto:|https:\/\/)\S+$/.test(text) && URL.canParse(text))) return text
  throw new SettingsError(
    `TIDEGATE_SECURITY_CONTACT must be an address such as mailto:security@swap.example, not "${text}".`,
  )
}

function readDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const days = Number(text)
  if (days >= 0 && days <= 60) return days
  throw new SettingsError(`TIDEGATE_HISTORY_DAYS must be a number of days from 0 to 60, not "${text}".`)
}

function readUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username + url.password + url.hash === '') return text
  throw new SettingsError(`${name} must be an address such as https://example.org, not "${text}".`)
}

/** The origin of a URL. A URL with a path is refused: the app is served from the root of its host. */
function readOrigin(name: string, text: string | undefined): string | undefined {
  const url = readUrl(name, text)
  if (url === undefined) return undefined
  const { origin, pathname, search } = new URL(url)
  if (pathname + search === '/') return origin
  throw new SettingsError(`${name} must have no path and no query: people reach the app at ${origin}.`)
}

/** A URL in front of the paths of requests, so it may have a path of its own but no query. */
function readBaseUrl(name: string, text: string | undefined): string | undefined {
  const url = readUrl(name, text)
  if (!url?.includes('?')) return url
  throw new SettingsError(`${name} must not have a query: paths are added to it.`)
}

function readSlippageUnit(text = 'basis points'): SlippageUnit {
  const unit = text.toLowerCase().replace(/[-_]/g, ' ')
  if (unit === 'basis points' || unit === 'percent' || unit === 'per mille') return unit
  const perPercent = /^\d{1,12}(?:\.\d{1,12})?$/.test(unit) ? Number(unit) : 0
  if (perPercent > 0) return perPercent
  throw new SettingsError(
    `TIDEGATE_SLIPPAGE_UNIT must be "basis points", "percent" or "per mille", or a number of units per percent, not "${text}".`,
  )
}

function readDelivery(text = 'null') {
  if (text === 'null' || text === 'transactions' || text === 'treasury') return text
  throw new SettingsError(`TIDEGATE_ADD_DELIVERY must be "null", "transactions" or "treasury", not "${text}".`)
}

function readChoice(name: string, text: string | undefined, choices: readonly [string, string]): string | undefined {
  if (text === undefined || choices.includes(text)) return text
  throw new SettingsError(`${name} must be "${choices.join('" or "')}", not "${text}".`)
}

function readFlag(argv: readonly string[], name: string): string | undefined {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`))
  if (at === -1) return undefined
  const value = argv[at]?.includes('=') ? argv[at].slice(name.length + 1) : argv[at + 1]
  if (value !== undefined && value !== '' && !value.startsWith('--')) return value
  throw new SettingsError(`${name} needs a value, for example ${name} ${name === '--persist' ? './chains' : '2'}.`)
}
