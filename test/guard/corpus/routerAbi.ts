import { concat, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { chainTime, me } from '../fixtures'

/* Calls of other routers and of token contracts, for cases that the embedded exchange does not make. */

export const routerAbi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
  'function multicall(uint256 deadline, bytes[] data) payable',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline) payable',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function transferOwnership(address newOwner)',
  'function delegate(address delegatee)',
  'function upgradeTo(address newImplementation)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable',
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable',
  'function burn(uint256 tokenId) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function deposit(address token, uint256 amount, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
])

export const algebra = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, address deployer, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 limitSqrtPrice) params) payable',
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient) payable',
])

export const permit2 = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
])

export type Command = { readonly code: number; readonly input: Hex }

export function execute(commands: readonly Command[], deadline: bigint = chainTime + 600n): Hex {
  return encodeFunctionData({
    abi: routerAbi,
    functionName: 'execute',
    args: [
      concat(commands.map(({ code }) => `0x${code.toString(16).padStart(2, '0')}` as Hex)),
      commands.map(({ input }) => input),
      deadline,
    ],
  })
}

export function swapCommand(swap: {
  readonly path: Hex
  readonly amountIn: bigint
  readonly minimum: bigint
  readonly recipient?: Hex
  readonly mayFail?: boolean
  readonly byUser?: boolean
}): Command {
  const { path, amountIn, minimum, recipient = me, mayFail = false, byUser = true } = swap
  return {
    code: mayFail ? 0x80 : 0x00,
    input: encodeAbiParameters(
      parseAbiParameters('address recipient, uint256 amountIn, uint256 minimum, bytes path, bool byUser'),
      [recipient, amountIn, minimum, path, byUser],
    ),
  }
}

/** The same as routers since version 2.1 take it, with the least price of each hop. */
export function pricedSwapCommand(swap: Parameters<typeof swapCommand>[0], prices: readonly bigint[] = []): Command {
  const { path, amountIn, minimum, recipient = me, byUser = true } = swap
  return {
    code: 0x00,
    input: encodeAbiParameters(
      parseAbiParameters(
        'address recipient, uint256 amountIn, uint256 minimum, bytes path, bool byUser, uint256[] prices',
      ),
      [recipient, amountIn, minimum, path, byUser, [...prices]],
    ),
  }
}

/** V2_SWAP_EXACT_IN; an amount of zero sells what the pair was paid before. */
export function pairCommand(
  path: readonly Hex[],
  swap: { readonly minimum: bigint; readonly amountIn?: bigint; readonly recipient?: Hex; readonly byUser?: boolean },
): Command {
  const { amountIn = 0n, minimum, recipient = me, byUser = false } = swap
  return { code: 0x08, input: encodeAbiParameters(pairSwap, [recipient, amountIn, minimum, [...path], byUser]) }
}

/** V2_SWAP_EXACT_OUT. */
export function exactPairCommand(path: readonly Hex[], amountOut: bigint, most: bigint): Command {
  return { code: 0x09, input: encodeAbiParameters(pairSwap, [me, amountOut, most, [...path], true]) }
}

const pairSwap = parseAbiParameters('address recipient, uint256 amount, uint256 limit, address[] path, bool byUser')

/** SWEEP, TRANSFER and PAY_PORTION take the same arguments. */
export function moveCommand(code: 0x04 | 0x05 | 0x06, token: Hex, recipient: Hex, amount: bigint): Command {
  const input = encodeAbiParameters(parseAbiParameters('address token, address recipient, uint256 amount'), [
    token,
    recipient,
    amount,
  ])
  return { code, input }
}

/** WRAP_ETH and UNWRAP_WETH. */
export function coinCommand(code: 0x0b | 0x0c, recipient: Hex, amount: bigint): Command {
  return {
    code,
    input: encodeAbiParameters(parseAbiParameters('address recipient, uint256 amount'), [recipient, amount]),
  }
}

export const routerItself: Hex = '0x0000000000000000000000000000000000000002'
export const someWord: Hex = `0x${'11'.repeat(32)}`
