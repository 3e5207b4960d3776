import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { heldPositionsIn } from '../../../components/positions/position'
import { useServices } from '../../../components/services'
import { networkOf } from '../../../domain/chain'
import type { Token } from '../../../domain/token'
import { heldIn, targetOf } from '../../../orders/requestedDeposit'
import type { SequencePart } from '../../../orders/sequence'
import { type DepositAsked, DepositRunner } from '../../../preparation/liquidity/depositRunner'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { createPoolReader, type ReadPool } from '../../../protocol/pools/poolReader'
import { usePrepareDeps } from '../../../signing/usePrepareDeps'
import { useSubmitOrder } from '../../../signing/useSubmitOrder'

/** The intent as it was when the review opened, and its pool. */
export type Asked = DepositAsked & {
  readonly pool: LiquidityPool
  /** How far a new pool's starting price is from the market in basis points; `undefined` without a market price. */
  readonly startsOff: number | undefined
}

/** The inputs of the deposit from the screen. */
export type Known = {
  readonly tokens: readonly Token[]
  /** Pools of the pool's network. */
  readonly records: readonly ReadPool[]
}

type Ends = {
  readonly part: SequencePart | undefined
  /** Something is to be signed: the order's id. */
  readonly onOrder: (id: string) => void
  /** Nothing is to be signed: the pending deposit is watched from now on. */
  readonly onWatched: () => void
}

/** One deposit from its review on: connects `preparation/depositRunner`, which has the logic, to React. */
export function useDeposit(asked: Asked, known: Known, { part, onOrder, onWatched }: Ends) {
  const { client, orderService, clock } = useServices()
  const prepare = usePrepareDeps(known.tokens)
  const submit = useSubmitOrder(onOrder, part)
  const latest = useRef({ known, prepare, submit })
  useEffect(() => {
    latest.current = { known, prepare, submit }
  })
  const [runner] = useState(
    () =>
      new DepositRunner(asked, {
        prepare: () => latest.current.prepare,
        addLiquidity: client.addLiquidity,
        orders: orderService,
        heldNow: () => heldNow(asked, latest.current.known.records, clock()),
        readStartedPool: async () => {
          const { chain } = asked.pool
          const outcome = await client.pools(networkOf(chain))
          if (outcome.is === 'refused') return undefined
          const here = latest.current.known.tokens.filter((token) => token.chain.chainId === chain.chainId)
          const records = createPoolReader(chain.kind, here).read(outcome.answer.value)
          return startedPool(asked, records, clock())
        },
        sign: async (id, plan) => void (await latest.current.submit(plan, id)),
      }),
  )
  const state = useSyncExternalStore(runner.subscribe, runner.getState)

  useEffect(() => {
    void runner.start()
    const timer = setInterval(() => void runner.refresh(), refreshEvery)
    return () => clearInterval(timer)
  }, [runner])

  const isWatched = state.at === 'watched'
  const end = useEffectEvent(onWatched)
  useEffect(() => {
    if (isWatched) end()
  }, [isWatched])

  return { state, confirm: runner.confirm, prepareAgain: () => void runner.prepareAgain() }
}

/** Milliseconds between two checks of an open review. */
const refreshEvery = 10_000

/** The recipient's liquidity in this range before the deposit: only an increase can come from it. */
function heldNow({ pool, intent }: Asked, records: readonly ReadPool[], now: number): bigint {
  const positions = records.flatMap((record) => heldPositionsIn(record, pool.chain, now))
  return heldIn(positions, targetOf(intent)).liquidity
}

/** The intent for a pool that the service has created, once the pool is listed. */
function startedPool(
  { pool, intent }: Asked,
  records: readonly ReadPool[],
  now: number,
): DepositAsked['intent'] | undefined {
  const listed = records.flatMap((record) => liquidityPoolOf(record, pool.chain, now) ?? [])
  const found = listed.find(({ token0, token1 }) => token0.id === pool.token0.id && token1.id === pool.token1.id)
  if (!found) return undefined
  const positionManager = intent.pool.positionManager ?? found.positionManager
  return { ...intent, pool: { ...poolKeyOf(found), positionManager } }
}
