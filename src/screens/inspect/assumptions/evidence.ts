import type { LogEntry } from '../../../api/requestLog'
import { type Chain, networkOf } from '../../../domain/chain'
import { chainKinds } from '../../../domain/chainKinds'
import { compare, parseFraction, times } from '../../../domain/fraction'
import type { Token } from '../../../domain/token'
import type { Deployment } from '../../../protocol/deployment/deployment'
import { type Json, numberText, writeJson } from '../../../protocol/json/json'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import type { ChainRecord, SwapAnswer } from '../../../protocol/serviceMessages'
import { parseUrl } from '../../../wallets/url'
import { evidence } from './evidence.messages'

/** The data that assumptions are judged by. */
export type AssumptionInputs = {
  readonly deployment: Deployment
  readonly records: readonly ChainRecord[]
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  readonly pools: readonly ReadPool[]
  /** The answer to the sample quote; `undefined` before it was requested. */
  readonly swap: SwapAnswer | undefined
  readonly log: readonly LogEntry[]
}

/** Whether live answers support an assumption, contradict it, or show nothing, with a sentence. */
type Evidence = readonly [is: 'supports' | 'contradicts' | 'silent', says: string]
type Judge = (facts: AssumptionInputs) => Evidence | undefined

export type AssumptionCode = keyof typeof judges

