import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { PairRef, PoolRef } from '../../components/liquidityLink'
import { type Proposal, proposalOf } from '../../components/positions/proposal'
import type { TickWindow } from '../../components/positions/rangeWindow'
import { useManager } from '../../components/positions/useManager'
import { type DepositPools, usePools } from '../../components/positions/usePools'
import { type PositionTarget, usePositionTarget } from '../../components/positions/usePositionTarget'
import { useServices } from '../../components/services'
import { findTokenByRef } from '../../components/swapLink'
import { imageOf } from '../../components/tokens/image'
import type { BalanceState } from '../../components/tokens/useBalance'
import { useBalance } from '../../components/tokens/useBalance'
import { useTokens } from '../../components/tokens/useTokens'
import { addressKey } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import type { Chain } from '../../domain/chain'
import { largestDeposit } from '../../domain/deposit'
import { type Bar, invertBars } from '../../domain/distribution'
import type { PoolSide } from '../../domain/liquidity'
import { knownValue } from '../../domain/pool'
import { currentPrice, inDirection, type PriceDirection } from '../../domain/priceDirection'
import { fittedRange, isUsableRange, presetRange, type Range, type RangeState } from '../../domain/range'
import type { Token } from '../../domain/token'
import { usualToleranceBps } from '../../domain/tolerance'
import { dailyTicks } from '../../domain/volatility'
import { isUsuallyInverted, type LiquidityPool, priceDirectionOf } from '../../preparation/liquidityPool'
import type { AddLiquidityRequest } from '../../protocol/messages'
import { useOnline } from '../../ui/hooks/useOnline'
import { readTolerance } from './amounts/tolerance'
import { useGasReserve } from './amounts/useGasReserve'
import { depositRequestOf } from './depositRequest'
import { type DepositFormIssue, depositFormIssues } from './formIssues'
import { type MarketPrice, marketPricesOf } from './pool/marketPrice'
import { recordSample, samplesOf, seenBetween } from './pool/priceSamples'
import {
  invertTypedPrice,
  isMemePair,
  isOfPair,
  newPoolOf,
  readStartingPrice,
  sortedPair,
  type TypedStartingPrice,
  wrappedOf,
} from './pool/startingPrice'
import { type DepositForm, useDepositForm } from './useDepositForm'

/** What the screen knows and can do. */
export type AddLiquidity = {
  readonly form: DepositForm
  readonly tokens: readonly Token[]
  readonly chains: readonly Chain[]
  readonly chain: Chain | undefined
  readonly list: DepositPools
  /** The two tokens that were chosen, as they were chosen. */
  readonly chosen: readonly [Token, Token] | undefined
  /** The same in the pool's order, a coin wrapped. */
  readonly pair: readonly [Token, Token] | undefined
  readonly start: TypedStartingPrice
  /** What a link names and nobody has. */
  readonly lost: Lost | undefined
  /** A pool of the pair has come to be while a starting price was being set. */
  readonly hasAppeared: boolean
  /** How far the pool's price is from what others say. */
  readonly markets: readonly MarketPrice[]
  readonly pool: LiquidityPool | undefined
  readonly direction: PriceDirection | undefined
  /** Prices count the first token of the pair in the second. */
  readonly inverted: boolean
  /** In shown ticks. */
  readonly bars: readonly Bar[]
  readonly seen: TickWindow | undefined
  readonly perDay: number | undefined
  readonly proposal: Proposal | undefined
  /** The range that was asked for is none of this pool's; this is the nearest. */
  readonly isFitted: boolean
  readonly toleranceBps: number
  readonly account: string | undefined
  /** The position manager that deposits into the pool; `undefined` where nobody names one. */
  readonly manager: string | undefined
  /** Whether a position of its own is made, or one that is there is to grow. */
  readonly target: PositionTarget
  readonly paid: Readonly<Record<PoolSide, Token>> | undefined
  readonly balances: Readonly<Record<PoolSide, BalanceState>>
  readonly coin: { readonly coin: Token; readonly wrapped: Token } | undefined
  /** What of the coin stays behind for the network cost when all is deposited. */
  readonly reserve: bigint
  readonly issues: readonly DepositFormIssue[]
  readonly request: AddLiquidityRequest | undefined
  /** How the price has moved against the range since the person chose it. */
  readonly moved: 'out' | 'edge' | 'back' | undefined
  readonly age: number
  readonly now: number

  change(change: Partial<DepositForm>): void
  choosePool(pool: LiquidityPool): void
  choosePair(a: Token, b: Token): void
  setRange(range: Range): void
  /** Makes another position after all. */
  leavePosition(): void
  /** The market waits while a handle is held. */
  hold(isHeld: boolean): void
  /** Looks from the other token: range and starting price stay what they are. */
  invert(): void
  type(side: PoolSide, text: string): void
  fillUp: (() => void) | undefined
  imageOf(token: Token): string | undefined
}

