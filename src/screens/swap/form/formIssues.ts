import type { StorageProblem } from '../../../components/services'
import type { BalanceState } from '../../../components/tokens/useBalance'
import type { TypedAmount } from '../../../domain/amount'
import { isTradable } from '../../../domain/chain'
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

/**
 * All issues of the form, in the order of its fields. The first that blocks the review is the main button's label, the
 * rest are hints.
 */
export function swapFormIssues(state: SwapFormState): readonly SwapFormIssue[] {
  return [...issuesOf(state)]
}

/** One issue of the form. Some are only shown and do not block the review, see `blocksReview`. */
export type SwapFormIssue = ReturnType<typeof issuesOf> extends Iterable<infer Issue> ? Issue : never

/** These three are shown only; every other issue blocks the review. */
export function blocksReview({ is }: SwapFormIssue): boolean {
  return is !== 'balance unknown' && is !== 'impact extreme' && is !== 'impact unknown'
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

function* issuesOf(state: SwapFormState) {
  if (!state.isOnline) yield { is: 'offline' } as const
  if (state.storage) yield { is: 'storage refused', why: state.storage } as const
  yield* tokens(state)
  yield* amount(state)
  yield* account(state)
  yield* recipient(state)
  yield* balance(state)
  yield* price(state)
}

function* tokens({ sell, buy }: SwapFormState) {
  const closed = [sell?.chain, buy?.chain].find((chain) => chain && !isTradable(chain))
  if (!sell) yield { is: 'token needed', side: 'sell' } as const
  else if (!buy) yield { is: 'token needed', side: 'buy' } as const
  else if (sameToken(sell, buy)) yield { is: 'same token', token: sell } as const
  else if (closed) yield { is: 'chain not tradable', chain: closed } as const
}

function* amount({ sell, typed }: SwapFormState) {
  if (!sell) return
  if (typed.is === 'invalid') yield { is: 'amount invalid' } as const
  else if (typed.is === 'empty' || typed.amount.units === 0n) yield { is: 'amount needed' } as const
}

function* account({ sell, account, payer }: SwapFormState) {
  // A person who pays by hand must enter a refund address.
  if (payer?.is === 'needed') yield { is: 'payer needed' } as const
  else if (payer?.is === 'checking') yield { is: 'address checking' } as const
  else if (!sell) return
  else if (payer?.is === 'invalid') yield { is: 'address invalid', chain: sell.chain } as const
  else if (account === undefined) yield { is: 'not connected', kind: sell.chain.kind } as const
}

function* recipient({ buy, account, recipient }: SwapFormState) {
  if (!buy) return
  const { chain } = buy
  if (recipient.is === 'checking') yield { is: 'address checking' } as const
  else if (recipient.is === 'invalid') yield { is: 'address invalid', chain } as const
  else if (recipient.is === 'refused') yield { is: 'recipient refused', why: recipient.why } as const
  else if (recipient.is === 'unconfirmed') yield { is: 'recipient unconfirmed' } as const
  // Without a connected wallet no recipient is asked for: the wallet may provide one.
  else if (account === undefined) return
  else if (recipient.is === 'not connected') yield { is: 'not connected', kind: chain.kind } as const
  else if (recipient.is === 'needed') yield { is: 'recipient needed', chain } as const
}

function* balance({ sell, typed, account, balance, isFunding = false }: SwapFormState) {
  // The balance of a wallet that is not connected is not read: the person pays from it by hand.
  if (!sell || chainKinds[sell.chain.kind].isPaidByHand) return
  if (account === undefined || typed.is !== 'amount' || typed.amount.units === 0n) return
  if (balance.is === 'loading') yield { is: 'balance loading' } as const
  else if (balance.is === 'failed') yield { is: 'balance unknown', token: sell } as const
  else if (typed.amount.units <= balance.units) return
  else if (isFunding) yield { is: 'demo wallet filling' } as const
  else yield { is: 'balance too low', token: sell } as const
}

function* price(state: SwapFormState) {
  const { price, isOnline } = state
  if (price.is === 'finding') yield { is: 'price finding' } as const
  // Being offline is reported already, and refreshing would not help.
  if (price.is === 'refused' && (isOnline || price.refusal.code !== 'offline'))
    yield { ...price, is: 'price refused', isTiny: isTiny(state) } as const
  if (price.is !== 'found') return
  const { impact, gas, isStale } = price
  if (state.sell && isGasTooLow(state, gas)) yield { is: 'gas too low', chain: state.sell.chain } as const
  if (isStale) yield { is: 'price expired' } as const
  if (impact.is === 'unknown') yield { is: 'impact unknown' } as const
  else if (impact.level === 'ruinous') yield { is: 'impact ruinous' } as const
  else if (impact.level === 'extreme') yield { is: 'impact extreme' } as const
}

/** Worth less than a cent, which no pool can divide; without a price, less than a millionth of a token. */
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
function isGasTooLow(
  { sell, typed, account, gasBalance, isFunding }: SwapFormState,
  needed: bigint | undefined,
): boolean {
  if (account === undefined || needed === undefined || gasBalance.is !== 'known' || isFunding) return false
  const sold = sell?.isNative && typed.is === 'amount' ? typed.amount.units : 0n
  return sold <= gasBalance.units && sold + needed > gasBalance.units
}
