import { type Hex, size, slice } from 'viem'
import { larger, sumOf } from '../../../domain/bigints'
import { coin, native, sameAddress, zeroAddress } from './address'
import { type Effect, type SwapPayer, undecoded } from './call'
import { type CallContext, decoders, decodersTo, type FunctionDecoder, readBy } from './functionDecoder'
import { allHeld, exactIn, placeholder, type SwapEffect, together, withoutFee } from './routers'

/**
 * V4_SWAP of the universal router: swaps in the pool manager, whose debts and credits are settled before the call ends.
 * Supported are swaps from one token to another with one payment of the input and one payout of the output. At most one
 * portion for a third party may come before the payout. Any other list of actions counts as unread. Source: `V4Router.sol`
 * of @uniswap/v4-periphery.
 */
export const v4Swap: readonly FunctionDecoder[] = decoders(
  ({ actions, params }, context) => combined(readActions(actions, params, context), context) ?? undecoded(),
  'function V4_SWAP(bytes actions, bytes[] params)',
)

/** A payment of the input to the pool manager. */
type Payment = {
  readonly does: 'settle'
  readonly token: string
  readonly amount: bigint
  readonly payer: SwapPayer
}
/** The input of a swap may be the whole credit of the token, `all held`. */
type Action = SwapEffect | Payment | Extract<Effect, { does: 'sweep' | 'fee' }>

/** The one effect of all actions; `undefined` where they are not of the supported form. */
function combined(actions: readonly (Action | undefined)[], context: CallContext): Effect | undefined {
  const sales = actions.filter((action) => action?.does === 'swap')
  const payment = actions.find((action) => action?.does === 'settle')
  const [before, payout] = actions.slice(-2)
  const portion = before?.does === 'fee' ? before : undefined
  const [sale] = sales
  const isWhole = actions.length === sales.length + (portion ? 3 : 2)
  if (!isWhole || !sale || !payment || payout?.does !== 'sweep') return undefined
  const paid = { tokenIn: payment.token, tokenOut: payout.token }
  const pairs = [...sales, paid, { ...paid, tokenOut: (portion ?? payout).token }]
  const isSame = pairs.every(
    (pair) => sameAddress(pair.tokenIn, sale.tokenIn) && sameAddress(pair.tokenOut, sale.tokenOut),
  )
  // A portion for the router itself would stay there.
  const isKept = sameAddress(portion?.recipient, context.to)
  const amountIn = amountPaid(sales, payment, actions[0] === payment)
  const payer = sale.tokenIn === native ? 'router' : payment.payer
  const isFromCaller = amountIn === 'all held' && payer !== 'router'
  if (!isSame || sameAddress(sale.tokenIn, sale.tokenOut) || isKept || amountIn === undefined || isFromCaller)
    return undefined
  const minimum = withoutFee(sumOf(sales.map(({ minimumReceived }) => minimumReceived)), portion?.bps ?? 0n)
  const swap: Effect = {
    ...sale,
    via: [...new Set(sales.flatMap(({ via }) => via))],
    ...{ amountIn, minimumReceived: larger(minimum, payout.minimum), recipient: payout.recipient },
    ...{ isExactIn: sales.every(({ isExactIn }) => isExactIn), payer, takesNoCoins: true },
    ...(sales.some(({ isRouteUnread }) => isRouteUnread) && { isRouteUnread: true }),
  }
  return portion ? together(context, ['fee', portion], ['swap', swap]) : swap
}

/** Paid first, the amount is the payment's; afterwards it is the debt, which the swaps limit. */
function amountPaid(
  sales: readonly SwapEffect[],
  { amount }: Payment,
  isFirst: boolean,
): bigint | 'all held' | undefined {
  if (isFirst) return amount === wholeDelta ? undefined : amount === allHeld ? 'all held' : amount
  const limits = sales.flatMap(({ amountIn }) => (amountIn === 'all held' ? [] : amountIn))
  if (limits.length < sales.length || amount === allHeld) return undefined
  return amount === wholeDelta ? sumOf(limits) : amount
}

function readActions(actions: Hex, params: readonly Hex[], context: CallContext): readonly (Action | undefined)[] {
  if (size(actions) !== params.length) return []
  return params.map((input, index) => readBy(known[slice(actions, index, index + 1)] ?? [], input, context)?.effect)
}

/** Means the whole debt in SETTLE, the whole credit in TAKE and in the input of a swap. */
const wholeDelta = 0n

const poolKey = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey'
const path = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path'
const actionsOf = decodersTo<Action | undefined>()

