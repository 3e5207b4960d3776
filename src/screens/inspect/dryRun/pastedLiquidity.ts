import { type LiquidityLink, readLiquidityLink } from '../../../components/liquidityLink'
import { newestOrder, readBundle } from '../../../components/orders/supportBundle'
import { isEvmAddress } from '../../../domain/address'
import type { LiquidityIntent } from '../../../guard/liquidityIntent'
import { isLiquidity } from '../../../guard/plan'
import type { LiquidityPlan } from '../../../guard/rules/input/liquidityRuleInput'
import { isRequested } from '../../../orders/order'
import { decodeLiquidityIntent } from '../../../orders/store/orderCodec'
import { checkDeposit, type DepositOutcome, depositIntentOf } from '../../../preparation/judge/judgeDeposit'
import type { JudgeFile } from '../../../preparation/judge/judgeFile'
import type { JudgeDeps } from '../../../preparation/judge/judgeRequest'
import {
  checkLiquidityOnChain,
  isPreparedByService,
  prepareAndCheck,
} from '../../../preparation/liquidity/prepareLiquidity'
import { isObject, type JsonObject, member, numberText, tryParseJson, writeJson } from '../../../protocol/json/json'
import {
  linkedDeposit,
  linkedWithdrawal,
  type PositionRef,
  positionIn,
  withdrawalToleranceBps,
} from './linkedLiquidity'
import { PasteProblem } from './pasteProblem'

/** A pasted text as a deposit or a withdrawal. */
export type PastedLiquidity =
  /** A deposit or an increase, as the form's link names it. */
  | { readonly is: 'link'; readonly link: LiquidityLink }
  /** All of a position: a link to its page, or to the form that moves it. */
  | { readonly is: 'position'; readonly position: PositionRef }
  /** The body of a request, and the service's answer to it where that was kept. */
  | { readonly is: 'request' | 'answer'; readonly file: PastedRequest }
  | { readonly is: 'intent'; readonly intent: LiquidityIntent }
  /** An order of a bundle. */
  | { readonly is: 'plan'; readonly plan: LiquidityPlan }

type PastedRequest = Pick<JudgeFile, 'request' | 'sender' | 'pool' | 'toleranceBps'> & {
  readonly answer: string | undefined
}

/** `undefined` for a text without liquidity. Of a bundle, its newest order is used. */
export function readPastedLiquidity(text: string): PastedLiquidity | undefined {
  const position = positionIn(text)
  if (position) return { is: 'position', position }
  const query = /\/liquidity\/add\?([^\s#]+)/.exec(text)?.[1]
  if (query) return { is: 'link', link: readLiquidityLink(query) }
  const bundle = readBundle(text)
  if (bundle) {
    const newest = newestOrder(bundle)
    if (newest && isRequested(newest)) return readPastedLiquidity(newest.request.body)
    return newest && isLiquidity(newest.plan) ? { is: 'plan', plan: newest.plan } : undefined
  }
  const intent = decodeLiquidityIntent(text)
  return intent ? { is: 'intent', intent } : pastedRequest(text)
}

/** The body of a deposit, by itself or as `request` next to its `answer`. */
function pastedRequest(text: string): PastedLiquidity | undefined {
  const json = tryParseJson(text)
  if (!isObject(json)) return undefined
  const inFile = member(json, 'request')
  const request = isObject(inFile) ? inFile : json
  if (member(request, 'tickLower') === undefined || member(request, 'tickUpper') === undefined) return undefined
  const said = isObject(inFile) ? json : noMembers
  const answer = member(said, 'answer')
  const [sender, pool] = [member(said, 'sender'), member(said, 'pool')]
  const tolerance = numberText(member(said, 'toleranceBps')) ?? ''
  const file = {
    request,
    answer: answer === undefined ? undefined : writeJson(answer),
    sender: typeof sender === 'string' ? sender : undefined,
    pool: typeof pool === 'string' ? pool : undefined,
    toleranceBps: /^\d{1,5}$/.test(tolerance) ? Number(tolerance) : undefined,
  }
  return { is: answer === undefined ? 'request' : 'answer', file }
}

const noMembers: JsonObject = {}

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
export async function checkPastedLiquidity(
  pasted: PastedLiquidity,
  { sender, toleranceBps }: Signer,
  deps: JudgeDeps,
): Promise<TriedLiquidity> {
  if (sender !== '' && !isEvmAddress(sender)) throw new PasteProblem('address')
  switch (pasted.is) {
    case 'plan': {
      const { plan } = pasted
      const checked = isPreparedByService(plan)
        ? await checkLiquidityOnChain({ ...plan, receivedAt: deps.clock() }, deps)
        : await prepareAndCheck(plan.intent, deps)
      return { is: 'checked', checked, assumedToleranceBps: undefined }
    }
    case 'intent':
      return { is: 'checked', checked: await prepareAndCheck(pasted.intent, deps), assumedToleranceBps: undefined }
    case 'request':
    case 'answer': {
      const { file } = pasted
      const said = toleranceBps ?? file.toleranceBps
      const intent = await depositIntentOf({ ...file, sender: sender || file.sender, toleranceBps: said }, deps)
      const outcome = await checkDeposit(intent, file.answer, deps)
      return { ...outcome, assumedToleranceBps: said === undefined ? intent.toleranceBps : undefined }
    }
    case 'link': {
      const { position, ...intent } = await linkedDeposit(pasted.link, sender, deps)
      const assumed = toleranceBps === undefined ? intent.toleranceBps : undefined
      const asked = { ...intent, toleranceBps: toleranceBps ?? intent.toleranceBps, kind: 'deposit' as const }
      const { positionManager } = asked.pool
      if (position === undefined || positionManager === undefined)
        return { ...(await checkDeposit(asked, undefined, deps)), assumedToleranceBps: assumed }
      const increase = { ...asked, pool: { ...asked.pool, positionManager }, kind: 'increase' as const, position }
      return { is: 'checked', checked: await prepareAndCheck(increase, deps), assumedToleranceBps: assumed }
    }
    case 'position': {
      const intent = await linkedWithdrawal(pasted.position, { sender, toleranceBps }, deps)
      const assumedToleranceBps = toleranceBps === undefined ? withdrawalToleranceBps : undefined
      return { is: 'checked', checked: await prepareAndCheck(intent, deps), assumedToleranceBps }
    }
  }
}
