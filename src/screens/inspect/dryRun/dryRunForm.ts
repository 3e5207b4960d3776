import { newestOrder, readBundle } from '../../../components/orders/supportBundle'
import { readSwapLink } from '../../../components/swapLink'
import { fromUnits, parseAmount } from '../../../domain/amount'
import { addressKind } from '../../../domain/chainKinds'
import type { Token } from '../../../domain/token'
import { findTokenByRef, readTokenRef, writeTokenRef } from '../../../domain/tokenPair'
import type { SwapIntent } from '../../../guard/intent'
import { readSlippage } from '../../../preparation/typedSlippage'
import { isObject, type Json, member, numberText, tryParseJson } from '../../../protocol/json/json'
import { toPlainJson } from '../../../protocol/json/plainJson'

/** The text fields of the dry run form, parsed when the dry run starts. */
export type DryRunForm = {
  /** `741001:0x…`, as in links. */
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly sender: string
  /** '' is the sender. */
  readonly recipient: string
  /** Percent. */
  readonly slippage: string
  readonly isSwapOnly: boolean
}

export type DryRunFormError = 'from' | 'to' | 'amount' | 'sender' | 'recipient' | 'slippage'

export function readDryRunForm(params: URLSearchParams): DryRunForm {
  return {
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    amount: params.get('amount') ?? '',
    sender: params.get('sender') ?? '',
    recipient: params.get('recipient') ?? '',
    slippage: params.get('slippage') ?? '0.5',
    isSwapOnly: params.get('only') === '1',
  }
}

export function writeDryRunForm(question: DryRunForm): URLSearchParams {
  const { from, to, amount, sender, recipient, slippage, isSwapOnly } = question
  const said = Object.entries({ from, to, amount, sender, recipient, slippage }).filter(([, text]) => text !== '')
  return new URLSearchParams([['view', 'replay'], ...said, ...(isSwapOnly ? [['only', '1']] : [])])
}

/** The intent from the form, or its first invalid field. */
export function dryRunIntent(question: DryRunForm, tokens: readonly Token[]): SwapIntent | DryRunFormError {
  const sell = tokenOf(question.from, tokens)
  const buy = tokenOf(question.to, tokens)
  if (!sell) return 'from'
  if (!buy || buy === sell) return 'to'
  const typed = parseAmount(sell, question.amount)
  if (typed.is !== 'amount' || typed.amount.units <= 0n) return 'amount'
  const sender = question.sender.trim()
  if (addressKind(sender) !== sell.chain.kind) return 'sender'
  const recipient = question.recipient.trim() || sender
  if (addressKind(recipient) !== buy.chain.kind) return 'recipient'
  const slippage = readSlippage(question.slippage)
  if (slippage.is !== 'slippage') return 'slippage'
  return {
    kind: 'swap',
    sell: typed.amount,
    buy,
    slippageBps: slippage.bps,
    sender,
    recipient,
    skipNonSwapTransactions: question.isSwapOnly,
  }
}

/**
 * A pasted text as a swap: a link of the swap form, an intent of a support bundle, or a request of the service.
 * `undefined` for anything else.
 */
export function readPastedIntent(text: string, tokens: readonly Token[]): Partial<DryRunForm> | undefined {
  const query = /\?([^\s#]+)/.exec(text)?.[1]
  if (query) return fromLink(query)
  const bundle = readBundle(text)
  if (bundle) return fromIntent(toPlainJson(newestOrder(bundle)?.plan.intent))
  const json = tryParseJson(text)
  const intent = fromIntent(json)
  if (intent || !isObject(json)) return intent
  const request = member(json, 'request')
  return fromRequest(isObject(request) ? request : json, tokens)
}

function fromLink(query: string): Partial<DryRunForm> | undefined {
  const { from, to, amount, recipient } = readSwapLink(query)
  if (!from && !to) return undefined
  return given({ from: from && writeTokenRef(from), to: to && writeTokenRef(to), amount, recipient })
}

type Members = Parameters<typeof member>[0]

function fromIntent(json: Json | undefined): Partial<DryRunForm> | undefined {
  if (!isObject(json)) return undefined
  const sell = member(json, 'sell')
  const buy = member(json, 'buy')
  if (!isObject(sell) || !isObject(buy)) return undefined
  const token = member(sell, 'token')
  const decimals = isObject(token) ? Number(numberText(member(token, 'decimals')) ?? Number.NaN) : Number.NaN
  const units = textOf(member(sell, 'units'))
  const slippageBps = numberText(member(json, 'slippageBps'))
  return given({
    from: isObject(token) ? refOfJson(token) : undefined,
    to: refOfJson(buy),
    amount: /^\d+$/.test(units ?? '') && decimals <= 255 ? fromUnits(BigInt(units ?? 0), decimals) : undefined,
    sender: textOf(member(json, 'sender')),
    recipient: textOf(member(json, 'recipient')),
    slippage: slippageBps && String(Number(slippageBps) / 100),
    isSwapOnly: member(json, 'skipNonSwapTransactions') === true,
  })
}

function fromRequest(json: Members, tokens: readonly Token[]): Partial<DryRunForm> | undefined {
  const byId = (name: string) => {
    const id = Number(numberText(member(json, name)) ?? Number.NaN)
    const token = tokens.find((token) => token.id === id)
    return token && writeTokenRef({ chainId: token.chain.chainId, address: token.isNative ? 'native' : token.address })
  }
  const [from, to] = [byId('tokenAId'), byId('tokenBId')]
  if (!from && !to) return undefined
  const amount = textOf(member(json, 'amount'))
  return given({
    from,
    to,
    amount,
    sender: textOf(member(json, 'sender')),
    recipient: textOf(member(json, 'recipient')),
  })
}

function given(part: Readonly<Record<string, string | boolean | undefined>>): Partial<DryRunForm> {
  return Object.fromEntries(Object.entries(part).filter(([, text]) => text !== undefined && text !== ''))
}

function refOfJson(token: Members): string | undefined {
  const chain = member(token, 'chain')
  const chainId = isObject(chain) ? numberText(member(chain, 'chainId')) : undefined
  const address = member(token, 'isNative') === true ? 'native' : textOf(member(token, 'address'))
  return chainId !== undefined && address !== undefined ? `${chainId}:${address}` : undefined
}

function tokenOf(ref: string, tokens: readonly Token[]): Token | undefined {
  const from = readTokenRef(ref)
  return from && findTokenByRef(tokens, from)
}

function textOf(json: Json | undefined): string | undefined {
  return typeof json === 'string' ? json : numberText(json)
}
