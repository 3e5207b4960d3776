import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { SwapIntent } from '../../guard/intent'
import { planSwap } from '../../guard/plan/planSwap'
import { decodeSwap, swapRequest } from '../../protocol/swap'
import { checkOnChain } from '../checkOnChain'
import { nativesOf } from '../prepareDeps'
import { newsOfRenewal } from '../recheckChanges'
import { slippageBpsOf } from '../slippage'
import { judgeDeposit } from './judgeDeposit'
import { BadJudgeInput, isDeposit, type JudgeFile } from './judgeFile'
import { type Judgement, judgedFinding, judgementOf, withoutPlan } from './judgement'
import { accountOn, amountOf, answered, given, type JudgeDeps, rawResponse, tokenById } from './judgeRequest'

/**
 * Judges an answer as the app does at a review: the same plan, the same simulations, the same rules. Throws `BadJudgeInput`
 * where the request or the answer cannot be read; node failures are findings.
 */
export async function judgeAnswer(file: JudgeFile, deps: JudgeDeps): Promise<Judgement> {
  if (isDeposit(file.request)) return judgeDeposit(file, deps)
  const intent = swapIntentOf(file, deps)
  const judged = await checkAnswer(intent, file.answer, deps)
  if (judged.is === 'refused') return withoutPlan('blocked', judged.findings)
  const judgement = judgementOf(judged.checked)
  return file.accepted === undefined
    ? judgement
    : judgedAsRenewal(judgement, judged.checked, intent, file.accepted, deps)
}

type CheckedAnswer =
  | { readonly is: 'checked'; readonly checked: CheckedPlan }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }

async function checkAnswer(
  intent: SwapIntent,
  answer: string,
  deps: JudgeDeps,
  name: 'answer' | 'accepted' = 'answer',
): Promise<CheckedAnswer> {
  const receivedAt = deps.clock()
  const value = answered(decodeSwap(rawResponse(answer, receivedAt)), name)
  const context = { receivedAt, chains: deps.deployment.chains, natives: nativesOf(deps.tokens) }
  const planned = planSwap(intent, value, context)
  if (planned.is === 'refused') return planned
  return { is: 'checked', checked: await checkOnChain(planned.plan, deps) }
}

/** A renewal goes on silently only when it brings nothing that the accepted answer did not have: else it is never green. */
async function judgedAsRenewal(
  judgement: Judgement,
  checked: CheckedPlan,
  intent: SwapIntent,
  accepted: string,
  deps: JudgeDeps,
): Promise<Judgement> {
  const before = await checkAnswer(intent, accepted, deps, 'accepted')
  if (before.is === 'refused') throw new BadJudgeInput('"accepted" is no plan: nobody can have agreed to it.')
  const added = newsOfRenewal(before.checked, checked)
  const isEqual = added.length === 0
  const level = judgement.level === 'proven' || judgement.level === 'enforced' ? 'tried' : judgement.level
  return {
    ...judgement,
    level: isEqual ? judgement.level : level,
    renewal: { isEqual, news: added.map(judgedFinding) },
  }
}

function swapIntentOf({ request }: JudgeFile, { tokens, deployment }: JudgeDeps): SwapIntent {
  const asked = given(swapRequest, request)
  const sell = tokenById(asked.tokenAId, 'tokenAId', tokens)
  const buy = tokenById(asked.tokenBId, 'tokenBId', tokens)
  const slippageBps = slippageBpsOf(asked.slippage, deployment.slippageUnit)
  if (!(slippageBps >= 0 && slippageBps <= 10_000))
    throw new BadJudgeInput(`slippage ${asked.slippage} of "request" is not between nothing and everything.`)
  return {
    kind: 'swap',
    sell: amountOf(sell, asked.amount, 'amount'),
    buy,
    slippageBps,
    sender: accountOn(sell.chain, asked.sender, '"sender" of "request"'),
    recipient: accountOn(buy.chain, asked.recipient, '"recipient" of "request"'),
    skipNonSwapTransactions: asked.skipNonSwapTransactions,
  }
}
