import { useEffect, useRef, useState } from 'react'
import { heldIn } from '../../../components/positions/pendingDeposit'
import { keepLanding } from '../../../components/positions/pendingDeposits'
import { positionsOf } from '../../../components/positions/position'
import { useServices } from '../../../components/services'
import { networkOf } from '../../../domain/chain'
import type { Token } from '../../../domain/token'
import type { CheckedLiquidity } from '../../../guard/check/checkLiquidity'
import type { Finding } from '../../../guard/findings/finding'
import type { DepositIntent } from '../../../guard/liquidityIntent'
import { planTransactions } from '../../../guard/plan/planTransactions'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf } from '../../../preparation/liquidityPool'
import { checkLiquidityOnChain, isPreparedByService, prepareLiquidity } from '../../../preparation/prepareLiquidity'
import { readDepositAnswer } from '../../../protocol/depositAnswer'
import type { AddLiquidityRequest } from '../../../protocol/messages'
import { createPoolReader, type ReadPool } from '../../../protocol/pools/poolReader'
import type { Refusal } from '../../../protocol/refusal'
import { usePrepareDeps } from '../../../signing/usePrepareDeps'
import { useSubmitOrder } from '../../../signing/useSubmitOrder'

/** What was asked for when the review was opened. It does not change under the finger. */
export type Asked = {
  readonly pool: LiquidityPool
  readonly request: AddLiquidityRequest
  /** Complete but for the position manager, which may not be known, and the fee of a pool to be. */
  readonly intent: Omit<DepositIntent, 'pool'> & {
    readonly pool: Omit<DepositIntent['pool'], 'positionManager'> & { readonly positionManager: string | undefined }
  }
  readonly liquidity: bigint
  /** How far a new pool's starting price is from the market in basis points; `undefined` where nothing tells. */
  readonly startsOff: number | undefined
}

/** How far a deposit is on its way from the form to an order. */
export type Stage =
  | { readonly at: 'preparing' }
  | { readonly at: 'unprepared'; readonly why: string }
  /** Ready to be confirmed; `undefined` where nothing to sign is known beforehand. */
  | { readonly at: 'ready'; readonly examined: CheckedLiquidity | undefined }
  | { readonly at: 'asking'; readonly examined: CheckedLiquidity | undefined }
  | { readonly at: 'waiting for pool' }
  | { readonly at: 'no pool' }
  /** The service accepted, but the deposit could not be prepared: that alone is tried again. */
  | { readonly at: 'delayed'; readonly intent: DepositIntent; readonly why: string }
  | { readonly at: 'refused'; readonly refusal: Refusal }
  | { readonly at: 'unreadable'; readonly why: string; readonly findings: readonly Finding[] }
  /** The service accepted, and is not asked again: what is to be signed now waits for a click. */
  | { readonly at: 'answered'; readonly examined: CheckedLiquidity }

export type Deposit = {
  readonly stage: Stage
  /** Asks the service once, and goes on from its answer. */
  readonly confirm: () => Promise<void>
  readonly prepareAgain: () => void
}

/** What is known around the deposit, as fresh as the screen has it. */
export type Known = {
  readonly tokens: readonly Token[]
  /** Of the pool's network. */
  readonly records: readonly ReadPool[]
}

type Ends = {
  /** Something is to be signed: the order's id. */
  readonly onOrder: (id: string) => void
  /** Nothing is to be signed: it is watched from now on. */
  readonly onWatched: () => void
}