/** A network, a pool or tokens that are not there; or a pool whose record tells too little. */
export type Lost = 'network' | 'pool' | 'price' | 'tokens'

export function useAddLiquidity(): AddLiquidity {
  const { deployment, wallets, clock } = useServices()
  const accounts = useStore(wallets.store, (state) => state.accounts)
  const isOnline = useOnline()
  const now = useClock(clock)
  const { tokens } = useTokens()
  const [form, change] = useDepositForm()
  const [isHeld, hold] = useState(false)
  const { chains, chain, list, wrapped, chosen, pair, existing, inverted, start, pool } = useChosenPool(
    form,
    tokens,
    isHeld,
    now,
  )

  useEffect(() => {
    if (existing) recordSample(existing)
  }, [existing])
  const samples = pool ? samplesOf(pool) : []
  const between = seenBetween(samples)

  const account = accounts.find(({ kind }) => kind === 'evm')?.address
  const lost = lostOf({ form, chains, chain, list, pair, existing })
  const manager = useManager(pool)
  const target = usePositionTarget(lost ? undefined : form.position, existing, manager, account)
  const own = useRangeOf(target)
  const wished = useRange(form.range, pool, inverted)
  const { range, isFitted } = own ? { range: own, isFitted: false } : wished
  const typedTolerance = form.tolerance === undefined ? undefined : readTolerance(form.tolerance)
  const toleranceBps = typedTolerance ?? usualToleranceBps(pool?.isMeme ?? false)
  const { given, amount: typed } = form
  const proposal = useMemo(
    () => (pool && range ? proposalOf(pool, { range, given, typed, toleranceBps }) : undefined),
    [pool, range, given, typed, toleranceBps],
  )
  const moved = useMoved(range, proposal?.state, pool?.address)

  const { coin, paid, reserve, balances } = usePaidTokens({ pool, wrapped, tokens, account, paysCoin: form.paysCoin })
  const maxDeposit = maxDepositOf(pool, range, paid, balances, reserve)

  const age = pool ? Math.max(0, now - pool.liveAt) : 0
  const sides = pool && paid && proposal?.deposit ? sidesOf(paid, proposal.deposit, balances) : []
  const issues = depositFormIssues({
    isOnline,
    pool,
    startPrice: pair && !existing ? startPriceState[start.is] : 'reported',
    proposal,
    hasTolerance: form.tolerance === undefined || typedTolerance !== undefined,
    account,
    target,
    sides,
    age,
  })
  const request =
    !own && pool && paid && proposal?.deposit && range
      ? depositRequestOf(pool, {
          amounts: proposal.deposit,
          range,
          recipient: account ?? '',
          paid: [paid.amount0, paid.amount1],
        })
      : undefined
  const direction = pool && priceDirectionOf(pool, inverted)
  const { markets, bars } = useMarket(pool, inverted, list.pools)

  return {
    form,
    tokens,
    chains,
    chain,
    list,
    chosen,
    pair,
    start,
    lost,
    hasAppeared: existing !== undefined && form.pair !== undefined && form.price !== '',
    markets,
    pool,
    direction,
    inverted,
    bars,
    seen: between && direction && windowOf(between, direction),
    perDay: dailyTicks(samples),
    proposal,
    isFitted,
    toleranceBps,
    account,
    manager,
    target,
    paid,
    balances,
    coin,
    reserve,
    issues,
    request,
    moved,
    age,
    now,

    change,
    hold,
    ...formActions({ form, change, existing, range, inverted, start }),
    fillUp: maxDeposit && (() => change(maxDeposit)),
    imageOf: (token) => imageOf(deployment, token),
  }
}

