import { readPoolOf, readPosition } from '../../../chain/position'
import { type LiquidityLink, type PoolRef, readLiquidityLink } from '../../../components/liquidityLink'
import { newestOrder, readBundle } from '../../../components/orders/supportBundle'
import { decodeSegment } from '../../../components/pools/poolPath'
import { addressKey, isEvmAddress } from '../../../domain/address'
import { parseAmount } from '../../../domain/amount'
import { type Chain, networkOf } from '../../../domain/chain'
import { depositFor } from '../../../domain/liquidity/deposit'
import { burnMinimums } from '../../../domain/liquidity/liquidity'
import type { LiquidityIntent } from '../../../guard/liquidityIntent'
import { isLiquidity } from '../../../guard/plan'
import type { LiquidityPlan } from '../../../guard/rules/input/ruleInput'
import { isRequested } from '../../../orders/order'
import { decodeIntent } from '../../../orders/store/orderCodec'
import { checkOnChain } from '../../../preparation/checkOnChain'
import { checkDeposit, type DepositOutcome, depositIntentOf } from '../../../preparation/judge/judgeDeposit'
import type { JudgeDeps } from '../../../preparation/judge/judgeFile'
import type { UnmanagedDeposit } from '../../../preparation/liquidity/depositRunner'
import {
  type LiquidityPool,
  liquidityPoolOf,
  poolKeyOf,
  toleranceFor,
} from '../../../preparation/liquidity/liquidityPool'
import { managersOf, poolOfPosition } from '../../../preparation/liquidity/positionPool'
import { isPreparedByService, prepareAndCheck } from '../../../preparation/liquidity/prepareLiquidity'
import { isObject, member, numberText, tryParseJson, writeJson } from '../../../protocol/json/json'

/**
 * A pasted text as a deposit or a withdrawal. `link` is the form's link of a deposit or an increase, `position` a link to
 * a position or its move. An `answer` has its request next to it; a `plan` is the order of a bundle.
 */
export type PastedLiquidity = {
  readonly is: 'link' | 'position' | 'request' | 'answer' | 'intent' | 'plan'
  readonly check: (signer: Signer, deps: JudgeDeps) => Promise<TriedLiquidity>
}

type Signer = {
  /** '' if the paste contains the signer. */
  readonly sender: string
  /** `undefined` for the paste's own value, or the form's default. */
  readonly toleranceBps: number | undefined
}

/** The outcome of a dry run. `assumedToleranceBps` is there where no paste named one. */
export type TriedLiquidity = DepositOutcome & { readonly assumedToleranceBps: number | undefined }

/**
 * Prepares and checks it against the chain's current state, for the account that the paste names as signer. The service
 * is not asked: a request would already be a deposit. Throws `PasteProblem` or `BadJudgeInput` for a paste that does not
 * fit this deployment.
 */
export async function checkPastedLiquidity({ check }: PastedLiquidity, signer: Signer, deps: JudgeDeps) {
  if (signer.sender !== '' && !isEvmAddress(signer.sender)) throw new PasteProblem('address')
  return check(signer, deps)
}

