import { addressKey } from '../../domain/address'
import { type Chain, networkOf } from '../../domain/chain'
import type { Range } from '../../domain/liquidity/range'
import { maxTick, minTick } from '../../domain/liquidity/tick'
import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import { planTransactions } from '../../guard/plan/planTransactions'
import { type DepositAnswer, readDepositAnswer } from '../../protocol/depositAnswer'
import { addLiquidityRequest, decodeAddLiquidity } from '../../protocol/liquidity'
import { checkOnChain } from '../checkOnChain'
import { completeIntent, type UnmanagedDeposit } from '../liquidity/depositRunner'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf, toleranceFor } from '../liquidity/liquidityPool'
import { prepareAndCheck } from '../liquidity/prepareLiquidity'
import { nativesOf } from '../prepareDeps'
import {
  accountOn,
  amountOf,
  answered,
  BadJudgeInput,
  given,
  type JudgeDeps,
  type JudgeFile,
  rawResponse,
  tokenById,
} from './judgeFile'
import { type Judgement, judgementOf, withoutPlan } from './judgement'

/** Judges the answer to a deposit: the transactions it brings, or those the app builds where it brings none. */
export async function judgeDeposit(file: JudgeFile, deps: JudgeDeps): Promise<Judgement> {
  const outcome = await checkDeposit(await depositIntentOf(file, deps), file.answer, deps)
  switch (outcome.is) {
    case 'no plan':
      return withoutPlan('blocked', outcome.findings)
    case 'nothing to sign':
      // The service acts by itself: there is nothing to judge.
      return withoutPlan('unchecked', [])
    case 'checked':
      return judgementOf(outcome.checked)
  }
}

/** The checked transactions of a deposit; or the reason for their absence. */
export type DepositOutcome =
  | { readonly is: 'checked'; readonly checked: CheckedLiquidity }
  /** The answer's transactions form no plan. */
  | { readonly is: 'no plan'; readonly findings: readonly Finding[] }
  /** The service makes the deposit itself: as it answered, or because no position manager is known. */
  | { readonly is: 'nothing to sign'; readonly intent: UnmanagedDeposit }

/**
 * Checks the transactions that the answer brings; without any, or without an answer, those that the app builds. Throws
 * `BadJudgeInput` for an answer that is a refusal, or no answer at all.
 */
export async function checkDeposit(
  intent: UnmanagedDeposit,
  answer: string | undefined,
  deps: JudgeDeps,
): Promise<DepositOutcome> {
  const receivedAt = deps.clock()
  const delivery: DepositAnswer =
    answer === undefined
      ? { is: 'nothing' }
      : readDepositAnswer(answered(decodeAddLiquidity(rawResponse(answer, receivedAt))))
  switch (delivery.is) {
    case 'unreadable':
      return { is: 'no plan', findings: [] }
    case 'transactions': {
      const context = { receivedAt, chains: deps.deployment.chains, natives: nativesOf(deps.tokens) }
      const planned = planTransactions(intent, delivery.transactions, context)
      if (planned.is === 'refused') return { is: 'no plan', findings: planned.findings }
      return { is: 'checked', checked: await checkOnChain(planned.plan, deps) }
    }
    case 'accepted':
    case 'unclear':
      return { is: 'nothing to sign', intent }
    case 'nothing': {
      const managed = completeIntent({ intent })
      if (!managed) return { is: 'nothing to sign', intent }
      return { is: 'checked', checked: await prepareAndCheck(managed, deps) }
    }
  }
}

/** The request, resolved with the network's own pools. Throws `BadJudgeInput` with the mismatches. */
export async function depositIntentOf(
  file: Pick<JudgeFile, 'request' | 'sender' | 'pool' | 'toleranceBps'>,
  deps: JudgeDeps,
): Promise<UnmanagedDeposit> {
  const asked = given(addLiquidityRequest, file.request)
  const [tokenA, tokenB] = [
    tokenById(asked.tokenAId, 'tokenAId', deps.tokens),
    tokenById(asked.tokenBId, 'tokenBId', deps.tokens),
  ]
  if (tokenA.chain.chainId !== tokenB.chain.chainId) throw new BadJudgeInput('The tokens are on different networks.')
  const { chain } = tokenA
  if (networkOf(chain) !== asked.networkName)
    throw new BadJudgeInput(`networkName is "${asked.networkName}", the tokens are on "${networkOf(chain)}".`)
  const settings = deps.deployment.chains.find(({ chainId }) => chainId === chain.chainId)
  const poolToken = (token: Token) => (token.isNative ? (settings?.wrappedNative ?? token.address) : token.address)
  const pool = await poolWith([poolToken(tokenA), poolToken(tokenB)], chain, file.pool, deps)
  const isInOrder = addressKey(pool.token0.address) === addressKey(poolToken(tokenA))
  const [amountA, amountB] = [amountOf(tokenA, asked.amountA, 'amountA'), amountOf(tokenB, asked.amountB, 'amountB')]
  const range = rangeOf(isInOrder ? [asked.tickLower, asked.tickUpper] : [-asked.tickUpper, -asked.tickLower])
  const recipient = accountOn(chain, asked.recipient, '"recipient" of "request"')
  return {
    kind: 'deposit',
    pool: { ...poolKeyOf(pool), positionManager: settings?.positionManager ?? pool.positionManager },
    pay: isInOrder ? [amountA, amountB] : [amountB, amountA],
    range,
    toleranceBps: file.toleranceBps ?? toleranceFor(pool, range).bps,
    sqrtPriceX96: pool.sqrtPriceX96,
    sender: file.sender === undefined ? recipient : accountOn(chain, file.sender, '"sender"'),
    recipient,
  }
}

/** Throws `BadJudgeInput` for ticks between which no position can be. */
function rangeOf([tickLower, tickUpper]: readonly [number, number]): Range {
  if (tickLower < tickUpper && tickLower >= minTick && tickUpper <= maxTick) return { tickLower, tickUpper }
  throw new BadJudgeInput(
    `tickLower and tickUpper of "request" have to be ticks from ${minTick} to ${maxTick}, the lower one first.`,
  )
}

/** The one pool of two tokens. Throws `BadJudgeInput` without one, or with several and no address. */
async function poolWith(
  tokens: readonly [string, string],
  chain: Chain,
  named: string | undefined,
  { pools, clock }: JudgeDeps,
): Promise<LiquidityPool> {
  const wanted = tokens.map(addressKey)
  const all = (await pools(networkOf(chain))).flatMap((pool) => liquidityPoolOf(pool, chain, clock()) ?? [])
  const found = all
    .filter(({ token0, token1 }) => [token0, token1].every(({ address }) => wanted.includes(addressKey(address))))
    .filter(
      ({ address }) => named === undefined || (address !== undefined && addressKey(address) === addressKey(named)),
    )
  const [pool, other] = found
  if (!pool) throw new BadJudgeInput('The network lists no pool of these tokens whose price is known.')
  if (other)
    throw new BadJudgeInput('The network lists several pools of these tokens: name one as "pool" beside "request".')
  return pool
}
