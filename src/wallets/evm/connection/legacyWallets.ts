import { memberOf } from '../../../guard/simulate/rpc'
import { isUnsupportedBy } from '../failures'
import type { Announcement } from './announcement'
import type { Provider } from './provider'

/*
 * Wallets that put a provider at `window.ethereum` (EIP-1193) and announce nothing (EIP-6963): old extensions, and the
 * browsers inside some wallet apps.
 */

/** The flags by which such wallets name themselves. Many also say that they are MetaMask, which therefore comes last. */
const flags: readonly (readonly [flag: string, name: string])[] = [
  ['isRabby', 'Rabby Wallet'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isTrust', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isPhantom', 'Phantom'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isSafePal', 'SafePal'],
  ['isMathWallet', 'MathWallet'],
  ['isFrame', 'Frame'],
  ['isTally', 'Taho'],
  ['isOpera', 'Opera Wallet'],
  ['isMetaMask', 'MetaMask'],
]

/** A provider without any of these flags. */
const unnamedWallet = 'Browser wallet'

/** A wallet at `window.ethereum`. */
export type LegacyWallet = {
  readonly announcement: Announcement
  /** The provider itself, by which one that also announces itself is recognised. */
  readonly raw: unknown
}

/** The wallets at `window.ethereum`: one, or several that share it. */
export function legacyWallets(page: object): readonly LegacyWallet[] {
  const injected = memberOf(page, 'ethereum')
  const shared = listIn(memberOf(injected, 'providers'))
  const found = (shared.length > 0 ? shared : [injected]).filter(isRawProvider)
  const named = found.map((raw) => ({ raw, name: flags.find(([flag]) => memberOf(raw, flag) === true)?.[1] }))
  return named
    .filter(({ name }, index) => named.findIndex((other) => other.name === name) === index)
    .map(({ raw, name = unnamedWallet }) => {
      const id = `injected.${name.toLowerCase().replaceAll(/\W+/g, '-')}`
      return { raw, announcement: { id, name, icon: undefined, provider: withoutQuirks(raw), isDuplicate: false } }
    })
}

type RawProvider = Readonly<Record<string, unknown>>

/**
 * Converts what wallets did before EIP-1193 was final into today's interface. The order matters: `request` comes first.
 */
export const quirks = {
  /** `send(method, params)` or `sendAsync(payload, callback)` instead of `request`. */
  'no request': ({ request, send, sendAsync }: Old): Provider['request'] => {
    if (request) return request
    if (!sendAsync) return async ({ method, params }) => send?.(method, params ?? [])
    return ({ method, params }) =>
      new Promise((resolve, reject) => {
        sendAsync({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }, (error, answer) =>
          error ? reject(error) : resolve(answer),
        )
      })
  },

  /** Answers in the envelope of JSON-RPC. */
  envelope:
    (request: Provider['request']): Provider['request'] =>
    async (question) => {
      const answer = await request(question)
      if (memberOf(answer, 'jsonrpc') === undefined) return answer
      const error = memberOf(answer, 'error')
      if (error) throw error
      return memberOf(answer, 'result')
    },

  /** `enable()` instead of `eth_requestAccounts`. */
  enable:
    (request: Provider['request'], { enable }: Old): Provider['request'] =>
    async (question) => {
      try {
        return await request(question)
      } catch (error) {
        if (question.method !== 'eth_requestAccounts' || !enable || !isUnsupportedBy(error)) throw error
        return enable()
      }
    },

  /** `net_version`, in decimal, instead of `eth_chainId`. */
  'network number':
    (request: Provider['request']): Provider['request'] =>
    async (question) => {
      try {
        return await request(question)
      } catch (error) {
        if (question.method !== 'eth_chainId' || !isUnsupportedBy(error)) throw error
        return request({ method: 'net_version' })
      }
    },

  /** One account as a text instead of a list of one. */
  'one account':
    (request: Provider['request']): Provider['request'] =>
    async (question) => {
      const answer = await request(question)
      return /^eth_(requestA|a)ccounts$/.test(question.method) ? accountsOf(answer) : answer
    },

  /** Events by `addListener`, `networkChanged` for `chainChanged`, and one account, or none, instead of a list. */
  events: ({ on, addListener }: Old): NonNullable<Provider['on']> => {
    const listen = on ?? addListener
    return (event, listener) => {
      if (event === 'accountsChanged') return listen?.(event, (news) => listener(accountsOf(news ?? [])))
      if (event === 'chainChanged') listen?.('networkChanged', listener)
      return listen?.(event, listener)
    }
  },
} as const

type Listen = (event: string, listener: (news: unknown) => void) => unknown

/** What a provider may have had instead of today's members. */
type Old = {
  readonly request?: Provider['request']
  readonly send?: (method: string, params: readonly unknown[]) => unknown
  readonly sendAsync?: (payload: object, callback: (error: unknown, answer: unknown) => void) => void
  readonly enable?: () => unknown
  readonly on?: Listen
  readonly addListener?: Listen
}

/** A provider as EIP-1193 has it. */
export function withoutQuirks(raw: RawProvider): Provider {
  const old = membersOfOld(raw)
  let request = quirks['no request'](old)
  request = quirks.envelope(request)
  request = quirks.enable(request, old)
  request = quirks['network number'](request)
  return { request: quirks['one account'](request), on: quirks.events(old) }
}

/** Bound to the provider, whose functions may need it. */
function membersOfOld(raw: RawProvider): Old {
  const bound = ['request', 'send', 'sendAsync', 'enable', 'on', 'addListener'].flatMap((name) => {
    const member = memberOf(raw, name)
    return typeof member === 'function' ? [[name, member.bind(raw)] as const] : []
  })
  return Object.fromEntries(bound)
}

function isRawProvider(value: unknown): value is RawProvider {
  return ['request', 'send', 'sendAsync'].some((name) => typeof memberOf(value, name) === 'function')
}

/** One account as a list of one. Other values are returned unchanged, and checked where they are read. */
function accountsOf(said: unknown): unknown {
  if (typeof said !== 'string') return said
  return said === '' ? [] : [said]
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