type FormActions = {
  readonly form: DepositForm
  readonly change: AddLiquidity['change']
  readonly existing: LiquidityPool | undefined
  readonly range: Range | undefined
  readonly inverted: boolean
  readonly start: TypedStartingPrice
}

/** What the person can do with the form. */
function formActions({ form, change, existing, range, inverted, start }: FormActions) {
  /** The pool that was assumed until now, written into the form. */
  const named: Partial<DepositForm> =
    existing?.address === undefined || form.pair
      ? {}
      : { pool: { chainId: existing.chain.chainId, address: existing.address } }
  const fresh = { position: undefined, price: '', range: undefined, isInverted: undefined, amount: '' }
  return {
    choosePool: ({ chain: { chainId }, address }: LiquidityPool) =>
      change({ ...fresh, chainId, pool: address === undefined ? undefined : { chainId, address }, pair: undefined }),
    choosePair: (a: Token, b: Token) => {
      const { chainId } = a.chain
      change({
        ...fresh,
        chainId,
        pool: undefined,
        pair: { chainId, addresses: [addressOf(a), addressOf(b)] },
        paysCoin: a.isNative || b.isNative,
      })
    },
    invert: () =>
      change({ isInverted: !inverted, ...(start.is === 'price' && { price: invertTypedPrice(form.price) }) }),
    setRange: (range: Range) => change({ ...named, range, position: undefined }),
    leavePosition: () => change({ range, position: undefined }),
    type: (side: PoolSide, amount: string) => change({ ...named, given: side, amount }),
  }
}

type LostCheck = {
  readonly form: DepositForm
  readonly chains: readonly Chain[]
  readonly chain: Chain | undefined
  readonly list: ReturnType<typeof usePools>
  readonly pair: readonly [Token, Token] | undefined
  readonly existing: LiquidityPool | undefined
}

/** What the link names and the exchange does not have. */
function lostOf({ form, chains, chain, list, pair, existing }: LostCheck): Lost | undefined {
  if (chains.length > 0 && form.chainId !== undefined && chain?.chainId !== form.chainId) return 'network'
  if (list.at !== 'listed') return undefined
  if (form.pair && !pair) return 'tokens'
  const { pool: named } = form
  if (!named || existing) return undefined
  const isListed = list.records.some(
    (record) => addressKey(knownValue(record.address) ?? record.id) === addressKey(named.address),
  )
  return isListed ? 'price' : 'pool'
}

type Balances = Readonly<Record<PoolSide, BalanceState>>

/** The amount to enter for the largest deposit that both balances allow, less what the network costs. */
function maxDepositOf(
  pool: LiquidityPool | undefined,
  range: Range | undefined,
  paid: Readonly<Record<PoolSide, Token>> | undefined,
  balances: Balances,
  reserve: bigint,
): Pick<DepositForm, 'given' | 'amount'> | undefined {
  if (!pool || !range || !paid || balances.amount0.is !== 'known' || balances.amount1.is !== 'known') return undefined
  const spare = (token: Token, units: bigint) => (token.isNative ? (units > reserve ? units - reserve : 0n) : units)
  const held = {
    amount0: spare(paid.amount0, balances.amount0.units),
    amount1: spare(paid.amount1, balances.amount1.units),
  }
  const deposit = largestDeposit({ ...range, sqrtPriceX96: pool.sqrtPriceX96, balances: held })
  const given: PoolSide = deposit.amount0 > 0n ? 'amount0' : 'amount1'
  return deposit[given] === 0n ? undefined : { given, amount: fromUnits(deposit[given], paid[given].decimals) }
}

