import type { Hex } from 'viem'
import { reason } from '../../findings/reason'
import { native, sameAddress, zeroAddress } from './address'
import type { ContractCall, Effect } from './call'
import { type CallContext, type FunctionDecoder, functionDecoder } from './functionDecoder'
import { pathEnds } from './packedPath'

/**
 * Swap routers: Uniswap v3 (SwapRouter and SwapRouter02), Algebra (with and without a deployer), and the v2 family. For
 * the recipient, address 0 means the router itself in the first, and address 2 in the second.
 */
export const routers: readonly FunctionDecoder[] = [
  functionDecoder(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([params], context) => exactIn({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([params], context) => alongPath(params.path, { ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([params], context) => exactOut({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
    ([params], context) => againstPath(params.path, { ...params, recipient: firstRouter(params.recipient, context) }),
  ),

  functionDecoder(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([params], context) => exactIn(secondRouter(params, context)),
  ),
  functionDecoder(
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([params], context) => alongPath(params.path, secondRouter(params, context)),
  ),
  functionDecoder(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([params], context) =>
      exactOut({ ...params, recipient: placeholder(params.recipient, context), deadline: undefined }),
  ),
  functionDecoder(
    'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
    ([params], context) =>
      againstPath(params.path, { ...params, recipient: placeholder(params.recipient, context), deadline: undefined }),
  ),
  functionDecoder(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    ([amountIn, amountOutMinimum, path, to], context) =>
      byBalance(alongTokens(path, secondRouter({ amountIn, amountOutMinimum, recipient: to }, context))),
  ),
  functionDecoder(
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    ([amountOut, amountInMaximum, path, to], context) =>
      backwards(path, { amountOut, amountInMaximum, recipient: placeholder(to, context) }),
  ),

  functionDecoder(
    'function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], context) => exactIn({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactInputSingleSupportingFeeOnTransferTokens((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], context) => exactIn({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactOutputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 limitSqrtPrice) params)',
    ([params], context) => exactOut({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),
  functionDecoder(
    'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], context) => exactIn({ ...params, recipient: firstRouter(params.recipient, context) }),
  ),

  functionDecoder(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline]) =>
      alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline }),
  ),
  functionDecoder(
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline]) =>
      byBalance(alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline })),
  ),
  functionDecoder(
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline], context) =>
      paidOutInCoins(path, alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline }), context),
  ),
  functionDecoder(
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline], context) =>
      paidOutInCoins(path, alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline }), context),
  ),
  functionDecoder(
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountOutMinimum, path, recipient, deadline], context) =>
      paidInCoins(path, alongTokens(path, { amountIn: context.value, amountOutMinimum, recipient, deadline }), context),
  ),
  functionDecoder(
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountOutMinimum, path, recipient, deadline], context) => {
      const sold = alongTokens(path, { amountIn: context.value, amountOutMinimum, recipient, deadline })
      return byBalance(paidInCoins(path, sold, context))
    },
  ),
  functionDecoder(
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    ([amountOut, amountInMaximum, path, recipient, deadline]) =>
      backwards(path, { amountOut, amountInMaximum, recipient, deadline }),
  ),
  functionDecoder(
    'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    ([amountOut, amountInMaximum, path, recipient, deadline], context) =>
      paidOutInCoins(path, backwards(path, { amountOut, amountInMaximum, recipient, deadline }), context),
  ),
  functionDecoder(
    'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
    ([amountOut, path, recipient, deadline], context) => {
      const sold = backwards(path, { amountOut, amountInMaximum: context.value, recipient, deadline })
      const swap = paidInCoins(path, sold, context)
      return swap.does === 'swap' ? together(context, ['swap', swap], ['rest', refund(context.caller)]) : swap
    },
  ),

  ...(['unwrapWETH9', 'unwrapWNativeToken'] as const).map((name) =>
    functionDecoder(`function ${name}(uint256 amountMinimum, address recipient)`, ([minimum, recipient], context) =>
      unwrapped(minimum, recipient, context),
    ),
  ),
  functionDecoder('function unwrapWETH9(uint256 amountMinimum)', ([minimum], context) =>
    unwrapped(minimum, context.caller, context),
  ),
  functionDecoder('function refundETH()', (_, { caller }) => refund(caller)),
  functionDecoder('function refundNativeToken()', (_, { caller }) => refund(caller)),
  functionDecoder(
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    ([token, minimum, recipient]) => ({ does: 'sweep', token, minimum, recipient }),
  ),
  functionDecoder('function sweepToken(address token, uint256 amountMinimum)', ([token, minimum], { caller }) => ({
    does: 'sweep',
    token,
    minimum,
    recipient: caller,
  })),
  ...(['unwrapWETH9WithFee', 'unwrapWNativeTokenWithFee'] as const).map((name) =>
    functionDecoder(
      `function ${name}(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)`,
      ([minimum, recipient, bps, to], context) =>
        afterFee(context, context.wrapped ?? native, bps, to, unwrapped(withoutFee(minimum, bps), recipient, context)),
    ),
  ),
  functionDecoder(
    'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([minimum, bps, to], context) =>
      afterFee(
        context,
        context.wrapped ?? native,
        bps,
        to,
        unwrapped(withoutFee(minimum, bps), context.caller, context),
      ),
  ),
  functionDecoder(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([token, minimum, recipient, bps, to], context) =>
      afterFee(context, token, bps, to, { does: 'sweep', token, minimum: withoutFee(minimum, bps), recipient }),
  ),
  functionDecoder(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([token, minimum, bps, to], context) =>
      afterFee(context, token, bps, to, {
        does: 'sweep',
        token,
        minimum: withoutFee(minimum, bps),
        recipient: context.caller,
      }),
  ),
  functionDecoder('function wrapETH(uint256 value)', ([value], { wrapped, to }) =>
    wrapped === undefined ? noWrapped : { does: 'wrap', token: wrapped, amount: value, recipient: to },
  ),
  functionDecoder('function pull(address token, uint256 value)', ([token, amount]) => ({
    does: 'pull',
    token,
    amount,
  })),
]

