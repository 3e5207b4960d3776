import { type Hex, size, slice, toHex } from 'viem'
import { native, sameAddress, zeroAddress } from './address'
import { type Effect, undecoded } from './call'
import { type CallContext, decoders, type FunctionDecoder, type ValueOf } from './functionDecoder'
import { byBalance, exactIn, type SwapEffect, together, withoutFee } from './routers'

/* The structs of their arguments. */
const oneInch =
  '(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags)'
const kyber =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit)'
const paraSwap =
  '(address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address[] callees, bytes exchangeData, uint256[] startIndexes, uint256[] values, address beneficiary, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid)'
const veloraTerms =
  'address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary' as const
const velora = `(${veloraTerms})` as const
export const lifiSwap =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'

/**
 * Aggregators: the pools they use are encoded in opaque bytes, but the sold token, the recipient and the minimum that
 * the contract enforces are plain arguments. They are believed for a contract that is vouched for; for any other the
 * plan is amber. A call with a fee, a permit or a partial fill, which would change what the minimum means, counts as
 * unreadable.
 */
export const aggregators: readonly FunctionDecoder[] = [
  // 1inch v5 and v6.
  ...decoders(
    ({ desc, permit = '0x' }, context) =>
      permit === '0x' ? byDescription(desc, context) : undecoded('swap with a permit'),
    `function swap(address executor, ${oneInch} desc, bytes permit, bytes data)`,
    `function swap(address executor, ${oneInch} desc, bytes data)`,
  ),
  // KyberSwap.
  ...decoders(
    ({ desc }, context) =>
      desc.feeReceivers.length > 0 || desc.permit !== '0x'
        ? undecoded('swap with a fee or a permit')
        : byBalance(byDescription(desc, context)),
    `function swap((address callTarget, address approveTarget, bytes targetData, ${kyber} desc, bytes clientData) execution)`,
    `function swapSimpleMode(address caller, ${kyber} desc, bytes executorData, bytes clientData)`,
  ),
  // 0x exchange proxy. It pays its caller.
  ...decoders(
    (
      { inputToken: tokenIn, outputToken: tokenOut, inputTokenAmount: amountIn, minOutputTokenAmount: minimumReceived },
      context,
    ) => byBalance(sold({ tokenIn, tokenOut, amountIn, minimumReceived }, context)),
    'function transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, (uint32 deploymentNonce, bytes data)[] transformations)',
  ),
  // ParaSwap v5 and v6.
  ...decoders(byParaSwap, `function simpleSwap(${paraSwap} data)`),
  ...decoders(
    ({ swapData, partnerAndFee, permit }, context) =>
      permit === '0x' ? byVelora(swapData, partnerAndFee, context) : undecoded('swap with a permit'),
    `function swapExactAmountIn(address executor, ${velora} swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountInOnUniswapV2((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  ...decoders(
    ({ swapData, partnerAndFee, permit }, context) =>
      permit === '0x' && takesSourceToken(swapData, context)
        ? byVelora(swapData, partnerAndFee, context)
        : undecoded('swap with a permit, or of another token'),
    `function swapExactAmountInOnUniswapV3((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  // Odos. An amount of zero means the caller's whole balance.
  ...decoders(({ tokenInfo: { inputToken: tokenIn, outputToken: tokenOut, ...info } }, context) => {
    // Odos pays to the zero address literally: here it does not mean the caller.
    if (info.outputReceiver === zeroAddress) return undecoded('swap for nobody')
    const amountIn = info.inputAmount === 0n ? everything : info.inputAmount
    return sold(
      { tokenIn, tokenOut, amountIn, minimumReceived: info.outputMin, recipient: info.outputReceiver },
      context,
    )
  }, 'function swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)'),
  // 0x Settler: the actions are opaque, the minimum output is checked at the end.
  ...decoders(
    ({ slippage: { recipient, buyToken: tokenOut, minAmountOut: minimumReceived } }, context) =>
      // Settler pays to the zero address literally, and skips its check where token and minimum are both zero.
      recipient === zeroAddress || tokenOut === zeroAddress
        ? undecoded('0x swap for nobody')
        : sold({ tokenIn: zeroAddress, amountIn: context.value, tokenOut, minimumReceived, recipient }, context),
    'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate)',
  ),
  // 0x AllowanceHolder lets one contract take the tokens while it calls it: the promise is that contract's.
  ...decoders(({ operator, token, amount, target, data }, context) => {
    const paid = context.inner({ to: target, caller: context.to, value: context.value, data })
    if (paid.effect.does === 'forbidden') return paid.effect
    if (!sameAddress(operator, target) || paid.effect.does !== 'swap' || paid.name !== 'execute')
      return undecoded('0x call')
    const { tokenOut, minimumReceived, recipient } = paid.effect
    const isCoin = coinOr(token) === native
    const sale = { tokenIn: token, amountIn: isCoin ? context.value : amount, tokenOut, minimumReceived, recipient }
    // It pulls the token even if `msg.value` is non-zero.
    return { ...sold(sale, context), by: target, ...(!isCoin && { takesNoCoins: true }) }
  }, 'function exec(address operator, address token, uint256 amount, address target, bytes data)'),
  // LI.FI: after any intermediate swaps, it checks the minimum of the last token.
  ...decoders(
    ({ receiver, minAmount, swapData }, context) => byLifi(receiver, minAmount, swapData, context),
    `function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, ${lifiSwap}[] swapData)`,
  ),
  ...(['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'] as const).flatMap((pair) =>
    decoders(
      ({ receiver, minAmountOut, swapData }, context) =>
        byLifi(receiver, minAmountOut, lifiSwaps(pair, swapData), context),
      `function swapTokensMultipleV3${pair}(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${lifiSwap}[] swapData)`,
      `function swapTokensSingleV3${pair}(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${lifiSwap} swapData)`,
    ),
  ),
]

export type LifiSwap = Pick<
  ValueOf<typeof lifiSwap>,
  'sendingAssetId' | 'receivingAssetId' | 'fromAmount' | 'requiresDeposit'
>

/** Functions for a single swap pull its token regardless of the swap data. */
function lifiSwaps(pair: string, said: LifiSwap | readonly LifiSwap[]): readonly LifiSwap[] {
  const last = pair.endsWith('ToNative') ? [endsInCoins] : []
  if (!('fromAmount' in said)) return [...said, ...last]
  return [
    pair.startsWith('Native') ? { ...said, sendingAssetId: zeroAddress } : { ...said, requiresDeposit: true },
    ...last,
  ]
}

function byLifi(recipient: string, minimumReceived: bigint, swaps: readonly LifiSwap[], context: CallContext): Effect {
  const paid = lifiDeposit(swaps, context.value)
  const last = swaps.at(-1)
  // LI.FI's contract reads the zero address literally: assets paid to it are lost.
  if (!paid || !last || recipient === zeroAddress) return undecoded('LI.FI swap')
  const { token: tokenIn, amount: amountIn } = paid
  return sold({ tokenIn, tokenOut: last.receivingAssetId, amountIn, minimumReceived, recipient }, context)
}

/** The input of the diamond's swaps; `undefined` for none, or for more than one token. */
export function lifiDeposit(
  swaps: readonly LifiSwap[],
  value: bigint,
): { readonly token: string; readonly amount: bigint } | undefined {
  const taken = swaps.filter(
    ({ requiresDeposit, sendingAssetId }) => requiresDeposit && coinOr(sendingAssetId) !== native,
  )
  const [first] = taken
  if (!first)
    return value > 0n && coinOr(swaps[0]?.sendingAssetId ?? '') === native
      ? { token: native, amount: value }
      : undefined
  if (value > 0n || taken.some(({ sendingAssetId }) => !sameAddress(sendingAssetId, first.sendingAssetId)))
    return undefined
  return { token: first.sendingAssetId, amount: taken.reduce((sum, { fromAmount }) => sum + fromAmount, 0n) }
}

const endsInCoins: LifiSwap = {
  ...{ sendingAssetId: zeroAddress, receivingAssetId: zeroAddress, fromAmount: 0n, requiresDeposit: false },
}

type Sale = Pick<SwapEffect, 'tokenIn' | 'tokenOut' | 'minimumReceived'> & {
  readonly amountIn: bigint
  /** The zero address, or none, means the caller. */
  readonly recipient?: string
  readonly deadline?: bigint
}

function sold({ recipient = zeroAddress, ...sale }: Sale, { caller }: Pick<CallContext, 'caller'>): SwapEffect {
  const [tokenIn, tokenOut] = [coinOr(sale.tokenIn), coinOr(sale.tokenOut)]
  const to = recipient === zeroAddress ? caller : recipient
  const swap = exactIn({ ...sale, tokenIn, tokenOut, via: [], recipient: to, isRouteUnread: true })
  // Native coins are sent with the call.
  return tokenIn === native ? { ...swap, payer: 'router' } : swap
}

function byDescription(
  { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags }: Omit<ValueOf<typeof oneInch>, 'srcReceiver'>,
  context: CallContext,
): Effect {
  if ((flags & partialFill) !== 0n) return undecoded('swap that may be filled in part')
  if ((flags & extraCoins) !== 0n) return undecoded('swap that takes coins beside the token')
  return sold(
    {
      tokenIn: srcToken,
      tokenOut: dstToken,
      amountIn: amount,
      minimumReceived: minReturnAmount,
      recipient: dstReceiver,
    },
    context,
  )
}

function byParaSwap({ partner, permit, ...data }: ValueOf<typeof paraSwap>, context: CallContext): Effect {
  // Surplus above the expected amount is split with the partner. If expected < minimum, the split may reduce the
  // minimum.
  if (data.expectedAmount < data.toAmount) return undecoded('swap that expects less than its minimum')
  if (partner !== zeroAddress || permit !== '0x') return undecoded('swap with a fee or a permit')
  const { fromToken: tokenIn, toToken: tokenOut, fromAmount: amountIn, toAmount: minimumReceived } = data
  return sold(
    { tokenIn, tokenOut, amountIn, minimumReceived, recipient: data.beneficiary, deadline: data.deadline },
    context,
  )
}

/** The partner's address, flags about the surplus, and the partner's fee in basis points, of at most 2 %. */
const partnerFee = { mask: 0x3fffn, max: 200n, addressShift: 96n }

/**
 * Augustus v6.2 compares its balance with the minimum, then pays the partner. It may also keep the surplus over the quoted
 * amount, which with a quote below the minimum could cut into the minimum. Source: `AugustusFees.sol`.
 */
function byVelora(data: ValueOf<typeof velora>, partnerAndFee: bigint, context: CallContext): Effect {
  const { srcToken: tokenIn, destToken, fromAmount: amountIn, toAmount: minimum } = data
  const bps = partnerAndFee & partnerFee.mask
  if (data.quotedAmount < minimum || bps > partnerFee.max) return undecoded('swap with a fee')
  const sale = { tokenIn, tokenOut: destToken, amountIn, minimumReceived: minimum }
  if (bps === 0n) return sold({ ...sale, recipient: data.beneficiary }, context)
  const partner = toHex(partnerAndFee >> partnerFee.addressShift, { size: 20 })
  const recipient = data.beneficiary === zeroAddress ? context.caller : data.beneficiary
  const rest: Effect = { does: 'sweep', token: coinOr(destToken), minimum: withoutFee(minimum, bps), recipient }
  return together(
    context,
    ['swap', sold({ ...sale, recipient: context.to }, context)],
    ['fee', { does: 'fee', token: coinOr(destToken), bps, recipient: partner }],
    ['rest', rest],
  )
}

/**
 * The first v3 pool takes its own input from the caller, even if `srcToken` is another token. Each pool is three words:
 * whether token 0 is the input, and token 0; token 1; fee. Source: `UniswapV3Utils.sol`.
 */
function takesSourceToken(
  { srcToken, pools }: { readonly srcToken: string; readonly pools: Hex },
  { wrapped }: CallContext,
): boolean {
  if (size(pools) === 0 || size(pools) % 96 !== 0) return false
  const isFirst = Number(slice(pools, 0, 1)) >= 0x80
  const token = isFirst ? slice(pools, 12, 32) : slice(pools, 44, 64)
  return sameAddress(token, coinOr(srcToken) === native ? wrapped : srcToken)
}

const partialFill = 1n
const extraCoins = 2n
const everything = 2n ** 256n - 1n
/** The address by which aggregators name the native coin. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export function coinOr(token: string): string {
  return token === zeroAddress || sameAddress(token, coin) ? native : token
}