/** The way of one deposit: prepare, ask the service once, and carry out what its answer means. */
export function useDeposit(first: Asked, { tokens, records }: Known, { onOrder, onWatched }: Ends): Deposit {
  const { client, deployment, clock, newId } = useServices()
  const [stage, setStage] = useState<Stage>({ at: 'preparing' })
  const carryOut = useSubmitOrder(onOrder)
  /** A new attempt asks the same, as a new value. */
  const [asked, setAsked] = useState(first)
  /** The service is asked once in the life of a review, whatever is pressed how often. */
  const hasAsked = useRef(false)
  const deps = usePrepareDeps(tokens)
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })

  // Prepared at once, and again every few seconds as long as it is looked at: the chain goes on meanwhile.
  useEffect(() => {
    let isGone = false
    const intent = completed(asked)
    if (!intent || asked.pool.address === undefined) {
      setStage({ at: 'ready', examined: undefined })
      return
    }
    const renew = async () => {
      try {
        const examined = await checkLiquidityOnChain(await prepareLiquidity(intent, latest.current), latest.current)
        if (!isGone) setStage((stage) => (isOpen(stage) ? { at: 'ready', examined } : stage))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        if (!isGone) setStage((stage) => (stage.at === 'preparing' ? { at: 'unprepared', why } : stage))
      }
    }
    void renew()
    const timer = setInterval(() => void renew(), renewEvery)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [asked])

  // What the service prepared is looked at again, as it is; what the app prepared, as the chain is by then.
  const answered = stage.at === 'answered' ? stage.examined.plan : undefined
  useEffect(() => {
    if (!answered) return
    const timer = setInterval(() => {
      const again = isPreparedByService(answered)
        ? Promise.resolve({ ...answered, receivedAt: clock() })
        : prepareLiquidity(answered.intent, latest.current)
      again
        .then((plan) => checkLiquidityOnChain(plan, latest.current))
        .then(
          (examined) => setStage((stage) => (stage.at === 'answered' ? { at: 'answered', examined } : stage)),
          // The next look may go better; until then the last one stands, and grows too old to be confirmed.
          () => {},
        )
    }, renewEvery)
    return () => clearInterval(timer)
  }, [answered, clock])

  return {
    stage,
    confirm,
    prepareAgain: () => {
      setStage({ at: 'preparing' })
      if (stage.at === 'delayed') return void prepareAccepted(stage.intent).then(setStage)
      hasAsked.current = false
      setAsked({ ...asked })
    },
  }

  async function confirm(): Promise<void> {
    if (stage.at === 'answered') return carryOut(stage.examined.plan)
    if (stage.at !== 'ready' || hasAsked.current) return
    hasAsked.current = true
    setStage({ at: 'asking', examined: stage.examined })
    const before = heldNow()
    const outcome = await client.addLiquidity(asked.request)
    if (outcome.is === 'refused') {
      if (!mayHaveActed(outcome.refusal)) return setStage({ at: 'refused', refusal: outcome.refusal })
      return watch('nothing', before)
    }
    const delivery = readDepositAnswer(outcome.answer.value)
    switch (delivery.is) {
      case 'unreadable':
        return setStage({ at: 'unreadable', why: delivery.why, findings: [] })
      case 'transactions': {
        const natives = tokens.filter(({ isNative }) => isNative)
        const known = { receivedAt: clock(), chains: deployment.chains, natives }
        const planned = planTransactions(await withFee(), delivery.transactions, known)
        if (planned.is === 'refused') return setStage({ at: 'unreadable', why: '', findings: planned.findings })
        return setStage({ at: 'answered', examined: await checkLiquidityOnChain(planned.plan, latest.current) })
      }
      case 'nothing':
        return asked.pool.address === undefined ? signIntoNewPool(before) : signOrWatch(stage.examined, before)
    }
  }

  /** Where the app knows the position manager, the person's own wallet signs; else the service acts by itself. */
  async function signOrWatch(examined: CheckedLiquidity | undefined, before: bigint): Promise<void> {
    if (!examined) return watch('yes', before)
    return begin(examined)
  }

  /** A pool that was just started tells its fee in its first record; only then the deposit can be prepared. */
  async function signIntoNewPool(before: bigint): Promise<void> {
    if (completed(asked) === undefined) return watch('yes', before)
    setStage({ at: 'waiting for pool' })
    const pool = await awaitPool()
    if (!pool) return setStage({ at: 'no pool' })
    const { positionManager } = asked.intent.pool
    const intent = completed({ intent: { ...asked.intent, pool: { ...poolKeyOf(pool), positionManager } } }, pool)
    if (!intent) return watch('yes', before)
    const next = await prepareAccepted(intent)
    // It is what was asked, to the byte; anything the checks have to say is shown first.
    if (next.at === 'answered' && next.examined.verdict.level === 'ok') return begin(next.examined)
    return setStage(next)
  }

  /** The service has said yes and is not asked again, however often its yes has to be prepared. */
  async function prepareAccepted(intent: DepositIntent): Promise<Stage> {
    try {
      return {
        at: 'answered',
        examined: await checkLiquidityOnChain(await prepareLiquidity(intent, latest.current), latest.current),
      }
    } catch (error) {
      return { at: 'delayed', intent, why: error instanceof Error ? error.message : String(error) }
    }
  }

  /** What cannot be begun just now is begun with another click, and then without asking the service again. */
  async function begin(examined: CheckedLiquidity): Promise<void> {
    try {
      await carryOut(examined.plan)
    } catch (error) {
      setStage({ at: 'answered', examined })
      throw error
    }
  }

  function watch(said: 'yes' | 'nothing', before: bigint): void {
    const { pool, intent, request } = asked
    keepLanding({
      id: newId(),
      chainId: pool.chain.chainId,
      tokens: [pool.token0.address, pool.token1.address],
      symbols: [pool.token0.symbol, pool.token1.symbol],
      recipient: request.recipient,
      tickLower: intent.range.tickLower,
      tickUpper: intent.range.tickUpper,
      said,
      before: `${before}`,
      expected: `${asked.liquidity}`,
      at: clock(),
      seen: undefined,
    })
    onWatched()
  }

  /** What the recipient has in this range before asking: only what is more can be this deposit. */
  function heldNow(): bigint {
    const { pool, intent, request } = asked
    const positions = ours(records).flatMap(({ record, own }) => positionsOf(record, own))
    return heldIn(positions, {
      tokens: [pool.token0.address, pool.token1.address],
      recipient: request.recipient,
      ...intent.range,
    }).liquidity
  }

  async function awaitPool(): Promise<LiquidityPool | undefined> {
    const { token0, token1 } = asked.pool
    const until = clock() + poolPatience
    while (clock() < until) {
      const found = (await readPools()).find(({ own }) => own.token0.id === token0.id && own.token1.id === token1.id)
      if (found) return found.own
    }
    return undefined
  }

  /** The transactions of the service name a fee, too; a pool that was just started has to be read to compare. */
  async function withFee(): Promise<Asked['intent']> {
    if (asked.pool.address !== undefined) return asked.intent
    const pool = await awaitPool()
    return { ...asked.intent, pool: { ...asked.intent.pool, feePpm: pool?.feePpm, startTick: undefined } }
  }

  async function readPools() {
    const { chain } = asked.pool
    const outcome = await client.pools(networkOf(chain))
    if (outcome.is === 'refused') return []
    const here = tokens.filter((token) => token.chain.chainId === chain.chainId)
    return ours(createPoolReader(chain.kind, here).read(outcome.answer.value))
  }

  function ours(records: readonly ReadPool[]) {
    return records.flatMap((record) => {
      const own = liquidityPoolOf(record, asked.pool.chain, clock())
      return own ? [{ record, own }] : []
    })
  }
}

const renewEvery = 10_000
const poolPatience = 60_000

/** The intent in full, once somebody names the position manager. */
export function completed({ intent }: Pick<Asked, 'intent'>, pool?: LiquidityPool): DepositIntent | undefined {
  const positionManager = intent.pool.positionManager ?? pool?.positionManager
  return positionManager === undefined ? undefined : { ...intent, pool: { ...intent.pool, positionManager } }
}

function isOpen({ at }: Stage): boolean {
  return at === 'preparing' || at === 'ready' || at === 'unprepared'
}

/** Nothing was heard, or something broke on the way: the service may have acted all the same. */
function mayHaveActed({ code }: Refusal): boolean {
  switch (code) {
    case 'timeout':
    case 'unreachable':
    case 'failing':
    case 'unexpected':
    case 'empty':
    case 'wrong content type':
    case 'not JSON':
    case 'cut off':
    case 'too large':
    case 'too deep':
    case 'wrong shape':
      return true
    default:
      return false
  }
}
