import type { Hex } from 'viem'
import { native, sameAddress, zeroAddress } from './address'
import { type ContractCall, disguised, type Effect, noWrapped } from './call'
import { type CallContext, decoders, type FunctionDecoder } from './functionDecoder'
import { type PathEnds, pathEnds } from './packedPath'

/** Swap routers: Uniswap v3 (SwapRouter and SwapRouter02), Algebra (with and without a deployer), and the v2 family. */
export const routers: readonly FunctionDecoder[] = [
  ...decoders(
    (swap, context) => traded({ ...swap, recipient: firstRouter(swap.recipient, context) }),
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
    'function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    'function exactInputSingleSupportingFeeOnTransferTokens((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    'function exactOutputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 limitSqrtPrice) params)',
    'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
  ),
  ...decoders(
    (swap, context) => traded(secondRouter(swap, context)),
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
  ),
  // Of an exact output it compares nothing: each pair pays for what it was paid.
  ...decoders(
    (swap, context) => byBalance(traded(secondRouter(swap, context))),
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  ),

  ...decoders(
    traded,
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  ),
  ...decoders(
    (swap) => byBalance(traded(swap)),
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ),
  ...decoders(
    paidOutInCoins,
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  ),
  ...decoders(
    paidInCoins,
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ),
  ...decoders(
    (swap, context) => byBalance(paidInCoins(swap, context)),
    'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ),
  ...decoders((swap, context) => {
    const paid = paidInCoins(swap, context)
    return paid.does === 'swap' ? together(context, ['swap', paid], ['rest', refund(context)]) : paid
  }, 'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)'),

  ...decoders((_, context) => refund(context), 'function refundETH()', 'function refundNativeToken()'),
  ...decoders(
    paidOut,
    'function unwrapWETH9(uint256 amountMinimum, address recipient)',
    'function unwrapWNativeToken(uint256 amountMinimum, address recipient)',
    'function unwrapWETH9(uint256 amountMinimum)',
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    'function sweepToken(address token, uint256 amountMinimum)',
  ),
  ...decoders(
    ({ minimum, bps, feeRecipient: recipient, ...payout }, context) => {
      const fee = { does: 'fee', token: payout.token ?? context.wrapped ?? native, bps, recipient } as const
      return together(
        context,
        ['fee', payout.token === undefined ? { ...fee, isInCoins: true } : fee],
        ['rest', paidOut({ ...payout, minimum: withoutFee(minimum, bps) }, context)],
      )
    },
    'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    'function unwrapWNativeTokenWithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    'function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
  ),
  ...decoders(
    ({ amount }, { wrapped, to }) =>
      wrapped === undefined ? noWrapped : { does: 'wrap', token: wrapped, amount, recipient: to },
    'function wrapETH(uint256 value)',
  ),
  ...decoders(({ token, amount }) => ({ does: 'pull', token, amount }), 'function pull(address token, uint256 value)'),
]

/** The terms of a swap. */
export type SaidSwap = {
  readonly tokenIn?: string
  readonly tokenOut?: string
  /** Packed, or a list. Packed paths of exact-output swaps are encoded in reverse. */
  readonly path?: Hex | readonly string[]
  readonly amountIn?: bigint | 'all held'
  readonly minimum?: bigint
  readonly amountOut?: bigint
  readonly maximumIn?: bigint
  readonly recipient: string
  readonly deadline?: bigint | undefined
  /** Of an Algebra pool: it chooses the plugin, whose code runs; the zero address for Algebra's own. */
  readonly deployer?: string
  /** The price limit; 0 for none. */
  readonly limit?: bigint
}

export type SwapEffect = Extract<Effect, { does: 'swap' }>

/**
 * The effect of a swap. With a price limit, routers of the v3 family do not check the output of an exact-output swap, so it
 * has no minimum.
 */
export function traded(said: SaidSwap): Effect {
  const { amountOut, limit = 0n, deployer = zeroAddress, recipient, deadline } = said
  const isExactIn = amountOut === undefined
  const ends = endsOf(said)
  const amountIn = isExactIn ? said.amountIn : said.maximumIn
  const minimum = isExactIn ? said.minimum : limit === 0n ? amountOut : 0n
  if (!ends || amountIn === undefined || minimum === undefined) return disguised
  return {
    ...exactIn({ ...ends, amountIn, minimumReceived: minimum, recipient, deadline }),
    isExactIn,
    ...(deployer !== zeroAddress && { isRouteUnread: true }),
    ...(limit !== 0n && { stopsEarly: true }),
  }
}

function endsOf({ tokenIn, tokenOut, path, amountOut }: SaidSwap): PathEnds | undefined {
  if (path === undefined) return tokenIn && tokenOut ? { tokenIn, tokenOut, via: [] } : undefined
  if (typeof path !== 'string') {
    const [first, last] = [path[0], path.at(-1)]
    return path.length >= 2 && first && last ? { tokenIn: first, tokenOut: last, via: path.slice(1, -1) } : undefined
  }
  const ends = pathEnds(path)
  return ends && amountOut !== undefined ? { ...ends, tokenIn: ends.tokenOut, tokenOut: ends.tokenIn } : ends
}

/** A swap of an exact input, which the caller pays. A deadline may be absent. */
export function exactIn(
  swap: Omit<SwapEffect, 'does' | 'isExactIn' | 'payer' | 'deadline'> & Partial<Pick<SwapEffect, 'deadline'>>,
): SwapEffect {
  const payer = swap.amountIn === 'all held' ? 'router' : 'caller'
  return { does: 'swap', isExactIn: true, payer, deadline: undefined, ...swap }
}

type PathSwap = SaidSwap & { readonly path: readonly string[] }

/**
 * Routers of the v2 family wrap received native coins, and unwrap native coins that they pay out: the path shows it.
 */
function paidInCoins(said: PathSwap, { wrapped, value }: CallContext): Effect {
  const effect = traded({ ...said, amountIn: value, maximumIn: value })
  if (effect.does !== 'swap') return effect
  return isCoin(said.path[0], wrapped) ? { ...effect, tokenIn: native, payer: 'router' } : disguised
}

function paidOutInCoins(said: PathSwap, { wrapped }: CallContext): Effect {
  const effect = traded(said)
  if (effect.does !== 'swap') return effect
  return isCoin(said.path.at(-1), wrapped) ? { ...effect, tokenOut: native } : disguised
}

/** The contract compares what the recipient holds before and after, and pays out nothing itself. */
export function byBalance(effect: Effect): Effect {
  return effect.does === 'swap' ? { ...effect, isCountedByBalance: true } : effect
}

/** If settings do not name the wrapped token, only the router enforces it. */
function isCoin(token: string | undefined, wrapped: string | undefined): boolean {
  return wrapped === undefined || sameAddress(token, wrapped)
}

/** In SwapRouter, address 0 means the router itself. */
function firstRouter(recipient: string, { to }: CallContext): string {
  return recipient === zeroAddress ? to : recipient
}

/** With an amount of 0, SwapRouter02 pays with its whole balance. */
function secondRouter(said: SaidSwap, context: CallContext): SaidSwap {
  const recipient = placeholder(said.recipient, context)
  return { ...said, recipient, ...(said.amountIn === 0n && { amountIn: 'all held' }) }
}

/** The universal router's amount for its whole balance. */
export const allHeld = 1n << 255n

/** In SwapRouter02 and the universal router, address 1 means the caller and address 2 the router. */
export function placeholder(recipient: string, { caller, to }: Pick<CallContext, 'caller' | 'to'>): string {
  if (/^0x0{39}1$/.test(recipient)) return caller
  return /^0x0{39}2$/.test(recipient) ? to : recipient
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

/** Native coins that were not used. */
export function refund({ caller: recipient }: CallContext): Effect {
  return { does: 'sweep', token: native, minimum: 0n, recipient }
}

/** Pays a token out, or the wrapped coin unwrapped where none is named. */
function paidOut(
  { token, minimum, recipient }: { readonly token?: string; readonly minimum: bigint; readonly recipient?: string },
  { wrapped, caller }: CallContext,
): Effect {
  const payout = { minimum, recipient: recipient ?? caller }
  if (token !== undefined) return { does: 'sweep', token, ...payout }
  return wrapped === undefined ? noWrapped : { does: 'unwrap', token: wrapped, amount: 'all held', ...payout }
}
