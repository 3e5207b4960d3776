import type { StorageProblem } from '../../../components/services'
import type { BalanceState } from '../../../components/tokens/useBalance'
import type { TypedAmount } from '../../../domain/amount'
import { type Chain, type ChainKind, isTradable } from '../../../domain/chain'
import { chainKinds } from '../../../domain/chainKinds'
import type { Impact } from '../../../domain/prices/impact'
import { dollarValueOf } from '../../../domain/prices/price'
import { sameToken, type Token } from '../../../domain/token'
import { isFinal, type Refusal } from '../../../protocol/refusal'
import type { ManualPayer } from '../../../signing/manualPayment/payer'

/** Everything that decides whether the form can be reviewed, as plain facts gathered by the screen. */
export type SwapFormState = {
  readonly isOnline: boolean
  /** Why this browser cannot keep an order; `undefined` where it can, or while it is not known. */
  readonly storage?: StorageProblem | undefined
  readonly sell: Token | undefined
  readonly buy: Token | undefined
  readonly typed: TypedAmount
  /** The connected account on the sold token's kind of chain, or the refund address of a person who pays by hand. */
  readonly account: string | undefined
  /** Absent when a wallet pays. */
  readonly payer?: ManualPayer
  readonly recipient: Recipient
  /** Balance of the sold token. */
  readonly balance: BalanceState
  /** Balance of the native coin that pays the network cost on the sold token's chain. */
  readonly gasBalance: BalanceState
  /** The account is a demo wallet which is still being filled. */
  readonly isFunding?: boolean
  readonly price: PriceState
}

/**
 * Who receives. A recipient that came with a link, or is only suggested by another wallet that is connected, is
 * `unconfirmed` and is not used until the person confirms it.
 */
export type Recipient =
  | { readonly is: 'own'; readonly address: string }
  | { readonly is: 'given'; readonly address: string }
  /** No wallet of the bought token's kind is connected, and no address was asked for instead. */
  | { readonly is: 'not connected' }
  | { readonly is: 'needed' }
  | { readonly is: 'checking' }
  | { readonly is: 'invalid' }
  | { readonly is: 'refused'; readonly why: 'token contract' | 'zero address' }
  | { readonly is: 'unconfirmed'; readonly address: string }

/** The state of the quote. `gas` is the network cost of all steps in the native coin, if known. */
export type PriceState =
  | { readonly is: 'none' }
  | { readonly is: 'finding' }
  /** `isFinal`: asking the same again will not help. `retryIn`: seconds until the service accepts another request. */
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly retryIn: number }
  | { readonly is: 'found'; readonly isStale: boolean; readonly impact: Impact; readonly gas: bigint | undefined }

/** One issue of the form. Some are only shown and do not block the review, see `blocksReview`. */
export type SwapFormIssue =
  | { readonly is: 'offline' }
  | { readonly is: 'storage refused'; readonly why: StorageProblem }
  | { readonly is: 'token needed'; readonly side: 'sell' | 'buy' }
  | { readonly is: 'same token'; readonly token: Token }
  | { readonly is: 'chain not tradable'; readonly chain: Chain }
  | { readonly is: 'amount needed' }
  | { readonly is: 'amount invalid' }
  | { readonly is: 'not connected'; readonly kind: ChainKind }
  /** A person who pays by hand must enter a refund address. */
  | { readonly is: 'payer needed' }
  | { readonly is: 'recipient needed'; readonly chain: Chain }
  | { readonly is: 'address checking' }
  | { readonly is: 'address invalid'; readonly chain: Chain }
  | { readonly is: 'recipient refused'; readonly why: 'token contract' | 'zero address' }
  | { readonly is: 'recipient unconfirmed' }
  | { readonly is: 'balance loading' }
  | { readonly is: 'balance unknown'; readonly token: Token }
  | { readonly is: 'balance too low'; readonly token: Token }
  | { readonly is: 'demo wallet filling' }
  | { readonly is: 'price finding' }
  /** `isTiny`: the payment is worth less than a cent, which no pool can divide. */
  | { readonly is: 'price refused'; readonly refusal: Refusal; readonly retryIn: number; readonly isTiny: boolean }
  | { readonly is: 'gas too low'; readonly chain: Chain }
  | { readonly is: 'price expired' }
  | { readonly is: 'impact ruinous' | 'impact extreme' | 'impact unknown' }

/**
 * All issues of the form, in the order of its fields. The first that blocks the review is the main button's label, the
 * rest are hints.
 */
export function swapFormIssues(state: SwapFormState): readonly SwapFormIssue[] {
  return [
    ...connection(state),
    ...tokens(state),
    ...amount(state),
    ...account(state),
    ...recipient(state),
    ...balance(state),
    ...price(state),
    ...impact(state),
  ]
}

/** These three are shown only; every other issue blocks the review. */
export function blocksReview(issue: SwapFormIssue): boolean {
  switch (issue.is) {
    case 'balance unknown':
    case 'impact extreme':
    case 'impact unknown':
      return false
    default:
      return true
  }
}

/** The action of the main button. */
export type PrimaryAction = 'review' | 'connect' | 'choose sell' | 'choose buy' | 'refresh' | 'nothing'

/** The issue the main button names (`undefined`: none) and what pressing it does. */
export function primaryAction(issues: readonly SwapFormIssue[]): {
  label: SwapFormIssue | undefined
  press: PrimaryAction
} {
  const first = issues.find(blocksReview)
  if (first) return { label: first, press: remedy(first) }
  return { label: issues.find(({ is }) => is !== 'balance unknown'), press: 'review' }
}

