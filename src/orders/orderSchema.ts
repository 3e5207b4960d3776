import * as v from 'valibot'
import type { Amount } from '../domain/amount'
import { chainKindNames } from '../domain/chain'
import { type Finding, readFinding } from '../guard/findings/finding'
import { isReason, type Reason, reason } from '../guard/findings/reason'
import type { LiquidityIntent } from '../guard/liquidityIntent'
import type { AnyPlan, EvmStep, Step } from '../guard/plan'
import { ExactNumber, type Json } from '../protocol/json/json'
import { refusalCodes } from '../protocol/refusal'

/** The readonly type of what a schema of the journal reads. Types of other rooms stay as those rooms declare them. */
export type Stored<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>

type Frozen<T> = T extends AnyPlan | Step | Finding | Reason | Amount
  ? T
  : { readonly [Name in keyof T]: Frozen<T[Name]> }

/** The schema of another room's type. It does not compile when it lacks a part of the type, or has one too many. */
function schemaOf<Value>() {
  return <Schema extends v.GenericSchema<unknown, Value>>(
    schema: Schema & (Mutable<Value> extends v.InferOutput<Schema> ? unknown : never),
  ): v.GenericSchema<unknown, Value> => schema
}

type Mutable<T> = Json extends T ? T : T extends object ? { -readonly [Name in keyof T]: Mutable<T[Name]> } : T

/**
 * The format of an entry. It counts up with every change that an older app would misread; a migration from each format to
 * the next stays as long as journals of that format may exist. The example in test/fixtures has to open for ever.
 */
export const journalFormat = 2

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
        v.object({ is: v.picklist(['shared ticker', 'unusual name', 'link in name', 'sum in name', 'unusual price']) }),
      ]),
    ),
  ),
})

const amount = schemaOf<Amount>()(v.object({ token, units: bigint }))

