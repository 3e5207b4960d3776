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
import type { AssumptionEvidence } from './evidence.messages'

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

export type AssumptionCode = keyof typeof judges

/** Points that the specification leaves open, in its order, and what live answers say about each. */
export const judges = {
  slippage({ deployment: { slippageUnit: unit }, swap }) {
    const [least, expected] = [decimal(swap?.minAmountOut), decimal(swap?.expectedAmountOut)]
    if (!swap) return { is: 'silent', code: 'unit by setting', facts: { unit } }
    if (!least || !expected || expected.numerator === 0n)
      return { is: 'silent', code: 'no expected output', facts: { unit } }
    const share = times(least, { numerator: expected.denominator, denominator: expected.numerator })
    const bps = 10_000 - Math.round(Number((share.numerator * 10_000n) / share.denominator))
    return { is: bps <= 100 ? 'supports' : 'contradicts', code: 'minimum below expected', facts: { bps } }
  },
  minimum({ swap }) {
    if (swap?.minAmountOut === undefined) return nothing
    const looksLikeBaseUnits = /^\d{12,}$/.test(swap.minAmountOut)
    const facts = { minimum: swap.minAmountOut, looksLikeBaseUnits }
    return { is: looksLikeBaseUnits ? 'contradicts' : 'supports', code: 'minimum', facts }
  },
  value({ swap }) {
    const values = swap?.transactions.map(({ value }) => value ?? 'nothing') ?? []
    if (values.length === 0) return nothing
    return { is: 'supports', code: 'values', facts: { values: distinct(values) } }
  },
  chainType({ records, chains }) {
    if (records.length === 0) return nothing
    const found = records.map(({ name, type }) => {
      const chain = chains.find((chain) => networkOf(chain) === name)
      return { name, type: text(type), kind: chain?.kind }
    })
    const is = chains.some(({ kind }) => kind === 'unknown') ? 'contradicts' : 'supports'
    return { is, code: 'chain types', facts: { chains: found } }
  },
  label({ swap }) {
    if (!swap) return nothing
    return {
      is: 'supports',
      code: 'labels',
      facts: { labels: distinct(swap.transactions.map(({ type }) => text(type))) },
    }
  },
  order({ swap }) {
    if (!swap || swap.transactions.length === 0) return nothing
    const orders = swap.transactions.map(({ order }) => order)
    const isClear = new Set(orders).size === orders.length && !orders.includes(undefined)
    return { is: isClear || orders.length === 1 ? 'supports' : 'contradicts', code: 'orders', facts: { orders } }
  },
  status({ log }) {
    const statuses = log.flatMap(({ excerpt }) => /"status"\s*:\s*("[^"]*"|[\w.]+)\s*\}?\s*$/.exec(excerpt)?.[1] ?? [])
    if (statuses.length === 0) return nothing
    return { is: 'supports', code: 'statuses', facts: { statuses: distinct(statuses) } }
  },
  errors({ log }) {
    const refusals = log.flatMap(({ outcome, status, said }) =>
      outcome === 'answer' || outcome === 'aborted' ? [] : [{ status, code: outcome, said }],
    )
    if (refusals.length === 0) return nothing
    const once = new Map(refusals.map((refusal) => [JSON.stringify(refusal), refusal]))
    return { is: 'supports', code: 'refusals', facts: { refusals: [...once.values()].slice(0, maxShown) } }
  },
  add({ deployment, pools }) {
    const named = pools.filter(({ positionManager }) => positionManager.is === 'known').length
    const chains = deployment.chains.filter(({ positionManager }) => positionManager !== undefined).length
    if (named === 0 && chains === 0) return { is: 'silent', code: 'no position manager', facts: {} }
    return { is: 'supports', code: 'position managers', facts: { named, pools: pools.length, chains } }
  },
  ticks({ pools }) {
    const compared = pools.filter(({ tick, sqrtPriceX96 }) => tick.is === 'known' && sqrtPriceX96.is === 'known')
    if (compared.length === 0) return nothing
    const strange = compared.filter(({ remarks }) => remarks.some(({ code }) => code === 'M-112')).length
    const facts = { fitting: compared.length - strange, records: compared.length }
    return { is: strange === 0 ? 'supports' : 'contradicts', code: 'fitting ticks', facts }
  },
  sender({ swap }) {
    return swap ? { is: 'supports', code: 'quote without wallet', facts: {} } : nothing
  },
  records({ pools }) {
    if (pools.length === 0) return nothing
    const unknown = pools.reduce((sum, { unknown }) => sum + unknown.length, 0)
    const pathsPerRecord = Number((unknown / pools.length).toFixed(1))
    return { is: 'supports', code: 'unknown paths', facts: { pools: pools.length, pathsPerRecord } }
  },
  key({ log }) {
    return log.some(({ outcome }) => outcome === 'key refused')
      ? { is: 'contradicts', code: 'key refused', facts: {} }
      : { is: 'supports', code: 'key accepted', facts: {} }
  },
  network({ chains }) {
    if (chains.length === 0) return nothing
    const names = chains.map(({ name }) => encodeURIComponent(name))
    return { is: 'supports', code: 'network names', facts: { names } }
  },
  images({ deployment, tokens }) {
    const named = tokens.filter(({ imagePath }) => imagePath).length
    const facts = { named, tokens: tokens.length, baseUrl: deployment.imageBaseUrl }
    return { is: 'supports', code: 'images', facts }
  },
  bitcoin({ chains }) {
    const count = chains.filter(({ kind }) => chainKinds[kind].isPaidByHand).length
    return count === 0 ? nothing : { is: 'supports', code: 'bitcoin chains', facts: { count } }
  },
  expiry({ swap }) {
    if (!swap) return nothing
    const members = Object.keys(swap.rest).filter((name) => /expir|valid|deadline|ttl/i.test(name))
    return members.length === 0
      ? { is: 'supports', code: 'no expiry', facts: {} }
      : { is: 'contradicts', code: 'expiry members', facts: { members } }
  },
  rpc({ deployment, swap }) {
    const urls = swap?.transactions.flatMap(({ rpcUrl }) => rpcUrl ?? []) ?? []
    if (urls.length === 0) return nothing
    const known = deployment.chains.flatMap(({ rpcUrls }) => rpcUrls.map(originOf))
    const origins = [...new Set(urls.map(originOf))].filter((origin) => !known.includes(origin))
    return origins.length === 0
      ? { is: 'supports', code: 'known nodes', facts: {} }
      : { is: 'supports', code: 'strange nodes', facts: { origins } }
  },
  prices({ tokens }) {
    const priced = tokens.filter(({ price }) => price !== undefined && compare(parseFraction(price), zero) > 0).length
    return tokens.length === 0 ? nothing : { is: 'supports', code: 'prices', facts: { priced, tokens: tokens.length } }
  },
} satisfies Readonly<Record<string, (facts: AssumptionInputs) => AssumptionEvidence>>

const nothing = { is: 'silent', code: 'nothing', facts: {} } as const
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