type ExactIn = {
  readonly recipient: string
  readonly amountIn: bigint | 'all held'
  readonly amountOutMinimum: bigint
  readonly deadline?: bigint | undefined
}
type ExactOut = {
  readonly recipient: string
  readonly amountOut: bigint
  readonly amountInMaximum: bigint
  readonly deadline?: bigint | undefined
}
type Pair = {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly via?: readonly string[]
  readonly callbacks?: Swap['callbacks']
  /** Of an Algebra pool: it chooses the plugin, whose code runs; the zero address for Algebra's own. */
  readonly deployer?: string
  /** The price limit by its names at Uniswap and Algebra; 0 for none. */
  readonly sqrtPriceLimitX96?: bigint
  readonly limitSqrtPrice?: bigint
}

type Swap = Extract<Effect, { does: 'swap' }>

export function exactIn(swap: ExactIn & Pair): Swap {
  return {
    does: 'swap',
    tokenIn: swap.tokenIn,
    tokenOut: swap.tokenOut,
    amountIn: swap.amountIn,
    isExactIn: true,
    minimumReceived: swap.amountOutMinimum,
    payer: swap.amountIn === 'all held' ? 'router' : 'caller',
    recipient: swap.recipient,
    deadline: swap.deadline,
    via: swap.via ?? [],
    ...(swap.callbacks && { callbacks: swap.callbacks }),
    ...((swap.deployer ?? zeroAddress) === zeroAddress ? {} : { isRouteUnread: true }),
    ...((swap.sqrtPriceLimitX96 ?? swap.limitSqrtPrice ?? 0n) === 0n ? {} : { stopsEarly: true }),
  }
}

/**
 * With a price limit, routers of the v3 family do not check the output of an exact-output swap, so it has no minimum.
 */
export function exactOut(swap: ExactOut & Pair): Swap {
  const read = exactIn({ ...swap, amountIn: swap.amountInMaximum, amountOutMinimum: swap.amountOut })
  return { ...read, isExactIn: false, minimumReceived: read.stopsEarly ? 0n : read.minimumReceived }
}

export function alongPath(path: Hex, swap: ExactIn): Effect {
  const ends = pathEnds(path)
  return ends ? exactIn({ ...swap, ...ends }) : badPath
}

/** Paths of exact-output swaps are encoded in reverse. */
export function againstPath(path: Hex, swap: ExactOut): Effect {
  const ends = pathEnds(path)
  return ends ? exactOut({ ...swap, ...ends, tokenIn: ends.tokenOut, tokenOut: ends.tokenIn }) : badPath
}