function remedy(issue: SwapFormIssue): PrimaryAction {
  switch (issue.is) {
    case 'token needed':
      return issue.side === 'sell' ? 'choose sell' : 'choose buy'
    case 'same token':
      return 'choose buy'
    case 'not connected':
      return 'connect'
    case 'price expired':
      return 'refresh'
    case 'price refused':
      return canRetryQuote(issue) ? 'refresh' : 'nothing'
    default:
      return 'nothing'
  }
}

/** Whether a retry may succeed after this refusal. */
export function canRetryQuote(issue: SwapFormIssue): boolean {
  return issue.is === 'price refused' && !isFinal(issue.refusal) && issue.retryIn === 0
}

function connection({ isOnline, storage }: SwapFormState): SwapFormIssue[] {
  return [
    ...(isOnline ? [] : [{ is: 'offline' } as const]),
    ...(storage ? [{ is: 'storage refused', why: storage } as const] : []),
  ]
}

function tokens({ sell, buy }: SwapFormState): SwapFormIssue[] {
  if (!sell) return [{ is: 'token needed', side: 'sell' }]
  if (!buy) return [{ is: 'token needed', side: 'buy' }]
  if (sameToken(sell, buy)) return [{ is: 'same token', token: sell }]
  const closed = [sell.chain, buy.chain].find((chain) => !isTradable(chain))
  return closed ? [{ is: 'chain not tradable', chain: closed }] : []
}

function amount({ sell, typed }: SwapFormState): SwapFormIssue[] {
  if (!sell) return []
  if (typed.is === 'invalid') return [{ is: 'amount invalid' }]
  return typed.is === 'empty' || typed.amount.units === 0n ? [{ is: 'amount needed' }] : []
}

function account({ sell, account, payer }: SwapFormState): SwapFormIssue[] {
  switch (payer?.is) {
    case 'needed':
      return [{ is: 'payer needed' }]
    case 'checking':
      return [{ is: 'address checking' }]
    case 'invalid':
      return sell ? [{ is: 'address invalid', chain: sell.chain }] : []
  }
  return sell && account === undefined ? [{ is: 'not connected', kind: sell.chain.kind }] : []
}

function recipient({ buy, account, recipient }: SwapFormState): SwapFormIssue[] {
  if (!buy) return []
  switch (recipient.is) {
    case 'own':
    case 'given':
      return []
    case 'not connected':
      return account === undefined ? [] : [{ is: 'not connected', kind: buy.chain.kind }]
    case 'needed':
      return account === undefined ? [] : [{ is: 'recipient needed', chain: buy.chain }]
    case 'checking':
      return [{ is: 'address checking' }]
    case 'invalid':
      return [{ is: 'address invalid', chain: buy.chain }]
    case 'refused':
      return [{ is: 'recipient refused', why: recipient.why }]
    case 'unconfirmed':
      return [{ is: 'recipient unconfirmed' }]
  }
}

function balance({ sell, typed, account, balance, isFunding = false }: SwapFormState): SwapFormIssue[] {
  // The balance of a wallet that is not connected is not read: the person pays from it by hand.
  if (sell && chainKinds[sell.chain.kind].isPaidByHand) return []
  if (!sell || account === undefined || typed.is !== 'amount' || typed.amount.units === 0n) return []
  if (balance.is === 'loading') return [{ is: 'balance loading' }]
  if (balance.is === 'failed') return [{ is: 'balance unknown', token: sell }]
  if (typed.amount.units <= balance.units) return []
  return isFunding ? [{ is: 'demo wallet filling' }] : [{ is: 'balance too low', token: sell }]
}

function price(state: SwapFormState): SwapFormIssue[] {
  const { price } = state
  if (price.is === 'finding') return [{ is: 'price finding' }]
  if (price.is === 'refused') {
    // Reported already, and refreshing would not help.
    if (!state.isOnline && price.refusal.code === 'offline') return []
    return [{ ...price, is: 'price refused', isTiny: isTiny(state) }]
  }
  if (price.is === 'none') return []
  return [...gas(state, price.gas), ...(price.isStale ? [{ is: 'price expired' } as const] : [])]
}

/** Worth less than a cent; without a price, less than a millionth of a token. */
function isTiny({ typed }: SwapFormState): boolean {
  if (typed.is !== 'amount') return false
  const { token, units } = typed.amount
  const value = dollarValueOf(typed.amount)
  if (value) return value.numerator * 100n < value.denominator
  return units * 1_000_000n < 10n ** BigInt(token.decimals)
}

/**
 * A sold native coin also pays the network cost: both come out of one balance. A balance too low even for the sale is
 * reported only once.
 */
function gas(
  { sell, typed, account, gasBalance, isFunding }: SwapFormState,
  needed: bigint | undefined,
): SwapFormIssue[] {
  if (!sell || account === undefined || needed === undefined || gasBalance.is !== 'known') return []
  const sold = sell.isNative && typed.is === 'amount' ? typed.amount.units : 0n
  if (sold > gasBalance.units || isFunding) return []
  return sold + needed > gasBalance.units ? [{ is: 'gas too low', chain: sell.chain }] : []
}

function impact({ price }: SwapFormState): SwapFormIssue[] {
  if (price.is !== 'found') return []
  const { impact } = price
  if (impact.is === 'unknown') return [{ is: 'impact unknown' }]
  return impact.level === 'ruinous' || impact.level === 'extreme' ? [{ is: `impact ${impact.level}` }] : []
}
