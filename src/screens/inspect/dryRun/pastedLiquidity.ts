import { type LiquidityLink, readLiquidityLink } from '../../../components/liquidityLink'
import { readBundle } from '../../../components/orders/supportBundle'
import { addressKey, isEvmAddress } from '../../../domain/address'
import { parseAmount } from '../../../domain/amount'
import { networkOf } from '../../../domain/chain'
import { depositFor } from '../../../domain/liquidity/deposit'
import { defaultToleranceBps, usualMoveBps } from '../../../domain/liquidity/tolerance'
import { isDollar } from '../../../domain/prices/dollar'
import type { CheckedLiquidity } from '../../../guard/check/checkLiquidity'
import type { LiquidityPlan } from '../../../guard/check/liquidityRuleInput'
import type { LiquidityIntent, PayingIntent } from '../../../guard/liquidityIntent'
import { isLiquidity } from '../../../guard/plan'
import { decodeLiquidityIntent } from '../../../orders/store/orderCodec'
import { depositIntentOf } from '../../../preparation/judge/judgeDeposit'
import type { JudgeDeps } from '../../../preparation/judge/judgeRequest'
import { liquidityPoolOf, poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import {
  checkLiquidityOnChain,
  isPreparedByService,
  prepareAndCheck,
} from '../../../preparation/liquidity/prepareLiquidity'
import { isObject, type JsonObject, member, NotJson, parseJson } from '../../../protocol/json/json'

/** What a pasted text says of liquidity: a link of the form, the body of a request, an intent, or an order of a bundle. */
export type PastedLiquidity =
  | { readonly is: 'link'; readonly link: LiquidityLink }
  | { readonly is: 'request'; readonly request: JsonObject }
  | { readonly is: 'intent'; readonly intent: LiquidityIntent }
  | { readonly is: 'plan'; readonly plan: LiquidityPlan }

/** `undefined` for what says nothing of liquidity. A bundle stands for the newest of its orders that do. */
export function readPastedLiquidity(text: string): PastedLiquidity | undefined {
  const query = /\/liquidity\/add\?([^\s#]+)/.exec(text)?.[1]
  if (query) return { is: 'link', link: readLiquidityLink(query) }
  const bundle = readBundle(text)
  if (bundle) {
    const plans = bundle.orders.flatMap((entry) => (entry.is === 'order' ? [entry.order.plan] : []))
    const plan = plans.find(isLiquidity)
    const asked = bundle.deposits.find(({ body }) => body !== '')
    return plan ? { is: 'plan', plan } : asked && readPastedLiquidity(asked.body)
  }
  const intent = decodeLiquidityIntent(text)
  if (intent) return { is: 'intent', intent }
  const json = objectIn(text)
  const request = json && isObject(member(json, 'request')) ? member(json, 'request') : json
  return isObject(request) && member(request, 'tickLower') !== undefined ? { is: 'request', request } : undefined
}

/**
 * Prepares and checks it against the chain's current state, for the account that the paste names as signer. The service
 * is not asked: a request would already be a deposit. Throws `PasteProblem` or `BadJudgeInput` for a paste that does not
 * fit this deployment.
 */
export async function checkPastedLiquidity(
  pasted: PastedLiquidity,
  sender: string,
  deps: JudgeDeps,
): Promise<CheckedLiquidity> {
  if (sender !== '' && !isEvmAddress(sender)) throw new PasteProblem('address')
  switch (pasted.is) {
    case 'plan':
      return isPreparedByService(pasted.plan)
        ? checkLiquidityOnChain({ ...pasted.plan, receivedAt: deps.clock() }, deps)
        : prepareAndCheck(pasted.plan.intent, deps)
    case 'intent':
      return prepareAndCheck(pasted.intent, deps)
    case 'request': {
      const file = { request: pasted.request, sender: sender || undefined, pool: undefined, toleranceBps: undefined }
      const { pool, ...intent } = await depositIntentOf(file, deps)
      const { positionManager } = pool
      if (positionManager === undefined) throw new PasteProblem('no manager')
      return prepareAndCheck({ ...intent, pool: { ...pool, positionManager } }, deps)
    }
    case 'link':
      return prepareAndCheck(await linkedIntent(pasted.link, sender, deps), deps)
  }
}

/** The deposit that a link fills into the form, at the pool's price as it is now. */
async function linkedIntent(
  { pool: ref, range, given, amount, position }: LiquidityLink,
  sender: string,
  deps: JudgeDeps,
) {
  const { tokens, deployment, clock } = deps
  const chain = tokens.find((token) => token.chain.chainId === ref?.chainId)?.chain
  if (!ref || !chain || !range || amount === '') throw new PasteProblem('link')
  if (sender === '') throw new PasteProblem('signer')
  const found = (await deps.pools(networkOf(chain)))
    .flatMap((record) => liquidityPoolOf(record, chain, clock()) ?? [])
    .find(({ address }) => address !== undefined && addressKey(address) === addressKey(ref.address))
  if (!found) throw new PasteProblem('pool')
  const typed = parseAmount(given === 'amount0' ? found.token0 : found.token1, amount)
  if (typed.is !== 'amount') throw new PasteProblem('amount')
  const settings = deployment.chains.find(({ chainId }) => chainId === chain.chainId)
  const positionManager = settings?.positionManager ?? found.positionManager
  if (positionManager === undefined) throw new PasteProblem('no manager')
  const { sqrtPriceX96 } = found
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: typed.amount.units })
  // A link has no tolerance: the form's default is tried.
  const isStable = isDollar(found.token0) && isDollar(found.token1)
  const intent: Omit<PayingIntent, 'kind' | 'position'> = {
    pool: { ...poolKeyOf(found), positionManager },
    pay: [
      { token: found.token0, units: amount0 },
      { token: found.token1, units: amount1 },
    ],
    range,
    toleranceBps: defaultToleranceBps(found.isMeme, { ...range, sqrtPriceX96 }, usualMoveBps(isStable)).bps,
    sqrtPriceX96,
    sender,
    recipient: sender,
  }
  return position === undefined
    ? { ...intent, kind: 'deposit' as const }
    : { ...intent, kind: 'increase' as const, position: BigInt(position) }
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const json = parseJson(text)
    return isObject(json) ? json : undefined
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

export type PasteProblemCode = 'address' | 'signer' | 'link' | 'pool' | 'amount' | 'no manager'

/** The paste cannot be prepared; the code says why. */
export class PasteProblem extends Error {
  override readonly name = 'PasteProblem'
  readonly code: PasteProblemCode

  constructor(code: PasteProblemCode) {
    super(code)
    this.code = code
  }
}