/** Points that the specification leaves open, in its order, and the evidence for each; `undefined` without any. */
export const judges = {
  slippage({ deployment: { slippageUnit }, swap }) {
    const [least, expected] = [decimal(swap?.minAmountOut), decimal(swap?.expectedAmountOut)]
    if (!swap) return ['silent', evidence.unit(slippageUnit)]
    if (!least || !expected || expected.numerator === 0n) return ['silent', evidence.noEstimate(slippageUnit)]
    const share = times(least, { numerator: expected.denominator, denominator: expected.numerator })
    const bps = 10_000 - Math.round(Number((share.numerator * 10_000n) / share.denominator))
    return [bps <= 100 ? 'supports' : 'contradicts', evidence.belowEstimate(bps)]
  },
  minimum({ swap }) {
    if (swap?.minAmountOut === undefined) return undefined
    const looksLikeBaseUnits = /^\d{12,}$/.test(swap.minAmountOut)
    return [looksLikeBaseUnits ? 'contradicts' : 'supports', evidence.minimum(swap.minAmountOut, looksLikeBaseUnits)]
  },
  value({ swap }) {
    const values = swap?.transactions.map(({ value }) => value ?? 'nothing') ?? []
    return values.length === 0 ? undefined : ['supports', evidence.values(distinct(values))]
  },
  chainType({ records, chains }) {
    if (records.length === 0) return undefined
    const found = records.map(({ name, type }) => {
      const chain = chains.find((chain) => networkOf(chain) === name)
      return { name, type: text(type), kind: chain?.kind }
    })
    return [chains.some(({ kind }) => kind === 'unknown') ? 'contradicts' : 'supports', evidence.chainTypes(found)]
  },
  label({ swap }) {
    return swap && ['supports', evidence.labels(distinct(swap.transactions.map(({ type }) => text(type))))]
  },
  order({ swap }) {
    if (!swap || swap.transactions.length === 0) return undefined
    const orders = swap.transactions.map(({ order }) => order)
    const isClear = new Set(orders).size === orders.length && !orders.includes(undefined)
    return [isClear || orders.length === 1 ? 'supports' : 'contradicts', evidence.orders(orders)]
  },
  status({ log }) {
    const statuses = log.flatMap(({ excerpt }) => /"status"\s*:\s*("[^"]*"|[\w.]+)\s*\}?\s*$/.exec(excerpt)?.[1] ?? [])
    return statuses.length === 0 ? undefined : ['supports', evidence.statuses(distinct(statuses))]
  },
  errors({ log }) {
    const refusals = log.flatMap(({ outcome, status, said }) =>
      outcome === 'answer' || outcome === 'aborted' ? [] : [{ status, code: outcome, said }],
    )
    const once = new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal]))
    return once.size === 0 ? undefined : ['supports', evidence.refusals([...once.values()].slice(0, maxShown))]
  },
  add({ deployment, pools }) {
    const named = pools.filter(({ positionManager }) => positionManager.is === 'known').length
    const chains = deployment.chains.filter(({ positionManager }) => positionManager !== undefined).length
    if (named === 0 && chains === 0) return ['silent', evidence.noManager]
    return ['supports', evidence.managers(named, pools.length, chains)]
  },
  ticks({ pools }) {
    const compared = pools.filter(({ tick, sqrtPriceX96 }) => tick.is === 'known' && sqrtPriceX96.is === 'known')
    if (compared.length === 0) return undefined
    const strange = compared.filter(({ remarks }) => remarks.some(({ code }) => code === 'M-112')).length
    const is = strange === 0 ? 'supports' : 'contradicts'
    return [is, evidence.fittingTicks(compared.length - strange, compared.length)]
  },
  sender({ swap }) {
    return swap && ['supports', evidence.quotedWithoutWallet]
  },
  records({ pools }) {
    if (pools.length === 0) return undefined
    const unknown = pools.reduce((sum, { unknown }) => sum + unknown.length, 0)
    return ['supports', evidence.unknownPaths(pools.length, Number((unknown / pools.length).toFixed(1)))]
  },
  key({ log }) {
    return log.some(({ outcome }) => outcome === 'key refused')
      ? ['contradicts', evidence.keyRefused]
      : ['supports', evidence.keyAccepted]
  },
  network({ chains }) {
    if (chains.length === 0) return undefined
    return ['supports', evidence.networkNames(chains.map(({ name }) => encodeURIComponent(name)))]
  },
  images({ deployment, tokens }) {
    const named = tokens.filter(({ imagePath }) => imagePath).length
    return ['supports', evidence.images(named, tokens.length, deployment.imageBaseUrl)]
  },
  bitcoin({ chains }) {
    const count = chains.filter(({ kind }) => chainKinds[kind].isPaidByHand).length
    return count === 0 ? undefined : ['supports', evidence.bitcoinChains(count)]
  },
  expiry({ swap }) {
    if (!swap) return undefined
    const members = Object.keys(swap.rest).filter((name) => /expir|valid|deadline|ttl/i.test(name))
    return members.length === 0 ? ['supports', evidence.noExpiry] : ['contradicts', evidence.expiries(members)]
  },
  rpc({ deployment, swap }) {
    const urls = swap?.transactions.flatMap(({ rpcUrl }) => rpcUrl ?? []) ?? []
    if (urls.length === 0) return undefined
    const known = deployment.chains.flatMap(({ rpcUrls }) => rpcUrls.map(originOf))
    const origins = [...new Set(urls.map(originOf))].filter((origin) => !known.includes(origin))
    return ['supports', origins.length === 0 ? evidence.knownNodes : evidence.strangeNodes(origins)]
  },
  prices({ tokens }) {
    const priced = tokens.filter(({ price }) => price !== undefined && compare(parseFraction(price), zero) > 0).length
    return tokens.length === 0 ? undefined : ['supports', evidence.prices(priced, tokens.length)]
  },
} satisfies Readonly<Record<string, Judge>>

const zero = parseFraction('0')
const maxShown = 6

function decimal(reported: string | undefined) {
  return reported !== undefined && /^\d+(\.\d+)?$/.test(reported) ? parseFraction(reported) : undefined
}

function originOf(url: string): string {
  return parseUrl(url, window.location.href)?.origin ?? url.slice(0, 40)
}

function text(json: Json): string {
  return typeof json === 'string' ? JSON.stringify(json) : (numberText(json) ?? writeJson(json))
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].slice(0, maxShown)
}
