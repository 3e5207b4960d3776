import { type Hex, size, slice, toHex } from 'viem'
import { native, sameAddress, zeroAddress } from './address'
import { type Effect, undecoded } from './call'
import { type CallContext, decoders, type FunctionDecoder } from './functionDecoder'
import { byBalance, exactIn, type SaidSwap, type SwapEffect, together, withoutFee } from './routers'

/* The structs of their arguments. */
const oneInch =
  '(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags)'
const kyber =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit)'
const paraSwap =
  '(address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address[] callees, bytes exchangeData, uint256[] startIndexes, uint256[] values, address beneficiary, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid)'
const veloraTerms =
  'address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary' as const
export const lifiSwap =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'

export type LifiSwap = {
  readonly sendingAssetId: string
  readonly receivingAssetId: string
  readonly fromAmount: bigint
  readonly requiresDeposit: boolean
}

const endsInCoins: LifiSwap = {
  ...{ sendingAssetId: zeroAddress, receivingAssetId: zeroAddress, fromAmount: 0n, requiresDeposit: false },
}

/**
 * Aggregators: the pools they use are encoded in opaque bytes, but the sold token, the recipient and the minimum that
 * the contract enforces are plain arguments. They are believed for a contract that is vouched for; for any other the
 * plan is amber. A call with a fee, a permit or a partial fill, which would change what the minimum means, counts as
 * unreadable.
 */
