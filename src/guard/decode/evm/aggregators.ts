import { type Hex, size, slice, toFunctionSelector, toHex } from 'viem'
import { native, sameAddress, zeroAddress } from './address'
import { type Effect, undecoded } from './call'
import { type CallContext, decoders, decodersTo, type FunctionDecoder, readBy } from './functionDecoder'
import { byBalance, exactIn, refund, type SaidSwap, type SwapEffect, together, withoutFee } from './routers'

/* The structs of their arguments. */
const oneInch =
  '(address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags)'
const kyber =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit)'
const paraSwap =
  '(address fromToken, address toToken, uint256 fromAmount, uint256 toAmount, uint256 expectedAmount, address[] callees, bytes exchangeData, uint256[] startIndexes, uint256[] values, address beneficiary, address partner, uint256 feePercent, bytes permit, uint256 deadline, bytes16 uuid)'
const veloraTerms =
  'address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary' as const
const balancerTerms =
  '(uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, uint256 beneficiaryAndApproveFlag)'
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
  // ParaSwap v6. Functions for partners ("Pro") share the surplus differently, within the same bounds.
  ...decoders(
    byVelora,
    `function swapExactAmountIn(address executor, (${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountInPro(address executor, (${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountInOnUniswapV2((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV1((uint256 curveData, uint256 curveAssets, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
    `function swapExactAmountInOnCurveV2((uint256 curveData, uint256 i, uint256 j, address poolAddress, ${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  ...decoders(
    exactlyByVelora,
    `function swapExactAmountOut(address executor, (${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountOutPro(address executor, (${veloraTerms}) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)`,
    `function swapExactAmountOutOnUniswapV2((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  ...decoders(
    (said, context) => (takesSourceToken(said, context, 0) ? byVelora(said, context) : undecoded()),
    `function swapExactAmountInOnUniswapV3((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  // Its last pool is the first one that is paid.
  ...decoders(
    (said, context) =>
      takesSourceToken(said, context, size(said.pools) - poolBytes) ? exactlyByVelora(said, context) : undecoded(),
    `function swapExactAmountOutOnUniswapV3((${veloraTerms}, bytes pools) swapData, uint256 partnerAndFee, bytes permit)`,
  ),
  ...decoders(
    (said, context) => atBalancer(said, context, byVelora),
    `function swapExactAmountInOnBalancerV2(${balancerTerms} balancerData, uint256 partnerAndFee, bytes permit, bytes data)`,
  ),
  ...decoders(
    (said, context) => atBalancer(said, context, exactlyByVelora),
    `function swapExactAmountOutOnBalancerV2(${balancerTerms} balancerData, uint256 partnerAndFee, bytes permit, bytes data)`,
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
        ? undecoded()
        : toNamed({ ...said, tokenIn: zeroAddress, amountIn: context.value }, context),
    'function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zidAndAffiliate)',
  ),
  // 0x AllowanceHolder lets one contract take the tokens while it calls it: the promise is that contract's.
  ...decoders(({ operator, token, amount, target, data }, context) => {
    const paid = context.inner({ to: target, caller: context.to, value: context.value, data })
    if (paid.effect.does === 'forbidden') return paid.effect
    if (!sameAddress(operator, target) || paid.effect.does !== 'swap' || paid.name !== 'execute') return undecoded()
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
  if (!paid || !last) return undecoded()
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
  return sale.recipient === zeroAddress ? undecoded() : sold(sale, context)
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
  if (hasExtras || (said.expectedAmount ?? said.minimum) < said.minimum) return undecoded()
  return sold({ ...said, amountIn }, context)
}

type PartnerSale = Sale & { readonly partnerAndFee: bigint; readonly quotedAmount: bigint; readonly permit: Hex }

/** The partner's address, flags about the surplus, and the partner's fee in basis points, of at most 2 %. */
const partnerFee = { mask: 0x3fffn, max: 200n, addressShift: 96n }

/**
 * Augustus v6.2 compares its balance with the minimum, then pays the partner. It may also keep the surplus over the quoted
 * amount, which with a quote below the minimum could cut into the minimum. Source: `AugustusFees.sol`.
 */
function byVelora({ quotedAmount, ...sale }: PartnerSale, context: CallContext): Effect {
  const { minimum } = sale
  const fee = partnerFeeOf(sale)
  if (quotedAmount < minimum || !fee) return undecoded()
  const swap = sold(sale, context)
  if (fee.bps === 0n) return swap
  const { tokenOut: token, recipient } = swap
  return together(
    context,
    ['swap', { ...swap, recipient: context.to }],
    ['fee', { ...fee, token }],
    ['rest', { does: 'sweep', token, minimum: withoutFee(minimum, fee.bps), recipient }],
  )
}

/**
 * An exact output is paid in full. The partner's fee and the surplus are paid from the rest of the maximum input, and fail if
 * it is not enough. The caller gets the remaining input back.
 */
function exactlyByVelora(sale: Omit<PartnerSale, 'quotedAmount'>, context: CallContext): Effect {
  const fee = partnerFeeOf(sale)
  if (!fee) return undecoded()
  const swap = { ...sold(sale, context), isExactIn: false }
  const { tokenIn: token, payer } = swap
  return together(
    context,
    ['swap', swap],
    ...(fee.bps === 0n ? [] : [['fee', { ...fee, token }] as const]),
    ...(payer === 'router' ? [['rest', refund(context)] as const] : []),
  )
}

/** `undefined` for a fee above the limit, or a permit. */
function partnerFeeOf({ partnerAndFee, permit }: Pick<PartnerSale, 'partnerAndFee' | 'permit'>) {
  const bps = partnerAndFee & partnerFee.mask
  if (bps > partnerFee.max || permit !== '0x') return undefined
  return { does: 'fee', bps, recipient: toHex(partnerAndFee >> partnerFee.addressShift, { size: 20 }) } as const
}

const poolBytes = 96

/**
 * The v3 pool at `start` takes its own input from the caller, even if `srcToken` is another token. Each pool is three words:
 * whether token 0 is the input, and token 0; token 1; fee. Source: `UniswapV3Utils.sol`.
 */
function takesSourceToken(
  { tokenIn, pools }: { readonly tokenIn: string; readonly pools: Hex },
  { wrapped }: CallContext,
  start: number,
): boolean {
  if (size(pools) === 0 || size(pools) % poolBytes !== 0) return false
  const pool = slice(pools, start, start + poolBytes)
  const token = Number(slice(pool, 0, 1)) >= 0x80 ? slice(pool, 12, 32) : slice(pool, 44, 64)
  return sameAddress(token, coinOr(tokenIn) === native ? wrapped : tokenIn)
}

type VaultSwap = Partial<Pick<Sale, 'tokenIn' | 'tokenOut'>> & { readonly sender: string }

const funds = '(address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds'
const vaultSwaps = decodersTo<VaultSwap>()
const vault: readonly FunctionDecoder<VaultSwap>[] = [
  ...vaultSwaps(
    ({ assetIn, assetOut, sender }) => ({ tokenIn: assetIn, tokenOut: assetOut, sender }),
    `function swap((bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, ${funds}, uint256 limit, uint256 deadline)`,
  ),
  // With kind 1 its assets are in reverse.
  ...vaultSwaps(({ kind, assets, sender }) => {
    const [tokenIn, tokenOut] = kind === 1 ? [assets.at(-1), assets[0]] : [assets[0], assets.at(-1)]
    return { ...(tokenIn && tokenOut && { tokenIn, tokenOut }), sender }
  }, `function batchSwap(uint8 kind, (bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps, address[] assets, ${funds}, int256[] limits, uint256 deadline)`),
]

type BalancerSale = Omit<PartnerSale, 'tokenIn' | 'tokenOut'> & {
  readonly beneficiaryAndApproveFlag: bigint
  /** The calldata for Balancer's vault. */
  readonly data: Hex
}

/** Augustus finds the tokens in the calldata of the vault, which takes them from the sender there. Source: `BalancerV2Utils.sol`. */
function atBalancer(
  { data, beneficiaryAndApproveFlag, ...said }: BalancerSale,
  context: CallContext,
  read: (sale: PartnerSale, context: CallContext) => Effect,
): Effect {
  const known = vault.filter(({ item }) => toFunctionSelector(item) === slice(data, 0, 4))
  const { tokenIn, tokenOut, sender } = readBy(known, `0x${data.slice(10)}`, context)?.effect ?? {}
  if (tokenIn === undefined || tokenOut === undefined || !sameAddress(sender, context.to)) return undecoded()
  const recipient = toHex(beneficiaryAndApproveFlag & addressMask, { size: 20 })
  return read({ ...said, tokenIn, tokenOut, recipient }, context)
}

const addressMask = 2n ** 160n - 1n

const everything = 2n ** 256n - 1n
/** The address by which aggregators name the native coin. */
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

export function coinOr(token: string): string {
  return token === zeroAddress || sameAddress(token, coin) ? native : token
}
