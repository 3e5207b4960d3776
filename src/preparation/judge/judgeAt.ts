import { networkOf } from '../../domain/chain'
import { addressKind } from '../../domain/chainKinds'
import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import type { SwapIntent } from '../../guard/intent'
import { planSwap } from '../../guard/plan/planSwap'
import { readCatalog } from '../../protocol/catalog'
import { decodeChains } from '../../protocol/chains'
import { type Deployment, InvalidConfiguration, readDeployment } from '../../protocol/deployment/deployment'
import { member } from '../../protocol/json/json'
import { createPoolReader } from '../../protocol/pools/poolReader'
import { decodePools } from '../../protocol/pools/poolsCodec'
import { decodeSwap, swapRequest } from '../../protocol/swap'
import { checkOnChain } from '../checkOnChain'
import { nativesOf } from '../prepareDeps'
import { newsOfRenewal } from '../recheckChanges'
import { slippageBpsOf } from '../slippage'
import { depositIntentOf, judgeDeposit } from './judgeDeposit'
import {
  accountOn,
  amountOf,
  answered,
  BadJudgeInput,
  given,
  isDeposit,
  type JudgeDeps,
  type JudgeFile,
  listed,
  rawResponse,
  readJudgeFile,
  tokenById,
} from './judgeFile'
import { exitCodeOf, type Judgement, judgedFinding, judgementOf, withoutPlan } from './judgement'

/** A running gateway, and a clock. */
export type JudgePorts = {
  /** The text at an address of the gateway. Rejects when it answers with anything but success. */
  readonly get: (path: string) => Promise<string>
  /** Asks a node; the address is a path of the gateway or another origin. Rejects with the node's message. */
  readonly ask: (url: string, method: string, params: readonly unknown[]) => Promise<unknown>
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Judges the text of a file with the settings, the lists and the nodes of a gateway. Throws `BadJudgeInput` where the file
 * is wrong; failures of the gateway reject as the ports do.
 */
export async function judgeAt(text: string, ports: JudgePorts): Promise<JudgedFile> {
  const file = readJudgeFile(text)
  const deployment = deploymentIn(await ports.get('/config.json'))
  const deps = await depsAt(file, deployment, ports)
  const judgement = await judgeAnswer(file, deps)
  const assumedToleranceBps =
    isDeposit(file.request) && file.toleranceBps === undefined
      ? (await depositIntentOf(file, deps)).toleranceBps
      : undefined
  return { judgement, exitCode: exitCodeOf(judgement), assumedToleranceBps }
}

/** Any page may answer at an address that is no gateway's. */
function deploymentIn(settings: string): Deployment {
  try {
    return readDeployment(JSON.parse(settings))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof InvalidConfiguration)) throw error
    const why = 'Its /config.json has no settings of a gateway: give the address at which the app opens.'
    throw new BadJudgeInput(why, { cause: error })
  }
}

export type JudgedFile = {
  readonly judgement: Judgement
  readonly exitCode: number
  /** The tolerance of a deposit whose file names none. */
  readonly assumedToleranceBps: number | undefined
}

export { BadJudgeInput }

async function depsAt(file: JudgeFile, deployment: Deployment, ports: JudgePorts): Promise<JudgeDeps> {
  const { clock, wait, ask, get } = ports
  const records = listed(decodeChains(rawResponse(await get('/api/blockchain'), clock())), 'chains')
  const { tokens, chains } = readCatalog(records, deployment.chains)
  const rpc = (chainId: number) => async (method: string, params: readonly unknown[]) => {
    const [url] = deployment.chains.find((chain) => chain.chainId === chainId)?.rpcUrls ?? []
    if (url === undefined) throw new Error(`The deployment names no node of chain ${chainId}.`)
    return ask(url, method, params)
  }
  return {
    deployment,
    tokens,
    clock,
    wait,
    nodes: (chainId) => [{ ask: rpc(chainId) }],
    wallets: { store: { getState: () => ({ accounts: signerOf(file) }) } },
    history: async () => ({ contracts: [], sent: [], underWay: [] }),
    pools: async (network) => {
      const chain = chains.find((chain) => networkOf(chain) === network)
      if (!chain) throw new BadJudgeInput(`The service lists no network "${network}".`)
      const here = tokens.filter((token) => token.chain.chainId === chain.chainId)
      const text = await get(`/api/amm/pool/all/${encodeURIComponent(network)}`)
      return createPoolReader(chain.kind, here).read(
        listed(decodePools(rawResponse(text, clock())), `pools of ${network}`),
      )
    },
  }
}

/** Treats the signer as connected: the sender of the request, or the file's `sender` for a deposit. */
function signerOf({ request, sender }: JudgeFile) {
  const named = sender ?? member(request, 'sender') ?? member(request, 'recipient')
  const address = typeof named === 'string' ? named : ''
  const kind = addressKind(address)
  return kind === undefined ? [] : [{ kind, address }]
}

/**
 * Judges an answer as the app does at a review: the same plan, the same simulations, the same rules. Throws `BadJudgeInput`
 * where the request or the answer cannot be read; node failures are findings.
 */
async function judgeAnswer(file: JudgeFile, deps: JudgeDeps): Promise<Judgement> {
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
  if (before.is === 'refused') throw new BadJudgeInput('"accepted" is refused as a plan, so no one could confirm it.')
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
    throw new BadJudgeInput(`slippage ${asked.slippage} of "request" is not between 0 and 100 %.`)
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
