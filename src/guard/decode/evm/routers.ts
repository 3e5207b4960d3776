import type { Hex } from 'viem'
import { native, nobody } from './address'
import type { Call, Effect } from './call'
import { type Reader, reader, type Scene } from './functionDecoder'
import { pathEnds } from './packedPath'

/**
 * Swap routers: Uniswap v3 (SwapRouter and SwapRouter02), Algebra (with and without a deployer), and the
 * v2 family. The first sends to itself when the recipient is address 0; the second when it is address 2.
 */
export const routers: readonly Reader[] = [
  reader(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([params], scene) => exactIn({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([params], scene) => alongPath(params.path, { ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([params], scene) => exactOut({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
    ([params], scene) => againstPath(params.path, { ...params, recipient: firstRouter(params.recipient, scene) }),
  ),

  reader(
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    ([params], scene) => exactIn(secondRouter(params, scene)),
  ),
  reader(
    'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    ([params], scene) => alongPath(params.path, secondRouter(params, scene)),
  ),
  reader(
    'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
    ([params], scene) => exactOut({ ...params, recipient: placeholder(params.recipient, scene), deadline: undefined }),
  ),
  reader(
    'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
    ([params], scene) =>
      againstPath(params.path, { ...params, recipient: placeholder(params.recipient, scene), deadline: undefined }),
  ),
  reader(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    ([amountIn, amountOutMinimum, path, to], scene) =>
      alongTokens(path, secondRouter({ amountIn, amountOutMinimum, recipient: to }, scene)),
  ),

  reader(
    'function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], scene) => exactIn({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactInputSingleSupportingFeeOnTransferTokens((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], scene) => exactIn({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactOutputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 limitSqrtPrice) params)',
    ([params], scene) => exactOut({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),
  reader(
    'function exactInputSingle((address tokenIn, address tokenOut, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params)',
    ([params], scene) => exactIn({ ...params, recipient: firstRouter(params.recipient, scene) }),
  ),

  reader(
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline]) =>
      alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline }),
  ),
  reader(
    'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ([amountIn, amountOutMinimum, path, recipient, deadline]) =>
      alongTokens(path, { amountIn, amountOutMinimum, recipient, deadline }),
  ),

  reader('function unwrapWETH9(uint256 amountMinimum, address recipient)', ([minimum, recipient], scene) =>
    unwrapped(minimum, recipient, scene),
  ),
  reader('function unwrapWNativeToken(uint256 amountMinimum, address recipient)', ([minimum, recipient], scene) =>
    unwrapped(minimum, recipient, scene),
  ),
  reader('function unwrapWETH9(uint256 amountMinimum)', ([minimum], scene) => unwrapped(minimum, scene.caller, scene)),
  reader('function refundETH()', (_, { caller }) => refund(caller)),
  reader('function refundNativeToken()', (_, { caller }) => refund(caller)),
  reader(
    'function sweepToken(address token, uint256 amountMinimum, address recipient)',
    ([token, minimum, recipient]) => ({ does: 'sweep', token, minimum, recipient }),
  ),
  reader('function sweepToken(address token, uint256 amountMinimum)', ([token, minimum], { caller }) => ({
    does: 'sweep',
    token,
    minimum,
    recipient: caller,
  })),
  reader(
    'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([minimum, recipient, bps, to], scene) =>
      afterFee(scene, scene.wrapped ?? native, bps, to, unwrapped(withoutFee(minimum, bps), recipient, scene)),
  ),
  reader(
    'function unwrapWETH9WithFee(uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([minimum, bps, to], scene) =>
      afterFee(scene, scene.wrapped ?? native, bps, to, unwrapped(withoutFee(minimum, bps), scene.caller, scene)),
  ),
  reader(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
    ([token, minimum, recipient, bps, to], scene) =>
      afterFee(scene, token, bps, to, { does: 'sweep', token, minimum: withoutFee(minimum, bps), recipient }),
  ),
  reader(
    'function sweepTokenWithFee(address token, uint256 amountMinimum, uint256 feeBips, address feeRecipient)',
    ([token, minimum, bps, to], scene) =>
      afterFee(scene, token, bps, to, {
        does: 'sweep',
        token,
        minimum: withoutFee(minimum, bps),
        recipient: scene.caller,
      }),
  ),
  reader('function wrapETH(uint256 value)', ([value], { wrapped, to }) =>
    wrapped === undefined ? noWrapped : { does: 'wrap', token: wrapped, amount: value, recipient: to },
  ),
  reader('function pull(address token, uint256 value)', ([token, amount]) => ({ does: 'pull', token, amount })),
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
  /** Uniswap's and Algebra's words for the price at which a swap stops; 0 for none. */
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
    minimumOut: swap.amountOutMinimum,
    payer: swap.amountIn === 'all held' ? 'router' : 'caller',
    recipient: swap.recipient,
    deadline: swap.deadline,
    via: swap.via ?? [],
    ...((swap.sqrtPriceLimitX96 ?? swap.limitSqrtPrice ?? 0n) === 0n ? {} : { stopsEarly: true }),
  }
}

/** With a price limit, routers of the v3 family do not check what an exact-output swap pays out: it promises nothing. */
export function exactOut(swap: ExactOut & Pair): Swap {
  const read = exactIn({ ...swap, amountIn: swap.amountInMaximum, amountOutMinimum: swap.amountOut })
  return { ...read, isExactIn: false, minimumOut: read.stopsEarly ? 0n : read.minimumOut }
}

export function alongPath(path: Hex, swap: ExactIn): Effect {
  const ends = pathEnds(path)
  return ends ? exactIn({ ...swap, ...ends }) : badPath
}

/** Paths of exact-output swaps are written backwards. */
export function againstPath(path: Hex, swap: ExactOut): Effect {
  const ends = pathEnds(path)
  return ends ? exactOut({ ...swap, tokenIn: ends.tokenOut, tokenOut: ends.tokenIn, via: ends.via }) : badPath
}

export function alongTokens(path: readonly string[], swap: ExactIn): Effect {
  const tokenIn = path[0]
  const tokenOut = path.at(-1)
  return path.length >= 2 && tokenIn && tokenOut
    ? exactIn({ ...swap, tokenIn, tokenOut, via: path.slice(1, -1) })
    : badPath
}

function firstRouter(recipient: string, { to }: Scene): string {
  return recipient === nobody ? to : recipient
}

/** SwapRouter02 pays with everything it holds when the amount is 0. */
function secondRouter<params extends { recipient: string; amountIn: bigint; amountOutMinimum: bigint }>(
  params: params,
  scene: Scene,
): Omit<params, 'amountIn'> & ExactIn {
  const amountIn = params.amountIn === 0n ? 'all held' : params.amountIn
  return { ...params, amountIn, recipient: placeholder(params.recipient, scene), deadline: undefined }
}

/** Address 1 is the caller and address 2 the router, in SwapRouter02 and the universal router. */
export function placeholder(recipient: string, { caller, to }: Scene): string {
  if (/^0x0{39}1$/.test(recipient)) return caller
  return /^0x0{39}2$/.test(recipient) ? to : recipient
}

/** A share goes to somebody before the rest is handed out: two deeds in one call. */
function afterFee({ to, caller }: Scene, token: string, bps: bigint, recipient: string, rest: Effect): Effect {
  const part = (name: string, effect: Effect): Call => ({
    ...{ to, caller, value: 0n, data: '0x', selector: '0x' },
    ...{ name, fields: [], effect },
  })
  const calls = [part('fee', { does: 'fee', token, bps, recipient }), part('rest', rest)]
  return { does: 'batch', calls, deadline: undefined, isAtomic: true }
}

/** The minimum is asked of the whole, before the fee. */
function withoutFee(minimum: bigint, bps: bigint): bigint {
  return bps > 10_000n ? 0n : (minimum * (10_000n - bps)) / 10_000n
}

function refund(recipient: string): Effect {
  return { does: 'sweep', token: native, minimum: 0n, recipient }
}

function unwrapped(minimum: bigint, recipient: string, { wrapped }: Scene): Effect {
  if (wrapped === undefined) return noWrapped
  return { does: 'unwrap', token: wrapped, amount: 'all held', minimum, recipient }
}

const badPath: Effect = { does: 'unknown', why: 'its path of pools cannot be read', isDisguised: true }
const noWrapped: Effect = { does: 'unknown', why: 'the wrapped coin of this chain is not known' }
