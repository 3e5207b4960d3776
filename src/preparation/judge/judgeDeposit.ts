import { addressKey } from '../../domain/address'
import { parseAmount } from '../../domain/amount'
import { type Chain, networkOf } from '../../domain/chain'
import type { Token } from '../../domain/token'
import type { CheckedLiquidity } from '../../guard/check/checkLiquidity'
import type { DepositIntent } from '../../guard/liquidityIntent'
import { planTransactions } from '../../guard/plan/planTransactions'
import { readDepositAnswer } from '../../protocol/depositAnswer'
import { decodeAddLiquidity, decodeAddLiquidityRequest } from '../../protocol/liquidity'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf } from '../liquidity/liquidityPool'
import { checkLiquidityOnChain, prepareAndCheck } from '../liquidity/prepareLiquidity'
import { nativesOf } from '../prepareDeps'
import { liquidityBounds } from './bounds'
import { BadJudgeInput, type JudgeFile } from './judgeFile'
import { type Judgement, judgedFinding, judgedSteps, refusedJudgement } from './judgement'
import { answered, given, type JudgeDeps, rawResponse, tokenById } from './judgeRequest'

/** Judges the answer to a deposit: the transactions it brings, or those the app builds where it brings none. */
export async function judgeDeposit(file: JudgeFile, deps: JudgeDeps): Promise<Judgement> {
  const intent = await depositIntentOf(file, deps)
  const receivedAt = deps.clock()
  const delivery = readDepositAnswer(answered(decodeAddLiquidity(rawResponse(file.answer, receivedAt))))
  switch (delivery.is) {
    case 'unreadable':
      return refusedJudgement([])
    case 'transactions': {
      const context = { receivedAt, chains: deps.deployment.chains, natives: nativesOf(deps.tokens) }
      const planned = planTransactions(intent, delivery.transactions, context)
      if (planned.is === 'refused') return refusedJudgement(planned.findings)
      return judgementOf(await checkLiquidityOnChain(planned.plan, deps))
    }
    case 'accepted':
    case 'unclear':
      return nothingToSign
    case 'nothing': {
      const { positionManager } = intent.pool
      if (positionManager === undefined) return nothingToSign
      return judgementOf(await prepareAndCheck({ ...intent, pool: { ...intent.pool, positionManager } }, deps))
    }
  }
}

/** The service acts by itself: there is nothing to judge. */
const nothingToSign: Judgement = { level: 'unchecked', findings: [], steps: [], bounds: { pays: [] } }

function judgementOf(checked: CheckedLiquidity): Judgement {
  const { plan, verdict } = checked
  return {
    level: verdict.level,
    findings: verdict.findings.map(judgedFinding),
    steps: judgedSteps(plan),
    bounds: liquidityBounds(checked),
  }
}

/** The position manager may not be known. */
type UnmanagedDeposit = Omit<DepositIntent, 'pool'> & {
  readonly pool: Omit<DepositIntent['pool'], 'positionManager'> & { readonly positionManager: string | undefined }
}

/** What a request asks for, by the network's own pools. Throws `BadJudgeInput` with what does not fit. */
export async function depositIntentOf(
  file: Pick<JudgeFile, 'request' | 'sender' | 'pool' | 'toleranceBps'>,
  deps: JudgeDeps,
): Promise<UnmanagedDeposit> {
  const asked = given(decodeAddLiquidityRequest(file.request))
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
  const [amountA, amountB] = [amountOf(tokenA, asked.amountA), amountOf(tokenB, asked.amountB)]
  const [tickLower, tickUpper] = isInOrder ? [asked.tickLower, asked.tickUpper] : [-asked.tickUpper, -asked.tickLower]
  return {
    kind: 'deposit',
    pool: { ...poolKeyOf(pool), positionManager: settings?.positionManager ?? pool.positionManager },
    pay: isInOrder ? [amountA, amountB] : [amountB, amountA],
    range: { tickLower, tickUpper },
    toleranceBps: file.toleranceBps ?? (pool.isMeme ? 1_000 : 200),
    sqrtPriceX96: pool.sqrtPriceX96,
    sender: file.sender ?? asked.recipient,
    recipient: asked.recipient,
  }
}

/** The one pool of two tokens. Throws `BadJudgeInput` where there is none, or where nobody says which of several. */
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

function amountOf(token: Token, text: string) {
  const typed = parseAmount(token, text)
  if (typed.is === 'amount') return typed.amount
  throw new BadJudgeInput(`${text} is not an amount of ${token.symbol}.`)
}
