import { BadAnswer, memberOf } from '../../chain/rpc'
import { type Failure, type FailureCode, type FailureFacts, failureOf } from '../../orders/failure'
import { isDefinitelyUnsent } from '../../orders/orderReducer'
import { deviceProblemIn } from '../deviceProblem'
import { WalletFailure } from '../wallets'
import { WalletElsewhere } from './node'
import { EvmNodeError } from './rpc/nodeRefusal'
import { NoNodeAnswers } from './rpc/sourcesInTurn'

/** Translates any error of an EVM wallet or node into a failure: its code and facts. */
export function explainEvm(error: unknown): Failure {
  const failure = explainWallet(error)
  const isOfNode = error instanceof EvmNodeError || error instanceof BadAnswer
  // A refusal of a node to read does not concern the wallet.
  return !isOfNode || nodeCodes.has(failure.code)
    ? failure
    : { code: 'unreachable', facts: { is: 'node', problem: 'refused' }, detail: failure.detail }
}

const nodeCodes: ReadonlySet<FailureCode> = new Set(['insufficient funds', 'reverted', 'unreachable'])

/** The same for an error of the wallet itself, such as accounts that cannot be read. */
export function explainWallet(error: unknown): Failure {
  if (error instanceof WalletFailure) return error.failure
  if (error instanceof WalletElsewhere)
    return { code: 'wrong chain', facts: { is: 'not on chain', chain: error.chain }, detail: undefined }
  if (error instanceof NoNodeAnswers) {
    const detail = detailOf(error, layersOf(error))
    if (error.why === 'silent') return failureOf('unreachable', detail)
    return { code: 'unreachable', facts: { is: 'node', problem: error.why }, detail }
  }
  const layers = layersOf(error)
  const problem = deviceProblemIn(layers.map(({ text }) => text))
  if (problem) return { code: 'locked', facts: { is: 'hardware wallet', problem }, detail: detailOf(error, layers) }
  // WalletConnect stops waiting; the wallet still holds the request.
  if (layers.some(({ text }) => /\brequest expired\b/i.test(text)))
    return { code: 'timeout', facts: { is: 'no answer' }, detail: detailOf(error, layers) }
  const code = codeOf(layers)
  const isPopup = code === 'locked' && layers.some(({ text }) => /pop ?up/i.test(text))
  return { code, facts: { is: isPopup ? 'pop-up blocked' : 'code alone' }, detail: detailOf(error, layers) }
}

/**
 * The failure of a request that asked for a transaction. Only standard codes prove that nothing was sent: a wallet may
 * have broadcast before it returns any other error, so that other words ("cancelled", "insufficient funds") prove
 * nothing.
 */
export function requestFailure(error: unknown): WalletFailure {
  const failure = explainWallet(error)
  const isSure = error instanceof WalletFailure || layersOf(error).some(({ code }) => unsentCodes.has(code))
  return new WalletFailure(isSure || !isDefinitelyUnsent(failure) ? failure : { ...failure, code: 'unknown' }, {
    cause: error,
  })
}

/** EIP-1193, EIP-1474, EIP-3326, ethers, JSON-RPC, and EIP-5792 without 5720, a batch that was accepted before. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  ...[4001, 'ACTION_REJECTED', 4100, 4200, 4901, 4902, -32_002, -32_004, -32_601, -32_602],
  ...[5700, 5710, 5730, 5740, 5750, 5760],
])

/** A failure found by the app itself, as an error to throw. */
export function evmFailure(
  code: FailureCode,
  facts: FailureFacts = { is: 'code alone' },
  cause?: unknown,
): WalletFailure {
  const detail = cause === undefined ? undefined : textOf(cause)
  return new WalletFailure({ code, facts, detail }, { cause })
}

/** Whether an error, or one wrapped in it, means that the wallet does not know the chain. */
export function isUnknownChain(error: unknown): boolean {
  return layersOf(error).some(
    (layer) => layer.code === 4902 || /unrecognized chain|not been added|try adding the chain/i.test(layer.text),
  )
}

export function isUnsupportedBy(error: unknown): boolean {
  return codeOf(layersOf(error)) === 'unsupported'
}

type Layer = { readonly code: number | string | undefined; readonly text: string; readonly name: string }

/** Wallets wrap errors of nodes, bridges and other wallets, each in its own field. The outermost comes first. */
function layersOf(error: unknown): readonly Layer[] {
  const layers: Layer[] = []
  let level: unknown[] = [error]
  for (let depth = 0; depth < 6 && level.length > 0; depth++) {
    layers.push(...level.map(layerOf))
    level = level.flatMap(insideOf)
  }
  return layers
}