export const swapIntent = v.object({
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

export const liquidityIntent = schemaOf<LiquidityIntent>()(
  v.variant('kind', [depositIntent, increaseIntent, withdrawIntent]),
)

const purpose = v.variant('does', [
  v.object({ does: v.literal('approve'), token: label, spender: label, amount: natural }),
  v.object({ does: v.literal('reset'), token: label, spender: label }),
  v.object({ does: v.picklist(['swap', 'wrap', 'unwrap', 'deposit', 'opaque']) }),
  v.object({ does: v.literal('reclaim'), id: natural }),
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

const step = schemaOf<Step>()(
  v.variant('kind', [
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
  ]),
)

const steps = v.pipe(v.array(step), v.maxLength(32))

const finding: v.GenericSchema<unknown, Finding> = v.pipe(
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

const plan = schemaOf<AnyPlan>()(
  v.union([v.object({ intent: swapIntent, ...planFields }), v.object({ intent: liquidityIntent, ...planFields })]),
)

/** Written to the journal before a wallet is asked: how to find the transaction if the answer is lost. */
export const anchor = v.variant('kind', [
  v.object({
    kind: v.literal('evm'),
    account: label,
    /** The nonce the wallet will most likely use: the account's next one, pending transactions counted. */
    nonce: v.pipe(whole, v.minValue(0)),
    block: natural,
    /** The account's next nonce by mined transactions only; the start of the search. */
    minedNonce: v.exactOptional(v.pipe(whole, v.minValue(0))),
    /** The gas limit the wallet is given. */
    gas: v.exactOptional(natural),
    /** Hash of the called contract's code, remembered once the transaction has succeeded. */
    codeHash: v.exactOptional(label),
    /** A repeat of a lost request: it takes the same nonce, so that only one of the two can land. */
    isPinned: v.exactOptional(v.boolean()),
    /** The wallet chooses the nonce, because the node's count contradicts what this app has sent. */
    isOpenNonce: v.exactOptional(v.literal(true)),
    /** The account is a contract: others send its transactions, and the wallet's hash may be unknown to every node. */
    isContract: v.exactOptional(v.literal(true)),
    /**
     * All steps went to the wallet as one atomic batch, under an id that the app chose before it asked
     * (`wallet_getCallsStatus`). `isTaken`: the wallet has confirmed that it carries the batch out.
     */
    batch: v.exactOptional(v.object({ id: label, isTaken: v.exactOptional(v.literal(true)) })),
  }),
  v.object({
    kind: v.literal('solana'),
    account: label,
    messageHash: label,
    lastValidBlockHeight: natural,
    /** The account's lamports before it was asked, as of a slot: a transaction that landed has changed them. */
    before: v.exactOptional(v.object({ slot: natural, lamports: natural })),
    /** The signed transaction in base64: sent again, byte for byte, while the chain does not know it. */
    signed: v.exactOptional(label),
  }),
  // The person was asked to pay, until this time.
  v.object({ kind: v.literal('bitcoin'), account: label, until: time }),
])

const named = { chain: label }

/** Earlier versions stored other reasons for a signed transaction that cannot be decoded. */
const unclear = reason('wire.no-transaction', {})

/** Facts for the failure's sentence. */
const failureFacts = v.variant('is', [
  // Nothing beyond the code
  v.object({ is: v.literal('code alone') }),
  // Wallets. `no answer`: the connection timed out; the wallet may still show the request.
  v.object({ is: v.picklist(['pop-up blocked', 'no wallet connected', 'wallet locked', 'wallet gone', 'no answer']) }),
  v.object({
    is: v.picklist(['no account given', 'code expired', 'no signature', 'no atomic batch', 'batch given up']),
  }),
  // Why it cannot show the request yet. Nothing was signed.
  v.object({
    is: v.literal('hardware wallet'),
    problem: v.picklist(['locked', 'wrong app', 'blind signing', 'away']),
  }),
  v.object({ is: v.literal('no wallets'), kind: chainKind }),
  v.object({ is: v.literal('other account'), wanted: label, current: orNone(label) }),
  v.object({ is: v.picklist(['not on chain', 'left chain', 'switch declined', 'switch failed']), ...named }),
  v.object({ is: v.literal('add chain manually'), ...named, chainId: whole, currency: label }),
  v.object({ is: v.literal('unknown chain'), chainId: whole }),
  v.object({ is: v.literal('signed something else'), difference: v.fallback(v.custom<Reason>(isReason), unclear) }),
  // A lost request and a transaction of another order have this nonce, and neither is mined.
  v.object({ is: v.literal('nonce awaited'), nonce: whole }),
  // Nodes. One that responds may fail to answer: it limits us, lacks the latest blocks, or refuses.
  v.object({ is: v.literal('node'), problem: v.picklist(['limited', 'behind', 'refused']) }),
  v.object({ is: v.literal('would revert'), reason: label }),
  v.object({
    is: v.literal('Solana wallet'),
    problem: v.picklist(['declined', 'not connected', 'not ready', 'silent', 'simulation', 'unexpected']),
  }),
  v.object({
    is: v.literal('Solana node'),
    problem: v.picklist(['none answers', 'expired', 'insufficient funds', 'busy', 'behind', 'away', 'refused']),
  }),
  // Orders
  v.object({
    is: v.picklist(['stored plan changed', 'quotes too old', 'price moved', 'step expired', 'not written']),
  }),
  // Kill switch and other gates
  v.object({ is: v.literal('halted'), message: label }),
  v.object({ is: v.literal('halt unknown') }),
  v.object({ is: v.literal('blocked by checks'), findings: v.array(finding) }),
  v.object({ is: v.literal('refused by service'), refusal: v.picklist(refusalCodes), said: orNone(label) }),
])

/** The reaction of the app to a failure: try again, wait, look on chain, or stop. */
export const failureCodes = [
  'rejected',
  'locked',
  'unsupported',
  'wrong chain',
  'wrong account',
  'insufficient funds',
  'nonce',
  'underpriced',
  'timeout',
  'busy',
  'unreachable',
  'expired',
  'reverted',
  'not a hash',
  'refused',
  'tampered',
  'unknown',
] as const

/** Why something did not work, as data: its sentence is made where it is shown, in `components/failure.messages.ts`. */
export const failure = v.object({
  code: v.picklist(failureCodes),
  facts: failureFacts,
  /** The original message of a wallet, a node or the service. */
  detail: orNone(label),
})

/** The cost and the time of a transaction that failed on chain; absent when no node returned them. */
const networkCost = v.object({ fee: bigint, minedAt: v.exactOptional(time) })

/** The actual effects of one transaction, from its logs. */
export const receipt = v.object({
  hash: label,
  /** EVM block or Solana slot. */
  block: bigint,
  /** The block's time in milliseconds since the epoch; absent when no node named it. */
  minedAt: v.exactOptional(time),
  /** Smallest units of the native coin. */
  fee: bigint,
  received: orNone(amount),
  spent: orNone(amount),
  /** Balance changes of the sender and the recipient, from the logs. */
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
  /** The liquidity added and its position, from the position manager's log. */
  grown: v.exactOptional(v.object({ position: natural, liquidity: natural, amount0: natural, amount1: natural })),
})

/** The state of one step. */
export const progress = v.variant('at', [
  v.object({ at: v.picklist(['waiting', 'checking', 'switching', 'rejected']) }),
  v.object({ at: v.literal('signing'), anchor }),
  v.object({ at: v.literal('sent'), anchor, hash: label }),
  v.object({ at: v.literal('confirming'), anchor, hash: label, confirmations: whole }),
  v.object({ at: v.literal('done'), anchor, hash: label, receipt }),
  v.object({ at: v.literal('failed'), failure, hash: orNone(label) }),
  v.object({
    at: v.literal('replaced'),
    hash: label,
    by: label,
    /**
     * `altered`: the wallet sent something else than was checked; `by` is then the same hash. `lowered`: the person
     * chose a smaller allowance in the wallet. A queue that dropped a request names no other transaction: `cancelled`,
     * and `by` is its own hash.
     */
    how: v.picklist(['cancelled', 'replaced', 'altered', 'lowered']),
  }),
  v.object({ at: v.literal('reverted'), hash: label, why: orNone(label), cost: v.exactOptional(networkCost) }),
  v.object({ at: v.literal('expired'), hash: orNone(label) }),
  // Unknown whether the transaction was sent. Still watched; requested again only by the person's click.
  v.object({
    at: v.literal('unknown'),
    anchor,
    hash: orNone(label),
    /** The chain has no new transaction of the account: requesting again is allowed. */
    isUnseen: v.boolean(),
    /** The wallet's message instead of a hash. */
    failure: orNone(failure),
  }),
])

/** One step of the plan, and how far it has come. */
export const task = v.object({
  step,
  progress,
  /** Hash of the plan the step came with. */
  planHash: label,
  /** The last request made of the wallet for this step. */
  lastAnchor: v.exactOptional(anchor),
  /** That request was given up without knowing whether it was sent: the next one reuses its nonce. */
  isLost: v.exactOptional(v.boolean()),
  /** The wallet has not answered that request, and the person has not confirmed that it is gone. */
  isOpen: v.exactOptional(v.boolean()),
  /** The asserted bounds of the older plan's batch it was sent with. */
  assertion: v.exactOptional(assertion),
})

const evmSteps: v.GenericSchema<unknown, readonly EvmStep[]> = v.pipe(v.array(evmStep), v.maxLength(32))

/** All steps of a plan as one transaction (EIP-5792): the chain carries out every one of them, or none. */
export const batch = v.object({
  kind: v.literal('evm batch'),
  chainId: whole,
  from: label,
  steps: evmSteps,
  assertion,
})

/** The outcome of a request that its step continued without. */
export const requestOutcome = v.variant('is', [
  v.object({ is: v.literal('pending'), hash: label }),
  v.object({ is: v.literal('done'), receipt }),
  v.object({ is: v.literal('reverted'), hash: label, why: orNone(label), cost: v.exactOptional(networkCost) }),
  // Proven not to have landed. A node that knows more may still say that it did.
  v.object({ is: v.literal('expired'), hash: label }),
  // The wallet sent something else than it was asked for.
  v.object({ is: v.literal('altered'), hash: label }),
])

/**
 * A request for a signature that gave way to a later one, or to none. A wallet may still confirm it: prompts of phones
 * outlive the page that asked for them. So it is looked for on chain, and recorded in its order when found.
 */
export const earlierRequest = v.object({
  /** The step; for a batch, its last one. */
  step,
  /** The batch, if the wallet was asked for one. */
  batch: v.exactOptional(batch),
  planHash: label,
  anchor,
  /** The wallet has not answered it, and the person has not confirmed that it is gone. */
  isOpen: v.exactOptional(v.boolean()),
  /** No one knows whether it was sent: the next request for the step takes the same nonce. */
  isLost: v.exactOptional(v.boolean()),
  /** Its outcome on chain. */
  outcome: v.exactOptional(requestOutcome),
})

/** Where the money of a cross-chain order is once the source chain is paid. */
const delivery = v.variant('at', [
  // With the bridge, before its deadline. `isPartial`: not all transactions since then could be read. `isSilent`: no
  // node of the destination, or of the chain that was paid on, answers at the moment.
  v.object({
    at: v.literal('awaited'),
    isPartial: v.exactOptional(v.literal(true)),
    isSilent: v.exactOptional(v.literal(true)),
  }),
  // With the recipient. Without a hash, only the balance shows it. `isAtLeast`: native coins of another order arrived
  // in the same time, so `units` is the agreed minimum and no one knows the exact amount.
  v.object({
    at: v.literal('filled'),
    units: natural,
    hash: orNone(label),
    isAtLeast: v.exactOptional(v.literal(true)),
  }),
  // Back with the sender, in the token that the bridge transfers.
  v.object({
    at: v.literal('refunded'),
    token: label,
    units: natural,
    hash: label,
    /** The block's time in milliseconds since the epoch. */
    minedAt: v.exactOptional(time),
  }),
  // With the bridge, though its time is over. `short`: the arrivals so far, less than was promised.
  v.object({
    at: v.literal('late'),
    /** A deposit held by a bridge contract, which the person can take back after its deadline. */
    escrow: orNone(v.object({ contract: label, id: natural })),
    short: v.exactOptional(natural),
    isPartial: v.exactOptional(v.literal(true)),
  }),
  // Unknown: the destination chain could not be read when the order began.
  v.object({ at: v.literal('unknown') }),
])

/** One line of an order's timeline. */
const historyEntry = v.object({
  /** Milliseconds since the epoch. */
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
  /** Position of the task it is about; `undefined` when it is about the whole order. */
  task: orNone(whole),
  /** A hash, a reason, or a chain's answer. */
  note: orNone(label),
  failure: v.exactOptional(failure),
})

/**
 * A newer plan that needs the person's confirmation. `resumed`: maybe no worse, but a new click is needed.
 * `newWarnings`: warnings that are new since the last confirmation.
 */
const updatedPlan = v.object({
  plan,
  why: v.picklist(['price moved', 'resumed']),
  newWarnings: v.exactOptional(v.array(finding)),
})

/** The destination of a cross-chain order: its state when the order began, and whether the promised amount arrived. */
const destination = v.object({
  /**
   * The recipient's balance of the bought token before anything was signed, as of an EVM block or Solana slot: any later
   * excess has arrived. `undefined` when the destination chain could not be read.
   */
  since: orNone(v.object({ block: natural, balance: natural })),
  delivery,
})

/**
 * Several orders towards one deposit: a withdrawal first if a position is moved, a swap if one token is short, then the
 * deposit. Each is prepared, checked and reviewed when the one before it is done, for its amounts are known only then.
 * Each of its orders contains its goal.
 */
const part = v.object({
  goal: v.object({
    id: label,
    account: label,
    chainId: whole,
    /** The addresses of the pool and of its tokens. */
    pool: label,
    tokens: v.tuple([label, label]),
    symbols: v.tuple([label, label]),
    range,
    /** Of the deposit, in basis points. */
    toleranceBps: v.pipe(whole, v.minValue(0), v.maxValue(5_000)),
    /** Whether the native coin is paid instead of its wrapped form. */
    paysCoin: v.boolean(),
    /** The number of the position that is moved. */
    position: orNone(v.pipe(label, v.regex(/^\d{1,78}$/))),
    /** The tokens from the wallet, before the swap; nothing where a position is moved. */
    budget: v.object({ amount0: natural, amount1: natural }),
  }),
  /** Which step an order carries out. */
  step: v.picklist(['withdrawal', 'swap', 'deposit']),
  /** The person has ended the sequence. */
  isStopped: v.exactOptional(v.literal(true)),
})

/** A deposit that the service was asked to carry out, before there are steps to sign. */
export const serviceRequest = v.object({
  /** The request, word for word. */
  body: label,
  /** Liquidity that the recipient had in this range before, and how much should be added. */
  before: natural,
  expected: natural,
  progress: v.variant('at', [
    // The request may be on its way.
    v.object({ at: v.literal('posted') }),
    // No usable answer came: the service may have acted or not. `said`: a word that it answered.
    v.object({ at: v.literal('unanswered'), said: v.exactOptional(label) }),
    // The service has accepted and acts by itself. `said`: a hash or a number that it answered.
    v.object({ at: v.literal('accepted'), said: v.exactOptional(label) }),
    // The service has accepted; the person's wallet signs transactions of the app, or of the service.
    v.object({ at: v.literal('to sign'), builtBy: v.picklist(['app', 'service']) }),
    // The service refused: nothing has happened.
    v.object({ at: v.literal('refused') }),
    // The pool shows more liquidity of this owner in this range than before.
    v.object({ at: v.literal('seen'), added: natural, position: orNone(label) }),
  ]),
})

/**
 * Why an order waits though nothing has failed. It continues by itself when the reason is gone, except for `price
 * moved`, `paused` and `older request`, which need a click. `no answer`: the wallet has not answered for a minute.
 * `older request`: the wallet may still have one open for the same step. `not accepted`: no node has accepted the
 * signed transaction yet. `not found`: no node has the sent transaction yet. `unreachable`: no answer of a node has
 * come; `limited`, `behind` and `refused`: nodes respond without it. `no details`: it is in a block, and no node shows
 * its balance changes.
 */
export const blockedReason = v.picklist([
  'wrong network',
  'wallet gone',
  'other account',
  'other tab',
  'other order',
  'offline',
  'unreachable',
  'limited',
  'behind',
  'refused',
  'no answer',
  'older request',
  'not accepted',
  'not found',
  'no details',
  'price moved',
  'paused',
])

/** A plan being carried out, with its history. */
export const orderSchema = v.object({
  // Format 2 added `request`.
  version: v.pipe(
    v.picklist([1, journalFormat]),
    v.transform((): typeof journalFormat => journalFormat),
  ),
  id: v.pipe(label, v.minLength(1)),
  /** The current plan; newer than the reviewed one after a re-quote. */
  plan,
  tasks: v.pipe(v.array(task), v.maxLength(64)),
  blocked: orNone(blockedReason),
  updatedPlan: orNone(updatedPlan),
  /** The minimum received that the person confirmed; newer plans are compared with it. */
  confirmedMinimum: orNone(amount),
  /** The plan no longer fits what happened since (a revert, a cancellation): a fresh quote comes first. */
  isStale: v.boolean(),
  /** Dismissed by the person; still in the journal and still watched. */
  isDismissed: v.boolean(),
  /** The delivery of a cross-chain order. Absent for orders on one chain. */
  destination: v.exactOptional(destination),
  /** The request to the service, for a deposit. The order has steps once there is something to sign. */
  request: v.exactOptional(serviceRequest),
  /** The sequence that it is a step of. Absent for an order on its own. */
  part: v.exactOptional(part),
  /** Superseded requests and their outcomes. Absent without any. */
  earlier: v.exactOptional(v.pipe(v.array(earlierRequest), v.maxLength(1_000))),
  history: v.array(historyEntry),
  /** Milliseconds since the epoch. */
  openedAt: time,
  changedAt: time,
})