/** Newer routers have a minimum price per hop, which only makes a swap stricter. */
const known: Readonly<Record<Hex, readonly FunctionDecoder<Action | undefined>[]>> = {
  '0x06': actionsOf(
    sale,
    `function SWAP_EXACT_IN_SINGLE((${poolKey}, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) swap)`,
    `function SWAP_EXACT_IN_SINGLE((${poolKey}, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, uint256 minHopPriceX36, bytes hookData) swap)`,
  ),
  '0x07': actionsOf(
    (said, context) => (said.minHopPriceX36 === undefined && isOffset(said.amountIn) ? undefined : sale(said, context)),
    `function SWAP_EXACT_IN((address currencyIn, ${path}, uint128 amountIn, uint128 amountOutMinimum) swap)`,
    `function SWAP_EXACT_IN((address currencyIn, ${path}, uint256[] minHopPriceX36, uint128 amountIn, uint128 amountOutMinimum) swap)`,
  ),
  '0x08': actionsOf(
    sale,
    `function SWAP_EXACT_OUT_SINGLE((${poolKey}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) swap)`,
    `function SWAP_EXACT_OUT_SINGLE((${poolKey}, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, uint256 minHopPriceX36, bytes hookData) swap)`,
  ),
  '0x09': actionsOf(
    sale,
    `function SWAP_EXACT_OUT((address currencyOut, ${path}, uint128 amountOut, uint128 amountInMaximum) swap)`,
    `function SWAP_EXACT_OUT((address currencyOut, ${path}, uint256[] minHopPriceX36, uint128 amountOut, uint128 amountInMaximum) swap)`,
  ),
  '0x0b': actionsOf(
    ({ currency, amount, payerIsUser }) => ({
      ...{ does: 'settle', token: coin(currency), amount, payer: payerIsUser ? 'caller' : 'router' },
    }),
    'function SETTLE(address currency, uint256 amount, bool payerIsUser)',
  ),
  '0x0c': actionsOf(
    ({ currency }) => ({ does: 'settle', token: coin(currency), amount: wholeDelta, payer: 'caller' }),
    'function SETTLE_ALL(address currency, uint256 maxAmount)',
  ),
  '0x0e': actionsOf(
    ({ currency, recipient, amount }, context) =>
      amount === wholeDelta
        ? { does: 'sweep', token: coin(currency), minimum: 0n, recipient: placeholder(recipient, context) }
        : undefined,
    'function TAKE(address currency, address recipient, uint256 amount)',
  ),
  '0x10': actionsOf(
    ({ currency, recipient, bps }, context) => ({
      ...{ does: 'fee', token: coin(currency), recipient: placeholder(recipient, context), bps },
    }),
    'function TAKE_PORTION(address currency, address recipient, uint256 bips)',
  ),
  '0x0f': actionsOf(
    ({ currency, minAmount: minimum }, { caller: recipient }) => ({
      ...{ does: 'sweep', token: coin(currency), minimum, recipient },
    }),
    'function TAKE_ALL(address currency, uint256 minAmount)',
  ),
}

/**
 * Routers since 2.1.0 read the input of the older form as the offset of an array, and the minimum as the input. They fail
 * where the offset is beyond the calldata, of which a transaction carries 128 KiB at most.
 */
function isOffset(amountIn: bigint): boolean {
  return amountIn !== wholeDelta && amountIn <= 131_072n
}

type Pool = { readonly hooks: string }
/** Of one pool, or along a path. */
type Terms = {
  readonly currency0?: string
  readonly currency1?: string
  readonly zeroForOne?: boolean
  readonly hooks?: string
  readonly path?: readonly (Pool & { readonly intermediateCurrency: string })[]
  readonly currencyIn?: string
  readonly currencyOut?: string
  readonly amountIn?: bigint
  readonly maximumIn?: bigint
  readonly minimum?: bigint
}

/** The output of an exact one is no minimum: a pool that runs out of liquidity pays less, and only the input is compared. */
function sale(said: Terms, { to: recipient }: CallContext): SwapEffect | undefined {
  const {
    currency0,
    currency1,
    hooks = zeroAddress,
    path = [{ hooks }],
    amountIn,
    minimum: minimumReceived = 0n,
  } = said
  const isExactIn = amountIn !== undefined
  const amount = amountIn ?? said.maximumIn ?? 0n
  const stops = said.path?.map(({ intermediateCurrency }) => intermediateCurrency) ?? []
  // A path has neither the input of an exact input nor the output of an exact output.
  const pair = said.zeroForOne ? [currency0, currency1] : [currency1, currency0]
  const currencies = said.path ? [said.currencyIn, ...stops, said.currencyOut] : pair
  const [tokenIn, ...via] = currencies.flatMap((currency) => (currency === undefined ? [] : coin(currency)))
  const tokenOut = via.pop()
  if (tokenIn === undefined || tokenOut === undefined) return undefined
  const terms = { tokenIn, tokenOut, via, amountIn: amount === wholeDelta ? 'all held' : amount } as const
  return {
    ...exactIn({ ...terms, minimumReceived, recipient }),
    isExactIn,
    // Hooks are code of third parties.
    ...(path.some(({ hooks }) => hooks !== zeroAddress) && { isRouteUnread: true }),
  }
}
