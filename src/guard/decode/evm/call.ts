import type { Reason } from '../../findings/reason'

/** One call to a contract as decoding found it. What it could not read is said to be unknown, never guessed. */
export type ContractCall = {
  readonly to: string
  /** Who the contract sees as its caller. */
  readonly caller: string
  readonly value: bigint
  readonly data: string
  /** First four bytes; `0x` for a payment without data. */
  readonly selector: string
  /** `undefined` when the function is not known. */
  readonly name: string | undefined
  readonly fields: readonly CallArgument[]
  readonly effect: Effect
}

/** One argument, ready to be shown: nested ones are named `params.recipient`. */
export type CallArgument = { readonly name: string; readonly type: string; readonly text: string }

/** How a swap is paid: from the caller, from what the router already holds, or as the router finds it. */
export type SwapPayer = 'caller' | 'router'

/** What a call does, as far as its arguments tell. Addresses are resolved: the router's placeholders are gone. */
export type Effect =
  | { readonly does: 'pay' }
  | {
      readonly does: 'approve'
      readonly by: 'approve' | 'permit' | 'permit2'
      readonly token: string
      readonly owner: string
      readonly spender: string
      readonly amount: bigint
      /** Seconds since the epoch until which the allowance holds. */
      readonly until: bigint | undefined
    }
  | {
      readonly does: 'swap'
      readonly tokenIn: string
      readonly tokenOut: string
      /** The most that is paid; `all held` is whatever the router has at that moment. */
      readonly amountIn: bigint | 'all held'
      readonly isExactIn: boolean
      /** It stops at a price and may use less than `amountIn`. */
      readonly stopsEarly?: true
      readonly minimumOut: bigint
      readonly payer: SwapPayer
      readonly recipient: string
      readonly deadline: bigint | undefined
      /** Tokens between the first and the last, where the path tells. */
      readonly via: readonly string[]
    }
  | { readonly does: 'wrap'; readonly token: string; readonly amount: bigint | 'all held'; readonly recipient: string }
  | {
      readonly does: 'unwrap'
      readonly token: string
      readonly amount: bigint | 'all held'
      readonly minimum: bigint
      readonly recipient: string
    }
  /** The router hands out everything it holds of a token. */
  | { readonly does: 'sweep'; readonly token: string; readonly minimum: bigint; readonly recipient: string }
  /** The router takes the caller's tokens to itself. */
  | { readonly does: 'pull'; readonly token: string; readonly amount: bigint }
  | { readonly does: 'fee'; readonly token: string; readonly bps: bigint; readonly recipient: string }
  | {
      readonly does: 'bridge'
      readonly token: string
      readonly amount: bigint
      readonly toChain: bigint
      readonly tokenOut: string
      readonly minimumOut: bigint
      readonly recipient: string
      readonly deadline: bigint | undefined
      /** What the bridge keeps instead, bought before, and the least of it. A refund pays this back. */
      readonly onTheWay?: { readonly token: string; readonly minimum: bigint }
    }
  /** What a bridge keeps goes back to whoever paid it in. */
  | { readonly does: 'reclaim'; readonly id: bigint }
  | {
      readonly does: 'mint'
      readonly token0: string
      readonly token1: string
      readonly fee: number | undefined
      readonly tickLower: number
      readonly tickUpper: number
      readonly amount0: bigint
      readonly amount1: bigint
      readonly minimum0: bigint
      readonly minimum1: bigint
      readonly recipient: string
      readonly deadline: bigint
    }
  | {
      readonly does: 'position'
      readonly how: 'increase'
      readonly id: bigint
      readonly amount0: bigint
      readonly amount1: bigint
      readonly minimum0: bigint
      readonly minimum1: bigint
      readonly deadline: bigint
    }
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
  /** A call that a swap or a deposit never needs and that hands over money or power. */
  | { readonly does: 'forbidden'; readonly what: Reason }
  | {
      readonly does: 'batch'
      readonly calls: readonly ContractCall[]
      readonly deadline: bigint | undefined
      /** Whether one failing call undoes all of them. */
      readonly isAtomic: boolean
    }
  /** `isDisguised`: the function is known, but its arguments are not written the way anybody would write them. */
  | { readonly does: 'unknown'; readonly why: Reason; readonly isDisguised?: true }

/** The call and every call inside it, outermost first. */
export function everyCall(call: ContractCall): readonly ContractCall[] {
  return call.effect.does === 'batch' ? [call, ...call.effect.calls.flatMap(everyCall)] : [call]
}

/** What of a call could not be read: empty for one that is understood to the last argument. */
export function unreadReasons(call: ContractCall): readonly Reason[] {
  return everyCall(call).flatMap(({ effect }) => (effect.does === 'unknown' ? [effect.why] : []))
}
