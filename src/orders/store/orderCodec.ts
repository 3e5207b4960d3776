import * as v from 'valibot'
import { chainKindNames } from '../../domain/chain'
import { readFinding } from '../../guard/findings/finding'
import { isReason, type Reason } from '../../guard/findings/reason'
import type { LiquidityIntent } from '../../guard/liquidityIntent'
import { ExactNumber, type Json, tryParseJson, writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import { refusalCodes } from '../../protocol/refusal'
import { blockedReasons } from '../actions/blockedReason'
import { deviceProblems, failureCodes, nodeProblems, solanaNodeProblems, solanaWalletProblems } from '../failure'
import type { Order } from '../order'

/**
 * One order as the journal keeps it. Big integers are text, what is absent is null, and every entry is checked
 * against the schema when it is read: a tampered journal can at most make the app watch a transaction.
 */
export function encodeOrder(order: Order): string {
  return writeJson(toPlainJson(order))
}

/**
 * The format of an entry. It counts up with every change that an older app would misread; a migration from each format to
 * the next stays as long as journals of that format may exist. The example in test/fixtures has to open for ever.
 */
const journalFormat = 2

/** The result of decoding a journal entry. `newer`: written by a later version of the app, so it is not changed. */
export type StoredOrder =
  | { readonly is: 'order'; readonly order: Order }
  | { readonly is: 'newer'; readonly version: number }
  | { readonly is: 'unreadable'; readonly why: string }

export function decodeOrder(text: string): StoredOrder {
  const json = tryParseJson(text)
  if (json === undefined) return { is: 'unreadable', why: 'not JSON' }
  const version = v.safeParse(v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) }), json)
  if (!version.success) return { is: 'unreadable', why: 'no version' }
  if (version.output.version > journalFormat) return { is: 'newer', version: version.output.version }
  const read = v.safeParse(orderSchema, json)
  if (read.success) return { is: 'order', order: read.output }
  const [issue] = read.issues
  return { is: 'unreadable', why: `${v.getDotPath(issue) ?? 'entry'}: ${issue.message}` }
}

/** Reads a liquidity intent from a journal entry or a bundle; `undefined` for anything else. */
export function decodeLiquidityIntent(text: string): LiquidityIntent | undefined {
  const read = v.safeParse(v.variant('kind', [depositIntent, increaseIntent, withdrawIntent]), tryParseJson(text))
  return read.success ? read.output : undefined
}

const text = v.pipe(v.string(), v.maxLength(1_000_000))
const label = v.pipe(v.string(), v.maxLength(20_000))
const bigint = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,80}$/),
  v.transform((digits) => BigInt(digits)),
)
const natural = v.pipe(bigint, v.minValue(0n))
const whole = v.pipe(v.number(), v.safeInteger())
const time = v.pipe(v.number(), v.finite())
const json = v.custom<Json>(() => true)
const jsonObject = v.custom<{ readonly [key: string]: Json }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber),
)

function orNone<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(
    v.nullable(schema),
    v.transform((value) => value ?? undefined),
  )
}

const chainKind = v.picklist(chainKindNames)
const chain = v.object({ id: whole, chainId: whole, name: label, kind: chainKind, isEnabled: v.boolean() })

const token = v.object({
  id: whole,
  chain,
  address: label,
  symbol: label,
  name: label,
  decimals: v.pipe(whole, v.minValue(0), v.maxValue(255)),
  isNative: v.boolean(),
  price: orNone(label),
  imagePath: orNone(label),
  cautions: v.exactOptional(
    v.array(
      v.variant('is', [
        v.object({ is: v.literal('look-alike'), of: label }),
        v.object({ is: v.literal('shared ticker') }),
        v.object({ is: v.literal('unusual name') }),
        v.object({ is: v.literal('link in name') }),
        v.object({ is: v.literal('sum in name') }),
        v.object({ is: v.literal('unusual price') }),
      ]),
    ),
  ),
})

const amount = v.object({ token, units: bigint })

const swapIntent = v.object({
  kind: v.literal('swap'),
  sell: amount,
  buy: token,
  slippageBps: v.pipe(v.number(), v.finite()),
  sender: label,
  recipient: label,
  skipNonSwapTransactions: v.boolean(),
})

const poolKey = v.object({
  token0: token,
  token1: token,
  feePpm: orNone(whole),
  positionManager: label,
  address: v.exactOptional(label),
  startTick: orNone(whole),
})

const tick = v.pipe(whole, v.minValue(-887_272), v.maxValue(887_272))
const range = v.object({ tickLower: tick, tickUpper: tick })