function layerOf(error: unknown): Layer {
  const code = memberOf(error, 'code')
  const name = memberOf(error, 'name')
  return {
    code: typeof code === 'number' || typeof code === 'string' ? code : undefined,
    text: textOf(error),
    name: typeof name === 'string' ? name : '',
  }
}

function insideOf(error: unknown): unknown[] {
  return ['cause', 'error', 'data', 'originalError', 'info']
    .map((name) => memberOf(error, name))
    .filter((inner) => typeof inner === 'object' && inner !== null)
}

function textOf(error: unknown): string {
  if (typeof error === 'string') return error.slice(0, 1_000)
  const texts = ['shortMessage', 'message', 'details', 'reason'].map((name) => memberOf(error, name))
  return texts
    .filter((text) => typeof text === 'string')
    .join(' ')
    .slice(0, 1_000)
}

type Rule = readonly [FailureCode, (layer: Layer) => boolean]

/** Tested in this order, each on all layers, because the outermost code is often only a wrapper. */
const rules: readonly Rule[] = [
  // EIP-5792: a batch with this id was already accepted; its status shows whether it is this one.
  ['unknown', coded(5720)],
  // EIP-5792: no capability, no chain, no id, too large, not atomic.
  ['unsupported', coded(5700, 5710, 5730, 5740, 5760)],
  // 5750: the person declined the account upgrade.
  ['rejected', coded(4001, 'ACTION_REJECTED', 5000, 5001, 5750)],
  [
    'rejected',
    says(
      /\b0x6985\b|conditions? of use not satisfied|(user|request|transaction|signature).{0,20}\b(rejected|denied|refused|cancell?ed|declined|disapproved)|(rejected|denied|cancell?ed|declined) (by|the) (the )?user|user abort/,
    ),
  ],
  ['busy', coded(-32_002)],
  ['busy', says(/already pending|request already|already processing/)],
  ['locked', coded(4100, 4900)],
  [
    'locked',
    says(
      /pop ?up window failed|popup.*(blocked|failed)|wallet is locked|not been authorized|no accounts? (available|connected)/,
    ),
  ],
  ['wrong chain', coded(4901, 4902)],
  [
    'wrong chain',
    says(
      /chain ?id.{0,30}(mismatch|should be|does not match|invalid)|does not match the target chain|wrong (chain|network)/,
    ),
  ],
  [
    'insufficient funds',
    says(/insufficient (funds|balance)|exceeds (the )?balance|gas required exceeds allowance|not enough funds/),
  ],
  ['nonce', says(/nonce|already known|known transaction|alreadyknown|already imported/)],
  ['underpriced', says(/underpriced|fee per gas less than|fee too low|gas price too low|max fee/)],
  ['unsupported', coded(4200, -32_601, -32_602, -32_004)],
  ['unsupported', says(/(method|not).{0,20}(not supported|unsupported)|unsupported method|does not (exist|support)/)],
  ['reverted', coded(3)],
  ['reverted', says(/execution reverted|transaction reverted|call reverted|always failing transaction/)],
  ['timeout', ({ name, text }) => name === 'TimeoutError' || /timed? ?out|took too long|deadline exceeded/i.test(text)],
  [
    'unreachable',
    ({ code }) => code === 429 || code === -32005 || (typeof code === 'number' && code >= 500 && code < 600),
  ],
  [
    'unreachable',
    says(
      /socket (stalled|hang)|failed to publish|no internet connection|failed to fetch|network ?error|fetch failed|load failed|rate limit|too many requests|http [45]\d\d|disconnected|no node of/,
    ),
  ],
]

function coded(...codes: readonly unknown[]): Rule[1] {
  return ({ code }) => codes.includes(code)
}

function says(pattern: RegExp): Rule[1] {
  return ({ text }) => pattern.test(text.toLowerCase())
}

function codeOf(layers: readonly Layer[]): FailureCode {
  return rules.find(([, fits]) => layers.some(fits))?.[0] ?? 'unknown'
}

function detailOf(error: unknown, layers: readonly Layer[]): string | undefined {
  const code = error instanceof EvmNodeError ? error.code : layers.find((layer) => layer.code !== undefined)?.code
  const text = layers.find((layer) => layer.text !== '')?.text
  if (text === undefined) return code === undefined ? undefined : String(code)
  return code === undefined ? text : `${text} (${code})`
}