export function alongTokens(path: readonly string[], swap: ExactIn): Effect {
  const tokenIn = path[0]
  const tokenOut = path.at(-1)
  return path.length >= 2 && tokenIn && tokenOut
    ? exactIn({ ...swap, tokenIn, tokenOut, via: path.slice(1, -1) })
    : badPath
}

/**
 * Routers of the v2 family wrap received native coins, and unwrap native coins that they pay out: the path shows it.
 */
function paidInCoins(path: readonly string[], effect: Effect, { wrapped }: CallContext): Effect {
  if (effect.does !== 'swap') return effect
  return isCoin(path[0], wrapped) ? { ...effect, tokenIn: native, payer: 'router' } : badPath
}

function paidOutInCoins(path: readonly string[], effect: Effect, { wrapped }: CallContext): Effect {
  if (effect.does !== 'swap') return effect
  return isCoin(path.at(-1), wrapped) ? { ...effect, tokenOut: native } : badPath
}

/** The contract compares what the recipient holds before and after, and pays out nothing itself. */
export function byBalance(effect: Effect): Effect {
  return effect.does === 'swap' ? { ...effect, isCountedByBalance: true } : effect
}

/** If settings do not name the wrapped token, only the router enforces it. */
function isCoin(token: string | undefined, wrapped: string | undefined): boolean {
  return wrapped === undefined || sameAddress(token, wrapped)
}

export function backwards(path: readonly string[], swap: ExactOut): Effect {
  const [tokenIn, tokenOut] = [path[0], path.at(-1)]
  return path.length >= 2 && tokenIn && tokenOut
    ? exactOut({ ...swap, tokenIn, tokenOut, via: path.slice(1, -1) })
    : badPath
}

function firstRouter(recipient: string, { to }: CallContext): string {
  return recipient === zeroAddress ? to : recipient
}

/** With an amount of 0, SwapRouter02 pays with its whole balance. */
function secondRouter<params extends { recipient: string; amountIn: bigint; amountOutMinimum: bigint }>(
  params: params,
  context: CallContext,
): Omit<params, 'amountIn'> & ExactIn {
  const amountIn = params.amountIn === 0n ? 'all held' : params.amountIn
  return { ...params, amountIn, recipient: placeholder(params.recipient, context), deadline: undefined }
}

/** The universal router's amount for its whole balance. */
export const allHeld = 1n << 255n

/** In SwapRouter02 and the universal router, address 1 means the caller and address 2 the router. */
export function placeholder(recipient: string, { caller, to }: CallContext): string {
  if (/^0x0{39}1$/.test(recipient)) return caller
  return /^0x0{39}2$/.test(recipient) ? to : recipient
}

/** Pays a share to a fee recipient before the rest is paid out. */
function afterFee(context: CallContext, token: string, bps: bigint, recipient: string, rest: Effect): Effect {
  return together(context, ['fee', { does: 'fee', token, bps, recipient }], ['rest', rest])
}

/** Several effects of one call. */
export function together(
  { to, caller }: CallContext,
  ...effects: readonly (readonly [name: string, effect: Effect])[]
): Effect {
  const calls = effects.map(
    ([name, effect]): ContractCall => ({
      ...{ to, caller, value: 0n, data: '0x', selector: '0x' },
      ...{ name, fields: [], effect },
    }),
  )
  return { does: 'batch', calls, deadline: undefined, isAtomic: true }
}

/** The minimum applies to the whole, before the fee. */
export function withoutFee(minimum: bigint, bps: bigint): bigint {
  return bps > 10_000n ? 0n : (minimum * (10_000n - bps)) / 10_000n
}

function refund(recipient: string): Effect {
  return { does: 'sweep', token: native, minimum: 0n, recipient }
}

function unwrapped(minimum: bigint, recipient: string, { wrapped }: CallContext): Effect {
  if (wrapped === undefined) return noWrapped
  return { does: 'unwrap', token: wrapped, amount: 'all held', minimum, recipient }
}

const badPath: Effect = { does: 'unknown', why: reason('call.bad-path', {}), isDisguised: true }
const noWrapped: Effect = { does: 'unknown', why: reason('call.no-wrapped-coin', {}) }