const paying = {
  pool: poolKey,
  pay: v.tuple([amount, amount]),
  range,
  toleranceBps: whole,
  sqrtPriceX96: natural,
  typedAtSqrtPriceX96: v.exactOptional(natural),
  sender: label,
  recipient: label,
}

const depositIntent = v.object({ kind: v.literal('deposit'), ...paying })
const increaseIntent = v.object({ kind: v.literal('increase'), position: natural, ...paying })

const withdrawIntent = v.object({
  kind: v.literal('withdraw'),
  pool: poolKey,
  position: natural,
  range,
  liquidity: natural,
  minimums: v.object({ amount0: natural, amount1: natural }),
  owed: v.exactOptional(v.object({ amount0: natural, amount1: natural })),
  coin: v.exactOptional(token),
  sender: label,
  recipient: label,
})

const purpose = v.variant('does', [
  v.object({ does: v.literal('approve'), token: label, spender: label, amount: natural }),
  v.object({ does: v.literal('reset'), token: label, spender: label }),
  v.object({ does: v.literal('swap') }),
  v.object({ does: v.literal('wrap') }),
  v.object({ does: v.literal('unwrap') }),
  v.object({ does: v.literal('deposit') }),
  v.object({ does: v.literal('reclaim'), id: natural }),
  v.object({ does: v.literal('opaque') }),
])

/** The answer of the service, kept for display. */
const said = v.object({
  type: json,
  data: json,
  order: orNone(v.pipe(v.number(), v.finite())),
  value: orNone(label),
  gasAmount: orNone(label),
  gasUsd: orNone(label),
  to: orNone(label),
  chainType: json,
  rpcUrl: orNone(label),
  rest: jsonObject,
})

const hex = v.pipe(text, v.regex(/^0x(?:[0-9a-f]{2})*$/i))

const evmStep = v.object({
  kind: v.literal('evm'),
  index: whole,
  chainId: whole,
  from: label,
  to: label,
  data: hex,
  value: natural,
  purpose,
  said: orNone(said),
})

const step = v.variant('kind', [
  evmStep,
  v.object({
    kind: v.literal('solana'),
    index: whole,
    chainId: whole,
    from: label,
    transaction: text,
    purpose,
    said: orNone(said),
  }),
  v.object({
    kind: v.literal('bitcoin'),
    index: whole,
    chainId: whole,
    from: label,
    to: label,
    units: natural,
    memo: orNone(label),
    until: time,
    toSign: v.exactOptional(v.object({ transaction: text, fee: natural })),
    purpose,
    said: orNone(said),
  }),
])

const steps = v.pipe(v.array(step), v.maxLength(32))

const finding = v.pipe(
  v.object({
    code: label,
    severity: v.picklist(['ok', 'info', 'warn', 'block']),
    step: orNone(whole),
    renewable: v.exactOptional(v.picklist(['expired', 'moved'])),
    kind: label,
    facts: v.record(v.string(), v.unknown()),
  }),
  v.transform(readFinding),
)

const assertion = v.object({
  changes: v.array(v.object({ token: label, account: label, least: bigint })),
  allowances: v.array(v.object({ token: label, spender: label, through: orNone(label), most: natural })),
})

const planFields = {
  steps,
  quote: v.object({
    minimumReceived: orNone(amount),
    expectedOut: orNone(amount),
    path: v.array(label),
    dex: orNone(label),
    gasUsd: orNone(label),
  }),
  receivedAt: time,
  hash: label,
  notes: v.exactOptional(v.array(finding)),
  assertion: v.exactOptional(assertion),
}

const plan = v.union([
  v.object({ intent: swapIntent, ...planFields }),
  v.object({ intent: v.variant('kind', [depositIntent, increaseIntent, withdrawIntent]), ...planFields }),
])

const anchor = v.variant('kind', [
  v.object({
    kind: v.literal('evm'),
    account: label,
    nonce: v.pipe(whole, v.minValue(0)),
    block: natural,
    minedNonce: v.exactOptional(v.pipe(whole, v.minValue(0))),
    gas: v.exactOptional(natural),
    codeHash: v.exactOptional(label),
    isPinned: v.exactOptional(v.boolean()),
    isOpenNonce: v.exactOptional(v.literal(true)),
    isContract: v.exactOptional(v.literal(true)),
    batch: v.exactOptional(v.object({ id: label, isTaken: v.exactOptional(v.literal(true)) })),
  }),
  v.object({
    kind: v.literal('solana'),
    account: label,
    messageHash: label,
    lastValidBlockHeight: natural,
    before: v.exactOptional(v.object({ slot: natural, lamports: natural })),
    signed: v.exactOptional(label),
  }),
  v.object({ kind: v.literal('bitcoin'), account: label, until: time }),
])

const named = { chain: label }

