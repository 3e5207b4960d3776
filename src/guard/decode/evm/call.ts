import { type Reason, reason } from '../../findings/reason'
import type { Right } from '../../ledger/effect'
import { distinctAddresses, sameAddress } from './address'

/** A decoded contract call. An undecodable effect is marked unknown, never guessed. */
export type ContractCall = {
  readonly to: string
  /** The `msg.sender` that the contract sees. */
  readonly caller: string
  readonly value: bigint
  readonly data: string
  /** The first four bytes; `0x` for a payment without data. */
  readonly selector: string
  /** `undefined` when the function is not known. */
  readonly name: string | undefined
  readonly fields: readonly CallArgument[]
  readonly effect: Effect
}

/** An argument formatted for display; nested ones are named `params.recipient`. */
export type CallArgument = { readonly name: string; readonly type: string; readonly text: string }

/** Who pays for a swap: the caller, the router's own balance, or either, as the router finds it. */
export type SwapPayer = 'caller' | 'router'

/** The effect of a call by its arguments. Recipients are resolved: the router's placeholders are replaced. */
export type Effect =
  | { readonly does: 'pay' }
  | ({ readonly does: 'approve'; readonly by: 'approve' | 'permit' | 'permit2' } & Right)
  | {
      readonly does: 'swap'
      readonly tokenIn: string
      readonly tokenOut: string
      /** The most that is paid; `all held` is the router's balance at that moment. */
      readonly amountIn: bigint | 'all held'
      readonly isExactIn: boolean
      /** It stops at a price limit and may use less than `amountIn`. */
      readonly stopsEarly?: true
      readonly minimumReceived: bigint
      readonly payer: SwapPayer
      /** The wrapped token is never paid out of `msg.value`, while other routers do so if it is enough. */
      readonly takesNoCoins?: true
      readonly recipient: string
      /** The contract that takes the tokens and insists on the minimum, where it is not the one that is called. */
      readonly by?: string
      readonly deadline: bigint | undefined
      /** Tokens between the first and the last, if the path has them. */
      readonly via: readonly string[]
      /** One of these functions must be in the contract's code: without them it reads the path as other tokens. */
      readonly callbacks?: readonly { readonly name: string; readonly selector: string }[]
      /** The route is in undecoded bytes, so foreign code may run on it. */
      readonly isRouteUnread?: true
      /** The minimum is measured by what the recipient has more of, which anyone's payment raises. */
      readonly isCountedByBalance?: true
    }
  | { readonly does: 'wrap'; readonly token: string; readonly amount: bigint | 'all held'; readonly recipient: string }
  | {
      readonly does: 'unwrap'
      readonly token: string
      readonly amount: bigint | 'all held'
      readonly minimum: bigint
      readonly recipient: string
    }
  /** The router pays out its whole balance of a token. */
  | { readonly does: 'sweep'; readonly token: string; readonly minimum: bigint; readonly recipient: string }
  /** The router takes the caller's tokens into its own balance. */
  | { readonly does: 'pull'; readonly token: string; readonly amount: bigint }
  | {
      readonly does: 'fee'
      readonly token: string
      readonly bps: bigint
      readonly recipient: string
      /** Unwrapped first: the recipient is called with native coins. */
      readonly isInCoins?: true
    }
  | {
      readonly does: 'bridge'
      readonly token: string
      readonly amount: bigint
      readonly toChain: bigint
      readonly tokenOut: string
      readonly minimumReceived: bigint
      readonly recipient: string
      readonly deadline: bigint | undefined
      /** The token that the bridge keeps, bought before, and its minimum. A refund pays this token. */
      readonly onTheWay?: { readonly token: string; readonly minimum: bigint }
      /** Accounts without code get the native coin if `tokenOut` is the destination chain's wrapped coin. */
      readonly unwrapsForAccounts?: true
      /** A share of the input paid to a third party. */
      readonly fee?: { readonly bps: bigint; readonly recipient: string }
    }
  /** The bridge refunds the deposit to its sender. */
  | { readonly does: 'reclaim'; readonly id: bigint }
  | ({
      readonly does: 'mint'
      readonly token0: string
      readonly token1: string
      readonly fee: number | undefined
      readonly tickLower: number
      readonly tickUpper: number
      readonly recipient: string
    } & Added)
  | ({ readonly does: 'position'; readonly how: 'increase'; readonly id: bigint } & Added)
  | {
      readonly does: 'position'
      readonly how: 'decrease' | 'collect' | 'burn'
      readonly id: bigint
      readonly recipient: string | undefined
      readonly deadline: bigint | undefined
    }
  | {
      readonly does: 'create pool'
      readonly token0: string
      readonly token1: string
      readonly fee: number | undefined
      readonly sqrtPriceX96: bigint
    }
  /** A call that a swap or deposit never needs and that gives away money or control. */
  | { readonly does: 'forbidden'; readonly what: Reason }
  | {
      readonly does: 'batch'
      readonly calls: readonly ContractCall[]
      readonly deadline: bigint | undefined
      /** Whether one failing call reverts all of them. */
      readonly isAtomic: boolean
    }
  /** `isDisguised`: the function is known, but its arguments have an encoding that no ordinary encoder produces. */
  | {
      readonly does: 'unknown'
      readonly isDisguised?: true
      /** The configuration of the network lacks its wrapped coin, which this call needs. */
      readonly lacksWrapped?: true
      /** The destination that a bridge deposit names, although the rest of it could not be decoded. */
      readonly terms?: BridgeTerms
    }

