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
import type { evidenceMessages } from './evidence.messages'

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
type Judge = (facts: AssumptionInputs, says: (typeof evidenceMessages)['english']) => Evidence | undefined

export type AssumptionCode = keyof typeof judges

/** Points that the specification leaves open, in its order, and the evidence for each; `undefined` without any. */
export const judges = {
  slippage({ deployment: { slippageUnit }, swap }, says) {
    const [least, expected] = [decimal(swap?.minAmountOut), decimal(swap?.expectedAmountOut)]
    if (!swap) return ['silent', says.unit(slippageUnit)]
    if (!least || !expected || expected.numerator === 0n) return ['silent', says.noEstimate(slippageUnit)]
    const share = times(least, { numerator: expected.denominator, denominator: expected.numerator })
    const bps = 10_000 - Math.round(Number((share.numerator * 10_000n) / share.denominator))
    return [bps <= 100 ? 'supports' : 'contradicts', says.belowEstimate(bps)]
  },
  minimum({ swap }, says) {
    if (swap?.minAmountOut === undefined) return undefined
    const looksLikeBaseUnits = /^\d{12,}$/.test(swap.minAmountOut)
    return [looksLikeBaseUnits ? 'contradicts' : 'supports', says.minimum(swap.minAmountOut, looksLikeBaseUnits)]
  },
  value({ swap }, says) {
    const values = swap?.transactions.map(({ value }) => value ?? 'nothing') ?? []
    return values.length === 0 ? undefined : ['supports', says.values(distinct(values))]
  },
  chainType({ records, chains }, says) {
    if (records.length === 0) return undefined
    const found = records.map(({ name, type }) => {
      const chain = chains.find((chain) => networkOf(chain) === name)
      return { name, type: text(type), kind: chain?.kind }
    })
    return [chains.some(({ kind }) => kind === 'unknown') ? 'contradicts' : 'supports', says.chainTypes(found)]
  },
  label({ swap }, says) {
    return swap && ['supports', says.labels(distinct(swap.transactions.map(({ type }) => text(type))))]
  },
  order({ swap }, says) {
    if (!swap || swap.transactions.length === 0) return undefined
    const orders = swap.transactions.map(({ order }) => order)
    const isClear = new Set(orders).size === orders.length && !orders.includes(undefined)
    return [isClear || orders.length === 1 ? 'supports' : 'contradicts', says.orders(orders)]
  },
  status({ log }, says) {
    const statuses = log.flatMap(({ excerpt }) => /"status"\s*:\s*("[^"]*"|[\w.]+)\s*\}?\s*$/.exec(excerpt)?.[1] ?? [])
    return statuses.length === 0 ? undefined : ['supports', says.statuses(distinct(statuses))]
  },
  errors({ log }, says) {
    const refusals = log.flatMap(({ outcome, status, said }) =>
      outcome === 'answer' || outcome === 'aborted' ? [] : [{ status, code: outcome, said }],
    )
    const once = new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal]))
    return once.size === 0 ? undefined : ['supports', says.refusals([...once.values()].slice(0, maxShown))]
  },
  add({ deployment, pools }, says) {
    const named = pools.filter(({ positionManager }) => positionManager.is === 'known').length
    const chains = deployment.chains.filter(({ positionManager }) => positionManager !== undefined).length
    if (named === 0 && chains === 0) return ['silent', says.noManager]
    return ['supports', says.managers(named, pools.length, chains)]
  },
  ticks({ pools }, says) {
    const compared = pools.filter(({ tick, sqrtPriceX96 }) => tick.is === 'known' && sqrtPriceX96.is === 'known')
    if (compared.length === 0) return undefined
    const strange = compared.filter(({ remarks }) => remarks.some(({ code }) => code === 'M-112')).length
    const is = strange === 0 ? 'supports' : 'contradicts'
    return [is, says.fittingTicks(compared.length - strange, compared.length)]
  },
  sender({ swap }, says) {
    return swap && ['supports', says.quotedWithoutWallet]
  },
  records({ pools }, says) {
    if (pools.length === 0) return undefined
    const unknown = pools.reduce((sum, { unknown }) => sum + unknown.length, 0)
    return ['supports', says.unknownPaths(pools.length, Number((unknown / pools.length).toFixed(1)))]
  },
  key({ log }, says) {
    return log.some(({ outcome }) => outcome === 'key refused')
      ? ['contradicts', says.keyRefused]
      : ['supports', says.keyAccepted]
  },
  network({ chains }, says) {
    if (chains.length === 0) return undefined
    return ['supports', says.networkNames(chains.map(({ name }) => encodeURIComponent(name)))]
  },
  images({ deployment, tokens }, says) {
    const named = tokens.filter(({ imagePath }) => imagePath).length
    return ['supports', says.images(named, tokens.length, deployment.imageBaseUrl)]
  },
  bitcoin({ chains }, says) {
    const count = chains.filter(({ kind }) => chainKinds[kind].isPaidByHand).length
    return count === 0 ? undefined : ['supports', says.bitcoinChains(count)]
  },
  expiry({ swap }, says) {
    if (!swap) return undefined
    const members = Object.keys(swap.rest).filter((name) => /expir|valid|deadline|ttl/i.test(name))
    return members.length === 0 ? ['supports', says.noExpiry] : ['contradicts', says.expiries(members)]
  },
  rpc({ deployment, swap }, says) {
    const urls = swap?.transactions.flatMap(({ rpcUrl }) => rpcUrl ?? []) ?? []
    if (urls.length === 0) return undefined
    const known = deployment.chains.flatMap(({ rpcUrls }) => rpcUrls.map(originOf))
    const origins = [...new Set(urls.map(originOf))].filter((origin) => !known.includes(origin))
    return ['supports', origins.length === 0 ? says.knownNodes : says.strangeNodes(origins)]
  },
  prices({ tokens }, says) {
    const priced = tokens.filter(({ price }) => price !== undefined && compare(parseFraction(price), zero) > 0).length
    return tokens.length === 0 ? undefined : ['supports', says.prices(priced, tokens.length)]
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