const failureFacts = v.variant('is', [
  v.object({ is: v.literal('code alone') }),
  v.object({ is: v.literal('pop-up blocked') }),
  v.object({ is: v.literal('no wallet connected') }),
  v.object({ is: v.literal('wallet locked') }),
  v.object({ is: v.literal('wallet gone') }),
  v.object({ is: v.literal('no account given') }),
  v.object({ is: v.literal('no answer') }),
  v.object({ is: v.literal('code expired') }),
  v.object({ is: v.literal('hardware wallet'), problem: v.picklist(deviceProblems) }),
  v.object({ is: v.literal('no wallets'), kind: chainKind }),
  v.object({ is: v.literal('other account'), wanted: label, current: orNone(label) }),
  v.object({ is: v.literal('not on chain'), ...named }),
  v.object({ is: v.literal('left chain'), ...named }),
  v.object({ is: v.literal('switch declined'), ...named }),
  v.object({ is: v.literal('switch failed'), ...named }),
  v.object({ is: v.literal('add chain manually'), ...named, chainId: whole, currency: label }),
  v.object({ is: v.literal('unknown chain'), chainId: whole }),
  v.object({ is: v.literal('other chain kind') }),
  v.object({ is: v.literal('signed something else'), difference: v.custom<Reason>(isReason) }),
  v.object({ is: v.literal('no signature') }),
  v.object({ is: v.literal('no atomic batch') }),
  v.object({ is: v.literal('batch given up') }),
  v.object({ is: v.literal('nonce awaited'), nonce: whole }),
  v.object({ is: v.literal('node'), problem: v.picklist(nodeProblems) }),
  v.object({ is: v.literal('would revert'), reason: label }),
  v.object({ is: v.literal('Solana wallet'), problem: v.picklist(solanaWalletProblems) }),
  v.object({ is: v.literal('Solana node'), problem: v.picklist(solanaNodeProblems) }),
  v.object({ is: v.literal('stored plan changed') }),
  v.object({ is: v.literal('quotes too old') }),
  v.object({ is: v.literal('price moved') }),
  v.object({ is: v.literal('step expired') }),
  v.object({ is: v.literal('not written') }),
  v.object({ is: v.literal('halted'), message: label }),
  v.object({ is: v.literal('halt unknown') }),
  v.object({ is: v.literal('blocked by checks'), findings: v.array(finding) }),
  v.object({ is: v.literal('refused by service'), refusal: v.picklist(refusalCodes), said: orNone(label) }),
])

const failure = v.object({ code: v.picklist(failureCodes), facts: failureFacts, detail: orNone(label) })

/** The cost of a transaction that failed on chain. */
const networkCost = v.object({ fee: bigint, minedAt: v.exactOptional(time) })

const receipt = v.object({
  hash: label,
  block: bigint,
  minedAt: v.exactOptional(time),
  fee: bigint,
  received: orNone(amount),
  spent: orNone(amount),
  changes: v.exactOptional(
    v.array(
      v.object({
        account: label,
        chainId: whole,
        token: label,
        delta: bigint,
        isAssumed: v.exactOptional(v.literal(true)),
      }),
    ),
  ),
  grown: v.exactOptional(v.object({ position: natural, liquidity: natural, amount0: natural, amount1: natural })),
})

const progress = v.variant('at', [
  v.object({ at: v.literal('waiting') }),
  v.object({ at: v.literal('checking') }),
  v.object({ at: v.literal('switching') }),
  v.object({ at: v.literal('signing'), anchor }),
  v.object({ at: v.literal('sent'), anchor, hash: label }),
  v.object({ at: v.literal('confirming'), anchor, hash: label, confirmations: whole }),
  v.object({ at: v.literal('done'), anchor, hash: label, receipt }),
  v.object({ at: v.literal('failed'), failure, hash: orNone(label) }),
  v.object({ at: v.literal('rejected') }),
  v.object({
    at: v.literal('replaced'),
    hash: label,
    by: label,
    how: v.picklist(['cancelled', 'replaced', 'altered', 'lowered']),
  }),
  v.object({ at: v.literal('reverted'), hash: label, why: orNone(label), cost: v.exactOptional(networkCost) }),
  v.object({ at: v.literal('expired'), hash: orNone(label) }),
  v.object({
    at: v.literal('unknown'),
    anchor,
    hash: orNone(label),
    isUnseen: v.boolean(),
    failure: orNone(failure),
  }),
])

const task = v.object({
  step,
  progress,
  planHash: label,
  lastAnchor: v.exactOptional(anchor),
  isLost: v.exactOptional(v.boolean()),
  isOpen: v.exactOptional(v.boolean()),
  assertion: v.exactOptional(assertion),
})