/** Liquidity that is added: the most and the least of both tokens. */
type Added = {
  readonly amount0: bigint
  readonly amount1: bigint
  readonly minimum0: bigint
  readonly minimum1: bigint
  readonly deadline: bigint
}

/** Members are absent where the calldata does not say them, or where what they say is not known here. */
export type BridgeTerms = {
  readonly toChain?: bigint | 'solana'
  readonly recipient?: string
  /** The contract that receives, and forwards as an undecoded message requests. */
  readonly handler?: string
  /** The relayer's share of the amount. */
  readonly feeBps?: bigint
}

/** The call and every call inside it, outermost first. */
export function everyCall(call: ContractCall): readonly ContractCall[] {
  return call.effect.does === 'batch' ? [call, ...call.effect.calls.flatMap(everyCall)] : [call]
}

/**
 * Contracts in addition to the called one on which the promise of a call depends. A stranger in a batch may promise a payout
 * by a sweep as well as by a swap.
 */
export function promisingContracts(call: ContractCall): readonly string[] {
  const paying = everyCall(call).flatMap(({ to, effect }) => {
    if (effect.does === 'swap') return [to, effect.by ?? to]
    // The wrapped coin itself is known by its address.
    if (effect.does === 'wrap' || effect.does === 'unwrap') return sameAddress(effect.token, to) ? [] : [to]
    return effect.does === 'bridge' || effect.does === 'sweep' ? [to] : []
  })
  return distinctAddresses(paying).filter((address) => !sameAddress(address, call.to))
}

/** Why parts of a call could not be decoded: empty for a call decoded to its last argument. */
export function unreadReasons(call: ContractCall): readonly Reason[] {
  return everyCall(call).flatMap((each) => (each.effect.does === 'unknown' ? [whyUnread(each)] : []))
}

/** Why a call with an unknown effect could not be decoded. */
export function whyUnread({ name, selector, effect }: ContractCall): Reason {
  if (name === undefined) return reason('call.unknown-function', { selector })
  if (effect.does === 'unknown' && effect.lacksWrapped) return reason('call.no-wrapped-coin', {})
  const isDisguised = effect.does === 'unknown' && effect.isDisguised
  return reason(isDisguised ? 'call.bad-arguments' : 'call.named', { name })
}

/** A call of a known function that is not decoded as a whole. The destination that a bridge deposit names is judged all the same. */
export function undecoded(terms?: BridgeTerms): Effect {
  return { does: 'unknown', ...(terms && { terms }) }
}

/** The function is known, but an ordinary encoder does not write its arguments like this. */
export const disguised: Effect = { does: 'unknown', isDisguised: true }
export const noWrapped: Effect = { does: 'unknown', lacksWrapped: true }