/** The pool that the form means: one of the list, or a new one of the pair at the typed price. */
function useChosenPool(form: DepositForm, tokens: readonly Token[], isHeld: boolean, now: number) {
  const { deployment } = useServices()
  const chains = chainsOf(tokens)
  const chain = chains.find(({ chainId }) => chainId === form.chainId) ?? chains[0]
  const list = usePools(chain, tokens, isHeld)
  const settings = deployment.chains.find(({ chainId }) => chainId === chain?.chainId)
  const wrapped = chain && wrappedOf(tokens, chain.chainId, settings?.wrappedNative)

  const chosen = form.pair && tokensOf(form.pair, tokens)
  const pair = chosen && sortedPair(chosen[0], chosen[1], wrapped)
  const existing = poolOf(form.pool, pair, list.pools, form.pair === undefined)
  const tokensShown = existing ?? (pair && { token0: pair[0], token1: pair[1] })
  const inverted = form.isInverted ?? (tokensShown !== undefined && isUsuallyInverted(tokensShown))
  const start: TypedStartingPrice = pair && !existing ? readStartingPrice(form.price, pair, inverted) : { is: 'empty' }
  const fresh = useKept(
    start.is === 'price' && pair && list.at === 'listed'
      ? newPoolOf(pair, start.start, {
          positionManager: settings?.positionManager,
          liveAt: now,
          isMeme: isMemePair(pair, list.pools),
        })
      : undefined,
    `${form.price} ${inverted} ${form.pair?.addresses}`,
  )
  return { chains, chain, list, wrapped, chosen, pair, existing, inverted, start, pool: existing ?? fresh }
}

/**
 * The range the person chose, fitted where it was meant for another spacing; until then one around the price as it
 * first was, which then stays.
 */
function useRange(chosen: Range | undefined, pool: LiquidityPool | undefined, inverted: boolean) {
  const spacing = pool?.spacing
  const key = pool && `${pool.address ?? pool.sqrtPriceX96} ${pool.token0.id} ${pool.token1.id} ${pool.spacing}`
  const [kept, keep] = useState<{ readonly key: string; readonly range: Range }>()
  if (pool && key !== undefined && kept?.key !== key)
    keep({ key, range: presetRange({ kind: 'percent', percent: pool.isMeme ? 20 : 10 }, pool, inverted) })
  const isFitted = pool !== undefined && chosen !== undefined && !isUsableRange(chosen, pool.spacing)
  const fitted = useMemo(
    () => (isFitted && chosen && spacing !== undefined ? fittedRange(chosen, spacing) : undefined),
    [isFitted, chosen, spacing],
  )
  if (!pool) return { range: undefined, isFitted: false }
  return { range: fitted ?? chosen ?? (kept?.key === key ? kept?.range : undefined), isFitted }
}

type PaidTokens = {
  readonly pool: LiquidityPool | undefined
  readonly wrapped: Token | undefined
  readonly tokens: readonly Token[]
  readonly account: string | undefined
  readonly paysCoin: boolean
}

/** The tokens that the person pays with, of which one may be the network's own instead of the wrapped one. */
function usePaidTokens({ pool, wrapped, tokens, account, paysCoin }: PaidTokens) {
  const native = tokens.find(({ isNative, chain }) => isNative && chain.chainId === pool?.chain.chainId)
  const coin = pool && wrapped && native && holds(pool, wrapped) ? { coin: native, wrapped } : undefined
  const paid = pool && paidOf(pool, paysCoin ? coin : undefined)
  const reserve = useGasReserve(paysCoin ? coin?.coin : undefined)
  const balances = {
    amount0: useBalance(paid?.amount0, account),
    amount1: useBalance(paid?.amount1, account),
  }
  return { coin, paid, reserve, balances }
}

/** Prices of the pair elsewhere, and the pool's liquidity by price, both in the shown direction. */
function useMarket(pool: LiquidityPool | undefined, inverted: boolean, pools: readonly LiquidityPool[]) {
  const markets = useMemo(
    () =>
      pool
        ? marketPricesOf(currentPrice(priceDirectionOf(pool, inverted)), [pool.token0, pool.token1], inverted, pools)
        : [],
    [pool, inverted, pools],
  )
  const poolBars = pool?.bars ?? noBars
  const bars = useMemo(() => (inverted ? invertBars(poolBars) : poolBars), [poolBars, inverted])
  return { markets, bars }
}

