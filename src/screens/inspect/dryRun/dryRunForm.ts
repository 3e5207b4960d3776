import { newestOrder, readBundle } from '../../../components/orders/supportBundle'
import { readSwapLink } from '../../../components/swapLink'
import { formatAmount, parseAmount } from '../../../domain/amount'
import { addressKind } from '../../../domain/chainKinds'
import type { Token } from '../../../domain/token'
import { findTokenByRef, readTokenRef, refOf, writeTokenRef } from '../../../domain/tokenPair'
import type { SwapIntent } from '../../../guard/intent'
import { decodeIntent } from '../../../orders/store/orderCodec'
import { readSlippage } from '../../../preparation/typedSlippage'
import { isObject, type JsonObject, member, numberText, tryParseJson } from '../../../protocol/json/json'

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
  const intent = bundle ? newestOrder(bundle)?.plan.intent : decodeIntent(text)
  if (intent) return intent.kind === 'swap' ? fromIntent(intent) : undefined
  const json = tryParseJson(text)
  if (!isObject(json)) return undefined
  const request = member(json, 'request')
  return fromRequest(isObject(request) ? request : json, tokens)
}

function fromLink(query: string): Partial<DryRunForm> | undefined {
  const { from, to, amount, recipient } = readSwapLink(query)
  if (!from && !to) return undefined
  return given({ from: from && writeTokenRef(from), to: to && writeTokenRef(to), amount, recipient })
}

function fromIntent({ sell, buy, sender, recipient, ...intent }: SwapIntent): Partial<DryRunForm> {
  return {
    from: writeTokenRef(refOf(sell.token)),
    to: writeTokenRef(refOf(buy)),
    amount: formatAmount(sell),
    sender,
    recipient,
    slippage: String(intent.slippageBps / 100),
    isSwapOnly: intent.skipNonSwapTransactions,
  }
}

function fromRequest(json: JsonObject, tokens: readonly Token[]): Partial<DryRunForm> | undefined {
  const text = (name: string) => {
    const found = member(json, name)
    return typeof found === 'string' ? found : numberText(found)
  }
  const [from, to] = ['tokenAId', 'tokenBId'].map((name) => {
    const token = tokens.find(({ id }) => id === Number(text(name)))
    return token && writeTokenRef(refOf(token))
  })
  if (!from && !to) return undefined
  return given({ from, to, amount: text('amount'), sender: text('sender'), recipient: text('recipient') })
}

function given(part: Readonly<Record<string, string | undefined>>): Partial<DryRunForm> {
  return Object.fromEntries(Object.entries(part).filter(([, text]) => text !== undefined && text !== ''))
}

function tokenOf(ref: string, tokens: readonly Token[]): Token | undefined {
  const from = readTokenRef(ref)
  return from && findTokenByRef(tokens, from)
}

/** The kind of a text without a swap, deposit or withdrawal. */
export type StrangeKind =
  | 'pool bundle'
  | 'pool history'
  | 'empty bundle'
  | 'settings'
  | 'answer'
  | 'transaction'
  | 'link'
  | 'part of a body'
  | 'unknown'

export function strangeKindOf(text: string): StrangeKind {
  const plain = text.trim()
  // A hash, or a transaction as wallets and nodes write it.
  if (/^0x[0-9a-f]{64,}$/i.test(plain)) return 'transaction'
  if (/^(https?:\/\/|\/)\S+$/i.test(plain)) return 'link'
  const json = tryParseJson(plain)
  if (!isObject(json)) return 'unknown'
  const has = (name: string) => member(json, name) !== undefined
  const kind = member(json, 'kind')
  const named = typeof kind === 'string' ? files[kind] : undefined
  if (named) return named
  if (has('transactions') || has('answer') || (has('data') && has('status'))) return 'answer'
  if (has('to') && has('data')) return 'transaction'
  return ['tokenAId', 'tokenBId', 'amountA', 'amountB', 'tickLower', 'tickUpper'].some(has)
    ? 'part of a body'
    : 'unknown'
}

/** Files that the app exports, by the kind that is in them. */
const files: Readonly<Partial<Record<string, StrangeKind>>> = {
  'tidegate pool bundle': 'pool bundle',
  'tidegate pool history': 'pool history',
  'tidegate support bundle': 'empty bundle',
  'tidegate-settings': 'settings',
}