/** `undefined` for a text without liquidity. Of a bundle, its newest order is used. */
export function readPastedLiquidity(text: string): PastedLiquidity | undefined {
  const [, network, page] = /\/positions\/([^/\s?#]+)\/(\d{1,77})(?![^\s?#])/.exec(text) ?? []
  if (network !== undefined && page !== undefined) return positionOf({ id: page, network: decodeSegment(network) })
  const query = /\/liquidity\/add\?([^\s#]+)/.exec(text)?.[1]
  if (query) return linkOf(readLiquidityLink(query))
  const bundle = readBundle(text)
  if (bundle) {
    const newest = newestOrder(bundle)
    if (newest && isRequested(newest)) return readPastedLiquidity(newest.request.body)
    return newest && isLiquidity(newest.plan) ? planOf(newest.plan) : undefined
  }
  const intent = decodeIntent(text)
  if (intent && intent.kind !== 'swap') return { is: 'intent', check: (_, deps) => tried(intent, deps) }
  return requestOf(text)
}

async function tried(intent: LiquidityIntent, deps: JudgeDeps, assumedToleranceBps?: number): Promise<TriedLiquidity> {
  return { is: 'checked', checked: await prepareAndCheck(intent, deps), assumedToleranceBps }
}

function planOf(plan: LiquidityPlan): PastedLiquidity {
  return {
    is: 'plan',
    check: async (_, deps) => {
      if (!isPreparedByService(plan)) return tried(plan.intent, deps)
      const checked = await checkOnChain({ ...plan, receivedAt: deps.clock() }, deps)
      return { is: 'checked', checked, assumedToleranceBps: undefined }
    },
  }
}

/** The body of a deposit, by itself or as `request` next to its `answer`. */
function requestOf(text: string): PastedLiquidity | undefined {
  const json = tryParseJson(text)
  if (!isObject(json)) return undefined
  const inFile = member(json, 'request')
  const request = isObject(inFile) ? inFile : json
  if (member(request, 'tickLower') === undefined || member(request, 'tickUpper') === undefined) return undefined
  const said = isObject(inFile) ? json : {}
  const answer = member(said, 'answer')
  const tolerance = numberText(member(said, 'toleranceBps')) ?? ''
  const ownBps = /^\d{1,5}$/.test(tolerance) ? Number(tolerance) : undefined
  const [sender, pool] = [member(said, 'sender'), member(said, 'pool')].map((named) =>
    typeof named === 'string' ? named : undefined,
  )
  return {
    is: answer === undefined ? 'request' : 'answer',
    check: async (signer, deps) => {
      const toleranceBps = signer.toleranceBps ?? ownBps
      const intent = await depositIntentOf({ request, pool, sender: signer.sender || sender, toleranceBps }, deps)
      const outcome = await checkDeposit(intent, answer === undefined ? undefined : writeJson(answer), deps)
      return { ...outcome, assumedToleranceBps: toleranceBps === undefined ? intent.toleranceBps : undefined }
    },
  }
}

/** A link of the form: a move is tried as the withdrawal that it begins with. */
function linkOf(link: LiquidityLink): PastedLiquidity {
  if (link.pool && link.move !== undefined) return positionOf({ id: link.move, pool: link.pool })
  return {
    is: 'link',
    check: async ({ sender, toleranceBps }, deps) => {
      const intent = await linkedDeposit(link, sender, deps)
      const assumed = toleranceBps === undefined ? intent.toleranceBps : undefined
      const asked = { ...intent, toleranceBps: toleranceBps ?? intent.toleranceBps }
      const { positionManager } = asked.pool
      if (link.position === undefined || positionManager === undefined)
        return { ...(await checkDeposit(asked, undefined, deps)), assumedToleranceBps: assumed }
      const position = BigInt(link.position)
      return tried({ ...asked, pool: { ...asked.pool, positionManager }, kind: 'increase', position }, deps, assumed)
    },
  }
}

/** The deposit that a link fills into the form, at the pool's price as it is now. */
async function linkedDeposit(
  { pool: ref, range, given, amount }: LiquidityLink,
  sender: string,
  deps: JudgeDeps,
): Promise<UnmanagedDeposit> {
  const chain = deps.tokens.find((token) => token.chain.chainId === ref?.chainId)?.chain
  if (!ref || !chain || !range || amount === '') throw new PasteProblem('link')
  if (sender === '') throw new PasteProblem('signer')
  const found = (await poolsOn(chain, deps)).find((pool) => isPool(pool, ref.address))
  if (!found) throw new PasteProblem('pool')
  const typed = parseAmount(given === 'amount0' ? found.token0 : found.token1, amount)
  if (typed.is !== 'amount') throw new PasteProblem('amount')
  const { sqrtPriceX96 } = found
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: typed.amount.units })
  return {
    kind: 'deposit',
    pool: { ...poolKeyOf(found), positionManager: managerNamed(chain, deps) ?? found.positionManager },
    pay: [
      { token: found.token0, units: amount0 },
      { token: found.token1, units: amount1 },
    ],
    range,
    toleranceBps: toleranceFor(found, range).bps,
    sqrtPriceX96,
    sender,
    recipient: sender,
  }
}

/** A position as a link names it: by the network of its page, or by the pool of the form that moves it. */
type PositionRef = { readonly id: string; readonly network?: string; readonly pool?: PoolRef }

function positionOf(ref: PositionRef): PastedLiquidity {
  return {
    is: 'position',
    check: async ({ sender, toleranceBps }, deps) => {
      const { position, pool, positionManager } = await linkedPosition(ref, deps)
      const { id, owner, liquidity, tickLower, tickUpper } = position
      const bps = toleranceBps ?? withdrawalToleranceBps
      const account = sender === '' ? owner : sender
      const intent = {
        kind: 'withdraw' as const,
        pool: { ...poolKeyOf(pool), positionManager },
        position: id,
        range: { tickLower, tickUpper },
        liquidity,
        minimums: burnMinimums({ ...position, sqrtPriceX96: pool.sqrtPriceX96, toleranceBps: bps }),
        sender: account,
        recipient: account,
      }
      return tried(intent, deps, toleranceBps === undefined ? bps : undefined)
    },
  }
}

/** Half a percent, as the form of a withdrawal begins with. */
const withdrawalToleranceBps = 50

async function linkedPosition({ id, network, pool: named }: PositionRef, deps: JudgeDeps) {
  const chain = deps.tokens.find(({ chain }) =>
    named ? chain.chainId === named.chainId : networkOf(chain) === network,
  )?.chain
  if (!chain) throw new PasteProblem('network')
  const pools = (await poolsOn(chain, deps)).filter((pool) => !named || isPool(pool, named.address))
  const [node] = deps.nodes(chain.chainId)
  const managers = managersOf(managerNamed(chain, deps), pools)
  if (!node || managers.length === 0) throw new PasteProblem('no manager')
  for (const { manager: positionManager } of managers) {
    const position = await readPosition(node.ask, positionManager, BigInt(id))
    if (!position) continue
    const found = await readPoolOf(node.ask, positionManager, position)
    const pool = poolOfPosition({ ...position, found }, pools, positionManager)
    if (pool) return { position, pool, positionManager }
  }
  throw new PasteProblem('position')
}

async function poolsOn(chain: Chain, { pools, clock }: JudgeDeps): Promise<readonly LiquidityPool[]> {
  return (await pools(networkOf(chain))).flatMap((record) => liquidityPoolOf(record, chain, clock()) ?? [])
}

function isPool({ address: own }: LiquidityPool, address: string): boolean {
  return own !== undefined && addressKey(own) === addressKey(address)
}

function managerNamed({ chainId }: Chain, { deployment }: JudgeDeps): string | undefined {
  return deployment.chains.find((chain) => chain.chainId === chainId)?.positionManager
}

export type PasteProblemCode = 'address' | 'signer' | 'link' | 'network' | 'pool' | 'amount' | 'position' | 'no manager'

/** The paste cannot be prepared; the code is the reason. */
export class PasteProblem extends Error {
  override readonly name = 'PasteProblem'
  readonly code: PasteProblemCode

  constructor(code: PasteProblemCode) {
    super(code)
    this.code = code
  }
}