export const aggregators: readonly FunctionDecoder[] = [
  // 1inch v5 and v6, and ParaSwap v5.
  ...decoders(
    plainly,
    `function swap(address executor, ${oneInch} desc, bytes permit, bytes data)`,
    `function swap(address executor, ${oneInch} desc, bytes data)`,
    `function simpleSwap(${paraSwap} data)`,
  ),
  // KyberSwap, and the 0x exchange proxy, which pays its caller.
  ...decoders(
    (said, context) => byBalance(plainly(said, context)),
    `function swap((address callTarget, address approveTarget, bytes targetData, ${kyber} desc, bytes clientData) execution)`,
    `function swapSimpleMode(address caller, ${kyber} desc, bytes executorData, bytes clientData)`,
    'function transformERC20(address inputToken, address outputToken, uint256 inputTokenAmount, uint256 minOutputTokenAmount, (uint32 deploymentNonce, bytes data)[] transformations)',
  ),
  // ParaSwap v6.
  ...decoders(
    byVelora,
    `function swapExactAmountIn(address executor, (${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountInOnUniswapV2((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  ...decoders(
    (said, context) => (takesSourceToken(said, context) ? byVelora(said, context) : undecoded('swap of another token')),
    `function swapExactAmountInOnUniswapV3((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  // Odos. An amount of zero means the caller's whole balance.
  ...decoders(
    ({ amountIn, ...said }, context) =>
      toNamed({ ...said, amountIn: amountIn === 0n ? everything : amountIn }, context),
    'function swap((address inputToken, uint256 inputAmount, address inputReceiver, address outputToken, uint256 outputQuote, uint256 outputMin, address outputReceiver) tokenInfo, bytes pathDefinition, address executor, uint32 referralCode)',
  ),
  // 0x Settler: the actions are opaque, the minimum output is checked at the end, unless token and minimum are both zero.
  ...decoders(
    (said, context) =>
      said.tokenOut === zeroAddress
        ? undecoded('0x swap for nothing')
        : toNamed({ ...said, tokenIn: zeroAddress, amountIn: context.value }, context),
    'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate)',
  ),
  // 0x AllowanceHolder lets one contract take the tokens while it calls it: the promise is that contract's.
  ...decoders(({ operator, token, amount, target, data }, context) => {
    const paid = context.inner({ to: target, caller: context.to, value: context.value, data })
    if (paid.effect.does === 'forbidden') return paid.effect
    if (!sameAddress(operator, target) || paid.effect.does !== 'swap' || paid.name !== 'execute')
      return undecoded('0x call')
    const { tokenOut, minimumReceived: minimum, recipient } = paid.effect
    const isCoin = coinOr(token) === native
    const sale = { tokenIn: token, amountIn: isCoin ? context.value : amount, tokenOut, minimum, recipient }
    // It pulls the token even if `msg.value` is non-zero.
    return { ...sold(sale, context), by: target, ...(!isCoin && { takesNoCoins: true }) }
  }, 'function exec(address operator, address token, uint256 amount, address target, bytes data)'),
  // LI.FI: after any intermediate swaps, it checks the minimum of the last token.
  ...decoders(
    (said, context) => byLifi(said, said.swapData, context),
    `function swapTokensGeneric(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, ${lifiSwap}[] swapData)`,
  ),
  ...(['ERC20ToERC20', 'ERC20ToNative', 'NativeToERC20'] as const).flatMap((pair) => {
    const last = pair.endsWith('ToNative') ? [endsInCoins] : []
    return [
      ...decoders(
        (said, context) => byLifi(said, [...said.swapData, ...last], context),
        `function swapTokensMultipleV3${pair}(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${lifiSwap}[] swapData)`,
      ),
      // Functions for a single swap pull its token regardless of the swap data.
      ...decoders((said, context) => {
        const isCoin = pair.startsWith('Native')
        const swap = isCoin ? { ...said, sendingAssetId: zeroAddress } : { ...said, requiresDeposit: true }
        return byLifi(said, [swap, ...last], context)
      }, `function swapTokensSingleV3${pair}(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, ${lifiSwap} swapData)`),
    ]
  }),
]

function byLifi(said: Pick<Sale, 'minimum' | 'recipient'>, swaps: readonly LifiSwap[], context: CallContext): Effect {
  const paid = lifiDeposit(swaps, context.value)
  const last = swaps.at(-1)
  if (!paid || !last) return undecoded('LI.FI swap')
  return toNamed({ ...said, tokenIn: paid.token, tokenOut: last.receivingAssetId, amountIn: paid.amount }, context)
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

/** The terms of a sale. The zero address, or no recipient, means the caller. */
type Sale = Pick<SaidSwap, 'deadline'> & {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly amountIn: bigint
  readonly minimum: bigint
  readonly recipient?: string
}

function sold(sale: Sale, { caller }: Pick<CallContext, 'caller'>): SwapEffect {
  const { amountIn, minimum: minimumReceived, recipient = zeroAddress, deadline } = sale
  const [tokenIn, tokenOut] = [coinOr(sale.tokenIn), coinOr(sale.tokenOut)]
  const to = recipient === zeroAddress ? caller : recipient
  const terms = { tokenIn, tokenOut, via: [], amountIn, minimumReceived, recipient: to, deadline }
  const swap = exactIn({ ...terms, isRouteUnread: true })
  // Native coins are sent with the call.
  return tokenIn === native ? { ...swap, payer: 'router' } : swap
}

/** Of contracts that pay to the zero address literally. */
function toNamed(sale: Sale, context: CallContext): Effect {
  return sale.recipient === zeroAddress ? undecoded('swap for nobody') : sold(sale, context)
}

/** Arguments that change the meaning of the minimum. No function has all of them. */
type Extras = {
  readonly permit?: Hex
  readonly feeReceivers?: readonly string[]
  readonly partner?: string
  /** The first bit allows a partial fill, the second takes native coins in addition to the token. */
  readonly flags?: bigint
  /** A partner has a share of the surplus over it. If it is less than the minimum, the share may reduce the minimum. */
  readonly expectedAmount?: bigint
}

function plainly(
  said: Omit<Sale, 'amountIn'> & Extras & { readonly amountIn?: bigint; readonly amount?: bigint },
  context: CallContext,
): Effect {
  const { permit = '0x', feeReceivers = [], partner = zeroAddress, flags = 0n, amountIn = said.amount ?? 0n } = said
  const hasExtras = permit !== '0x' || feeReceivers.length > 0 || partner !== zeroAddress || (flags & 3n) !== 0n
  if (hasExtras || (said.expectedAmount ?? said.minimum) < said.minimum) return undecoded('swap with conditions')
  return sold({ ...said, amountIn }, context)
}

type PartnerSale = Sale & { readonly partnerAndFee: bigint; readonly quotedAmount: bigint; readonly permit: Hex }

/** The partner's address, flags about the surplus, and the partner's fee in basis points, of at most 2 %. */
const partnerFee = { mask: 0x3fffn, max: 200n, addressShift: 96n }

/**
 * Augustus v6.2 compares its balance with the minimum, then pays the partner. It may also keep the surplus over the quoted
 * amount, which with a quote below the minimum could cut into the minimum. Source: `AugustusFees.sol`.
 */
function byVelora({ partnerAndFee, quotedAmount, permit, ...sale }: PartnerSale, context: CallContext): Effect {
  const bps = partnerAndFee & partnerFee.mask
  if (quotedAmount < sale.minimum || bps > partnerFee.max || permit !== '0x') return undecoded('swap with conditions')
  const swap = sold(sale, context)
  if (bps === 0n) return swap
  const { tokenOut: token, recipient } = swap
  const partner = toHex(partnerAndFee >> partnerFee.addressShift, { size: 20 })
  return together(
    context,
    ['swap', { ...swap, recipient: context.to }],
    ['fee', { does: 'fee', token, bps, recipient: partner }],
    ['rest', { does: 'sweep', token, minimum: withoutFee(sale.minimum, bps), recipient }],
  )
}

/**
 * The first v3 pool takes its own input from the caller, even if `srcToken` is another token. Each pool is three words:
 * whether token 0 is the input, and token 0; token 1; fee. Source: `UniswapV3Utils.sol`.
 */
function takesSourceToken(
  { tokenIn, pools }: { readonly tokenIn: string; readonly pools: Hex },
  { wrapped }: CallContext,
): boolean {
  if (size(pools) === 0 || size(pools) % 96 !== 0) return false
  const isFirst = Number(slice(pools, 0, 1)) >= 0x80
  const token = isFirst ? slice(pools, 12, 32) : slice(pools, 44, 64)
  return sameAddress(token, coinOr(tokenIn) === native ? wrapped : tokenIn)
}

const everything = 2n ** 256n - 1n
/** The address by which aggregators name the native coin. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export function coinOr(token: string): string {
  return token === zeroAddress || sameAddress(token, coin) ? native : token
}