/** The range of the position that is to grow: the same value as long as it is the same range. */
function useRangeOf(target: PositionTarget): Range | undefined {
  const { tickLower, tickUpper } = target.is === 'position' ? target.position : nowhere
  return useMemo(
    () => (tickLower === undefined || tickUpper === undefined ? undefined : { tickLower, tickUpper }),
    [tickLower, tickUpper],
  )
}

const startPriceState = { empty: 'needed', invalid: 'invalid', price: 'reported' } as const

const nowhere = { tickLower: undefined, tickUpper: undefined }

/** Compares where the price stands with where it stood when this range was first shown. */
function useMoved(range: Range | undefined, state: RangeState | undefined, pool: string | undefined) {
  const key = range && `${pool} ${range.tickLower} ${range.tickUpper}`
  const [first, setFirst] = useState<{ readonly key: string; readonly state: RangeState }>()
  if (key !== undefined && state !== undefined && first?.key !== key) setFirst({ key, state })
  if (!first || first.key !== key || state === undefined || state === first.state) return undefined
  if (state === 'edge') return 'edge'
  return state === 'earning' ? 'back' : 'out'
}

/** Something worked out at a moment that must not change with every next one. */
function useKept<Value>(value: Value | undefined, key: string): Value | undefined {
  const [kept, keep] = useState<{ readonly key: string; readonly value: Value }>()
  if (value !== undefined && kept?.key !== key) keep({ key, value })
  return value === undefined ? undefined : kept?.key === key ? kept.value : value
}

function poolOf(
  ref: PoolRef | undefined,
  pair: readonly [Token, Token] | undefined,
  pools: readonly LiquidityPool[],
  takesAny: boolean,
): LiquidityPool | undefined {
  if (ref)
    return pools.find(
      // Networks may have a pool each at one address.
      ({ address, chain }) =>
        chain.chainId === ref.chainId && address !== undefined && addressKey(address) === addressKey(ref.address),
    )
  if (pair) return pools.find((pool) => isOfPair(pool, pair))
  return takesAny ? pools[0] : undefined
}

function tokensOf({ chainId, addresses }: PairRef, tokens: readonly Token[]): readonly [Token, Token] | undefined {
  const [a, b] = addresses.map((address) => findTokenByRef(tokens, { chainId, address }))
  return a && b ? [a, b] : undefined
}

function addressOf({ isNative, address }: Token): string {
  return isNative ? 'native' : address
}

function holds({ token0, token1 }: LiquidityPool, token: Token): boolean {
  return [token0, token1].some(({ address }) => addressKey(address) === addressKey(token.address))
}

function paidOf(
  { token0, token1 }: LiquidityPool,
  swap: { readonly coin: Token; readonly wrapped: Token } | undefined,
): Readonly<Record<PoolSide, Token>> {
  const paid = (token: Token) =>
    swap && addressKey(token.address) === addressKey(swap.wrapped.address) ? swap.coin : token
  return { amount0: paid(token0), amount1: paid(token1) }
}

function sidesOf(
  paid: Readonly<Record<PoolSide, Token>>,
  deposit: Readonly<Record<PoolSide, bigint>>,
  balances: Readonly<Record<PoolSide, BalanceState>>,
) {
  return (['amount0', 'amount1'] as const).map((side) => ({
    token: paid[side],
    units: deposit[side],
    balance: balances[side],
  }))
}

function windowOf({ from, to }: { readonly from: number; readonly to: number }, direction: PriceDirection): TickWindow {
  const shown = inDirection({ tickLower: from, tickUpper: to }, direction)
  return { from: shown.tickLower, to: shown.tickUpper }
}

/** Networks that can be spoken to, in the service's order. */
function chainsOf(tokens: readonly Token[]): readonly Chain[] {
  const chains = tokens.map(({ chain }) => chain).filter(({ kind, isEnabled }) => kind === 'evm' && isEnabled)
  return [...new Map(chains.map((chain) => [chain.chainId, chain])).values()]
}

/** Milliseconds since the epoch, looked at now and then: ages in minutes need no more. */
function useClock(clock: () => number): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 10_000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}

const noBars: readonly Bar[] = []