const batch = v.object({
  kind: v.literal('evm batch'),
  chainId: whole,
  from: label,
  steps: v.pipe(v.array(evmStep), v.maxLength(32)),
  assertion,
})

const earlierRequest = v.object({
  step,
  batch: v.exactOptional(batch),
  planHash: label,
  anchor,
  isOpen: v.exactOptional(v.boolean()),
  isLost: v.exactOptional(v.boolean()),
  outcome: v.exactOptional(
    v.variant('is', [
      v.object({ is: v.literal('pending'), hash: label }),
      v.object({ is: v.literal('done'), receipt }),
      v.object({ is: v.literal('reverted'), hash: label, why: orNone(label), cost: v.exactOptional(networkCost) }),
      v.object({ is: v.literal('expired'), hash: label }),
      v.object({ is: v.literal('altered'), hash: label }),
    ]),
  ),
})

const delivery = v.variant('at', [
  v.object({
    at: v.literal('awaited'),
    isPartial: v.exactOptional(v.literal(true)),
    isSilent: v.exactOptional(v.literal(true)),
  }),
  v.object({
    at: v.literal('filled'),
    units: natural,
    hash: orNone(label),
    isAtLeast: v.exactOptional(v.literal(true)),
  }),
  v.object({
    at: v.literal('refunded'),
    token: label,
    units: natural,
    hash: label,
    minedAt: v.exactOptional(time),
  }),
  v.object({
    at: v.literal('late'),
    escrow: orNone(v.object({ contract: label, id: natural })),
    short: v.exactOptional(natural),
    isPartial: v.exactOptional(v.literal(true)),
  }),
  v.object({ at: v.literal('unknown') }),
])

const historyEntry = v.object({
  when: time,
  what: v.picklist([
    'opened',
    'checking',
    'switching',
    'withdrawn',
    'asked',
    'taken',
    'sent',
    'seen',
    'repriced',
    'confirmed',
    'reorged',
    'rejected',
    'failed',
    'replaced',
    'reverted',
    'expired',
    'lost',
    'retried',
    'skipped',
    'blocked',
    'unblocked',
    'renewed',
    'offered',
    'accepted',
    'dismissed',
    'reopened',
    'noted',
    'delivery',
    'requests gone',
    'answered',
    'found late',
    'sequence stopped',
    'request',
    'planned',
  ]),
  task: orNone(whole),
  note: orNone(label),
  failure: v.exactOptional(failure),
})

const updatedPlan = v.object({
  plan,
  why: v.picklist(['price moved', 'resumed']),
  newWarnings: v.exactOptional(v.array(finding)),
})

const destination = v.object({ since: orNone(v.object({ block: natural, balance: natural })), delivery })

const part = v.object({
  goal: v.object({
    ...{ id: label, account: label, chainId: whole, pool: label },
    tokens: v.tuple([label, label]),
    symbols: v.tuple([label, label]),
    range,
    toleranceBps: v.pipe(whole, v.minValue(0), v.maxValue(5_000)),
    paysCoin: v.boolean(),
    position: orNone(v.pipe(label, v.regex(/^\d{1,78}$/))),
    budget: v.object({ amount0: natural, amount1: natural }),
  }),
  step: v.picklist(['withdrawal', 'swap', 'deposit']),
  isStopped: v.exactOptional(v.literal(true)),
})

const request = v.object({
  body: label,
  before: natural,
  expected: natural,
  progress: v.variant('at', [
    v.object({ at: v.literal('posted') }),
    v.object({ at: v.literal('unanswered'), said: v.exactOptional(label) }),
    v.object({ at: v.literal('accepted'), said: v.exactOptional(label) }),
    v.object({ at: v.literal('to sign'), builtBy: v.picklist(['app', 'service']) }),
    v.object({ at: v.literal('refused') }),
    v.object({ at: v.literal('seen'), added: natural, position: orNone(label) }),
  ]),
})

export const orderSchema = v.object({
  // Format 2 added `request`.
  version: v.pipe(
    v.picklist([1, journalFormat]),
    v.transform((): typeof journalFormat => journalFormat),
  ),
  id: v.pipe(label, v.minLength(1)),
  plan,
  tasks: v.pipe(v.array(task), v.maxLength(64)),
  blocked: orNone(v.picklist(blockedReasons)),
  updatedPlan: orNone(updatedPlan),
  confirmedMinimum: orNone(amount),
  isStale: v.boolean(),
  isDismissed: v.boolean(),
  destination: v.exactOptional(destination),
  request: v.exactOptional(request),
  part: v.exactOptional(part),
  earlier: v.exactOptional(v.pipe(v.array(earlierRequest), v.maxLength(1_000))),
  history: v.array(historyEntry),
  openedAt: time,
  changedAt: time,
})
