import type { LogEntry } from '../../../api/requestLog'
import { type Chain, networkOf } from '../../../domain/chain'
import { percentText } from '../../../domain/figure'
import { compare, parseFraction, times } from '../../../domain/fraction'
import type { Token } from '../../../domain/token'
import type { Deployment } from '../../../protocol/deployment'
import { type Json, numberText, writeJson } from '../../../protocol/json'
import type { ChainRecord, SwapAnswer } from '../../../protocol/messages'
import type { ReadPool } from '../../../protocol/pools/poolReader'
import type { AssumptionCode } from './messages'

/** What is at hand to judge by. */
export type AssumptionInputs = {
  readonly deployment: Deployment
  readonly records: readonly ChainRecord[]
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  readonly pools: readonly ReadPool[]
  /** The answer to a small question asked just now; `undefined` before somebody asked it. */
  readonly swap: SwapAnswer | undefined
  readonly log: readonly LogEntry[]
}

/** What the live answers say to an assumption: they bear it out, speak against it, or are silent. */
export type AssumptionEvidence = { readonly is: 'supports' | 'contradicts' | 'silent'; readonly says: string }

export function evidenceFor(code: AssumptionCode, facts: AssumptionInputs): AssumptionEvidence {
  return judges[code](facts)
}

const judges: Readonly<Record<AssumptionCode, (facts: AssumptionInputs) => AssumptionEvidence>> = {
  slippage({ deployment, swap }) {
    const [least, expected] = [decimal(swap?.minAmountOut), decimal(swap?.expectedAmountOut)]
    if (!swap)
      return silent(`Counted in ${deployment.slippageUnit} by setting. Ask for a quote to see what comes of it.`)
    if (!least || !expected || expected.numerator === 0n)
      return silent(
        `Counted in ${deployment.slippageUnit} by setting; the quote tells no expected output to compare with.`,
      )
    const share = times(least, { numerator: expected.denominator, denominator: expected.numerator })
    const bps = 10_000 - Math.round(Number((share.numerator * 10_000n) / share.denominator))
    const says = `0.5% was asked for; the minimum is ${percentText(bps)} below the expected output.`
    return bps <= 100 ? supports(says) : contradicts(says)
  },
  minimum({ swap }) {
    if (!swap) return silent('No quote was asked for yet.')
    if (swap.minAmountOut === undefined) return silent('The quote has no minAmountOut.')
    const isWhole = /^\d{12,}$/.test(swap.minAmountOut)
    const says = `minAmountOut is ${swap.minAmountOut} for one whole token sold.`
    return isWhole ? contradicts(`${says} So large an integer looks like base units.`) : supports(says)
  },
  value({ swap }) {
    const values = swap?.transactions.map(({ value }) => value ?? 'nothing') ?? []
    if (values.length === 0) return silent('No quote was asked for yet.')
    return supports(`value is ${distinct(values)} where a token, not the coin, is sold.`)
  },
  chainType({ records, chains }) {
    if (records.length === 0) return silent('No chain list was heard yet.')
    const reported = records.map(({ name, type }) => {
      const chain = chains.find((chain) => networkOf(chain) === name)
      return `${name}: ${text(type)} read as ${chain?.kind ?? 'nothing'}`
    })
    return chains.some(({ kind }) => kind === 'unknown')
      ? contradicts(reported.join('; '))
      : supports(reported.join('; '))
  },
  label({ swap }) {
    if (!swap) return silent('No quote was asked for yet.')
    return supports(`Labels seen: ${distinct(swap.transactions.map(({ type }) => text(type)))}.`)
  },
  order({ swap }) {
    if (!swap || swap.transactions.length === 0) return silent('No quote with transactions was asked for yet.')
    const orders = swap.transactions.map(({ order }) => order)
    const says = `order: ${orders.map((order) => order ?? 'none').join(', ')}.`
    const isClear = new Set(orders).size === orders.length && !orders.includes(undefined)
    return isClear || orders.length === 1 ? supports(says) : contradicts(says)
  },
  status({ log }) {
    const statuses = log.flatMap(({ excerpt }) => /"status"\s*:\s*("[^"]*"|[\w.]+)\s*\}?\s*$/.exec(excerpt)?.[1] ?? [])
    if (statuses.length === 0) return silent('No short body ended in a status yet.')
    return supports(`status seen: ${distinct(statuses)}.`)
  },
  errors({ log }) {
    const refused = log.filter(({ outcome }) => outcome !== 'answer' && outcome !== 'aborted')
    if (refused.length === 0) return silent('Nothing was refused since this page was opened.')
    return supports(distinct(refused.map(({ status, sentence }) => `${status ?? 'no answer'}: ${sentence ?? ''}`)))
  },
  add({ deployment, pools }) {
    const named = pools.filter(({ positionManager }) => positionManager.is === 'known').length
    const set = deployment.chains.filter(({ positionManager }) => positionManager !== undefined).length
    if (named === 0 && set === 0)
      return silent(
        'No pool record and no setting names a position manager: with data null the app waits for landing proof.',
      )
    return supports(
      `A position manager is named by ${named} of ${pools.length} pool records and for ${set} chains in the settings.`,
    )
  },
  ticks({ pools }) {
    const compared = pools.filter(({ tick, sqrtPriceX96 }) => tick.is === 'known' && sqrtPriceX96.is === 'known')
    if (compared.length === 0) return silent('No record tells both a tick and a sqrt price.')
    const strange = compared.filter(({ remarks }) => remarks.some(({ code }) => code === 'M-112')).length
    const says = `${compared.length - strange} of ${compared.length} records have a tick that fits their sqrt price in address order.`
    return strange === 0 ? supports(says) : contradicts(says)
  },
  sender({ swap }) {
    return swap
      ? supports('A quote for an address nobody owns was answered.')
      : silent('Every estimate before a wallet is connected asks so; ask for a quote to see.')
  },
  records({ pools }) {
    if (pools.length === 0) return silent('No pool records were heard yet.')
    const unknown = pools.reduce((sum, { unknown }) => sum + unknown.length, 0)
    return supports(
      `${pools.length} records were read; ${Number((unknown / pools.length).toFixed(1))} paths a record are not understood and stay visible.`,
    )
  },
  key({ log }) {
    const refused = log.some(({ outcome }) => outcome === 'key refused')
    return refused
      ? contradicts('The key was refused in this visit.')
      : supports('No request of this visit was refused for its key.')
  },
  network({ chains }) {
    if (chains.length === 0) return silent('No chain list was heard yet.')
    return supports(`Asked by name: ${chains.map(({ name }) => encodeURIComponent(name)).join(', ')}.`)
  },
  images({ deployment, tokens }) {
    const reported = tokens.filter(({ imagePath }) => imagePath).length
    const where = deployment.imageBaseUrl ?? 'nowhere: monograms are shown'
    return supports(`${reported} of ${tokens.length} tokens name an image; they are looked for at ${where}.`)
  },
  bitcoin({ chains }) {
    const count = chains.filter(({ kind }) => kind === 'bitcoin').length
    return count === 0 ? silent('No Bitcoin chain is listed.') : supports(`${count} Bitcoin chains are listed.`)
  },
  expiry({ swap }) {
    const members = Object.keys(swap?.rest ?? {})
    const reported = members.filter((name) => /expir|valid|deadline|ttl/i.test(name))
    if (!swap) return silent('No quote was asked for yet.')
    return reported.length === 0
      ? supports('The quote names no expiry.')
      : contradicts(`The quote has members that may be an expiry: ${reported.join(', ')}.`)
  },
  rpc({ deployment, swap }) {
    const urls = swap?.transactions.flatMap(({ rpcUrl }) => rpcUrl ?? []) ?? []
    if (urls.length === 0) return silent('No rpcUrl was told yet.')
    const known = deployment.chains.flatMap(({ rpcUrls }) => rpcUrls.map(originOf))
    const strange = [...new Set(urls.map(originOf))].filter((origin) => !known.includes(origin))
    return strange.length === 0
      ? supports('Every rpcUrl told is of an origin in the settings.')
      : supports(`Told, and never contacted: ${strange.join(', ')}.`)
  },
  prices({ tokens }) {
    const reported = tokens.filter(({ price }) => price !== undefined && compare(parseFraction(price), zero) > 0).length
    return tokens.length === 0
      ? silent('No tokens were heard yet.')
      : supports(
          `${reported} of ${tokens.length} tokens have a price; the others are shown without dollars, never as 0.`,
        )
  },
}

const zero = parseFraction('0')

function decimal(reported: string | undefined) {
  return reported !== undefined && /^\d+(\.\d+)?$/.test(reported) ? parseFraction(reported) : undefined
}

function originOf(url: string): string {
  return URL.parse(url, window.location.href)?.origin ?? url.slice(0, 40)
}

function text(json: Json): string {
  return typeof json === 'string' ? JSON.stringify(json) : (numberText(json) ?? writeJson(json))
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].slice(0, 6).join(', ')
}

function supports(says: string): AssumptionEvidence {
  return { is: 'supports', says }
}

function contradicts(says: string): AssumptionEvidence {
  return { is: 'contradicts', says }
}

function silent(says: string): AssumptionEvidence {
  return { is: 'silent', says }
}
