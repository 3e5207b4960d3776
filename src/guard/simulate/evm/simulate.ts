import { encodePacked, getAddress, keccak256, pad, parseAbi, type RpcLog, toEventSelector } from 'viem'
import { eventsIn, logsIn } from '../../../chain/logs'
import { hex, listOf, memberOf, messageOf, quantity, quantityOrNone, type RpcPort } from '../../../chain/rpc'
import { larger, sumOf } from '../../../domain/bigints'
import type { AllowanceChange, MintedPositions, Simulation } from '../../checkInputs'
import { native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { explainFailure } from '../../decode/evm/revert'
import { type Reason, reason } from '../../findings/reason'
import type { BalanceChange, StepOutcome } from '../../forecast'
import type { EvmStep } from '../../plan'
import { isSameRight, type StateRead, stateChanges, stateReads, type TrackedAccounts, wordIn } from './trackedAccounts'

/** More gas than any step needs, and cheap enough to be paid in advance. */
export const gasPerStep = 5_000_000n
/** A contract that returns the balance of the address it is given. Exists only in the simulated block. */
const scales = { address: '0x00000000000000000000000000000000005ca1e5', code: '0x6000353160005260206000f3' }
/** The address under which nodes report transfers of native coins as ERC-20 logs. */
const coinLedger = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved)',
  // Of Uniswap v3 and Algebra pools: the manager owns the liquidity there.
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 liquidity, uint256 amount0, uint256 amount1)',
])
type Event = ReturnType<typeof eventsIn<typeof abi>>[number]

/** Steps that are tried on top of a block, with what is read before and after them. */
export type Trial = {
  readonly steps: readonly EvmStep[]
  readonly tracked: TrackedAccounts
  readonly head: LatestBlock
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The gas limit of each step; more than any needs where it is absent. */
  readonly limits?: readonly bigint[] | undefined
}

/**
 * Simulates an ordered list of steps in one `eth_simulateV1` request, reading balances and allowances before and after.
 * The gas price is set to a realistic value, because some contracts are honest only when it is zero.
 */
export async function simulateByNode(trial: Trial, ask: RpcPort): Promise<Simulation> {
  const readings = stateReads(trial.tracked)
  try {
    return report(trial, readings.length, await ask('eth_simulateV1', request(trial, readings)))
  } catch (error) {
    return notRun(trial.tracked.chainId, reason('node.said', { text: messageOf(error) }))
  }
}

export function notRun(chainId: number, why: Reason): Simulation {
  return { is: 'not run', chainId, why }
}

function request(trial: Trial, readings: readonly StateRead[]): readonly unknown[] {
  const { steps, tracked, head } = trial
  const reads = [
    ...readings.map(({ to, data }) => ({ from: zeroAddress, to, data })),
    ...tracked.accounts.map((account) => ({
      from: zeroAddress,
      to: scales.address,
      data: pad(getAddress(account), { size: 32 }),
    })),
  ]
  const calls = steps.map(({ from, to, data, value }, index) => ({
    from,
    to,
    data,
    value: hex(value),
    gas: hex(limitOf(trial, index)),
    gasPrice: hex(head.gasPrice),
  }))
  const short = shortfall(trial)
  const block = {
    blockOverrides: {
      number: hex(head.number + 1n),
      time: hex(head.time + 1n),
      baseFeePerGas: hex(head.baseFee),
      // A contract could detect the simulation by a zero here, or by the time.
      prevRandao: keccak256(encodePacked(['uint256', 'uint256'], [head.number, head.time])),
    },
    stateOverrides: {
      [scales.address]: { code: scales.code },
      ...(short > 0n ? { [tracked.sender]: { balance: hex(head.coins + short) } } : {}),
    },
    calls: [...reads, ...calls, ...reads],
  }
  return [{ blockStateCalls: [block], traceTransfers: true, validation: false }, 'latest']
}

/** The native coins missing to pay the gas in advance. Whether the person can pay is checked with real balances. */
export function shortfall(trial: Trial): bigint {
  const { steps, head } = trial
  const gas = sumOf(steps.map((_, index) => limitOf(trial, index)))
  return larger(sumOf(steps.map(({ value }) => value)) + gas * head.gasPrice - head.coins, 0n)
}

function limitOf({ limits }: Trial, index: number): bigint {
  return limits?.[index] ?? gasPerStep
}

function report(trial: Trial, readings: number, answer: unknown): Simulation {
  const { steps, tracked: watch, head, now: at } = trial
  const calls = listOf(memberOf(listOf(answer)[0], 'calls'))
  const reads = readings + watch.accounts.length
  const before = calls.slice(0, reads).map(answerOf)
  const tried = calls.slice(reads, reads + steps.length)
  const after = calls.slice(reads + steps.length).map(answerOf)
  const { balances, grants, growth } = stateChanges(watch, before, after)

  const written = tried.flatMap((call) => listOf(memberOf(call, 'logs') ?? []))
  const logs = logsIn(written)
  // The effect of an unreadable log is unknown.
  if (calls.length !== 2 * reads + steps.length || logs.length < written.length)
    return notRun(watch.chainId, reason('node.no-simulation', {}))
  const events = eventsIn(abi, logs)
  const outcomes = tried.map((call, index) => outcomeOf(call, limitOf(trial, index)))
  const surprises = events.flatMap((event) => movesOf(event, watch))
  const coinMoves = surprises.filter(({ token }) => token === native)
  const weighed = weighCoins(watch, head, outcomes, before.slice(readings), after.slice(readings))
  const carries = steps.some(({ value }) => value > 0n)
  const others = surprises.filter(
    ({ token }) => token !== native && !watch.tokens.some((known) => sameAddress(known, token)),
  )
  return {
    is: 'run',
    chainId: watch.chainId,
    by: 'eth_simulateV1',
    outcomes,
    changes: sumUp([
      ...balances,
      // On nodes that report no native transfers, the difference of balances is used, corrected by the fees.
      ...(coinMoves.length > 0 || !carries ? coinMoves : weighed),
      ...others,
    ]),
    grants: [...grants, ...strangeGrants(events, watch)],
    operators: events.flatMap((event) => operatorsOf(event, watch)),
    loggedBy: [...new Set(logs.filter((log) => names(log, watch.sender)).map(({ address }) => getAddress(address)))],
    minted: mintedIn(events),
    ...(growth && { growth }),
    at,
  }
}

/** Adds the changes of one account and token; zero changes are left out. */
export function sumUp(changes: readonly BalanceChange[]): BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const change of changes) {
    const key = `${change.account}/${change.token}`.toLowerCase()
    sums.set(key, { ...change, delta: (sums.get(key)?.delta ?? 0n) + change.delta })
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0n)
}

function weighCoins(
  { accounts, sender, chainId }: TrackedAccounts,
  { gasPrice }: LatestBlock,
  outcomes: readonly StepOutcome[],
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
): BalanceChange[] {
  const fees = sumOf(outcomes.map(({ gasUsed }) => gasUsed)) * gasPrice
  return accounts.map((account, index) => {
    const paid = sameAddress(account, sender) ? fees : 0n
    return {
      account,
      chainId,
      token: native,
      delta: (wordIn(after[index]) ?? 0n) - (wordIn(before[index]) ?? 0n) + paid,
    }
  })
}

function outcomeOf(call: unknown, limit: bigint): StepOutcome {
  const gasUsed = quantity(memberOf(call, 'gasUsed'))
  if (memberOf(call, 'status') === '0x1') return { is: 'success', gasUsed }
  const error = memberOf(call, 'error')
  const data = [memberOf(call, 'returnData'), memberOf(error, 'data')].find(
    (each) => typeof each === 'string' && each.length > 2,
  )
  return { is: 'reverted', reason: explainFailure(data, messageOf(error), gasUsed >= limit), gasUsed }
}

function answerOf(call: unknown): string | undefined {
  const data = memberOf(call, 'returnData')
  return memberOf(call, 'status') === '0x1' && typeof data === 'string' ? data : undefined
}

/** Swap events of Uniswap v2 and v3. */
const poolSwaps: readonly string[] = [
  'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
].map((event) => toEventSelector(event))

/** Whether a log has an account in its topics or data. Pools log their recipients, which grants no right. */
function names({ address, topics, data }: RpcLog, account: string): boolean {
  const [kind = ''] = topics
  if (poolSwaps.includes(kind) || sameAddress(address, coinLedger)) return false
  const word = account.slice(2).toLowerCase().padStart(64, '0')
  return [...topics, data].some((text) => text.toLowerCase().includes(word))
}

/** ERC-20 transfers from or to the tracked accounts; an NFT counts as one. */
function movesOf({ address, eventName, args }: Event, { accounts, chainId }: TrackedAccounts): BalanceChange[] {
  if (eventName !== 'Transfer') return []
  const token = sameAddress(address, coinLedger) ? native : getAddress(address)
  const amount = 'value' in args ? args.value : 1n
  return accounts.flatMap((account) => [
    ...(sameAddress(account, args.from) ? [{ account, chainId, token, delta: -amount }] : []),
    ...(sameAddress(account, args.to) ? [{ account, chainId, token, delta: amount }] : []),
  ])
}

/** Allowances of the sender that the plan did not ask for: the last log of each counts. */
function strangeGrants(events: readonly Event[], { sender, spendings }: TrackedAccounts): AllowanceChange[] {
  const found = new Map<string, AllowanceChange>()
  for (const { address, eventName, args } of events) {
    if (eventName !== 'Approval' || !sameAddress(args.owner, sender)) continue
    const grant = { token: getAddress(address), spender: args.spender, before: 0n }
    // Address 0 revokes the approval of an NFT.
    const after = 'value' in args ? args.value : grant.spender === zeroAddress ? 0n : 1n
    const isKnown = spendings.some((known) => isSameRight(known, grant))
    if (!isKnown) found.set(`${grant.token}/${grant.spender}`, { ...grant, after })
  }
  return [...found.values()]
}

function operatorsOf({ address, eventName, args }: Event, { sender }: TrackedAccounts) {
  if (eventName !== 'ApprovalForAll' || !sameAddress(args.owner, sender) || !args.isApproved) return []
  return [{ token: getAddress(address), operator: args.operator }]
}

/** A new position is an NFT transferred from the zero address, with liquidity that its manager owns in the pool. */
function mintedIn(events: readonly Event[]): MintedPositions {
  return {
    tokens: events.flatMap(({ address, eventName, args }) =>
      eventName === 'Transfer' && 'tokenId' in args && args.from === zeroAddress
        ? [{ manager: getAddress(address), owner: args.to }]
        : [],
    ),
    liquidity: events.flatMap(({ address, eventName, args }) => {
      if (eventName !== 'Mint') return []
      const { owner, tickLower, tickUpper, liquidity } = args
      return [{ pool: getAddress(address), owner, tickLower, tickUpper, liquidity }]
    }),
  }
}

/** The inputs of a simulation from the chain, and the node's chain ID. */
export type ChainHead = Awaited<ReturnType<typeof readChainHead>>

/** Reads it from a node. Rejects when the node does not answer. */
export async function readChainHead(sender: string, ask: RpcPort) {
  const [rpcChainId, latest] = await Promise.all([ask('eth_chainId', []).then(quantity), readLatestBlock(sender, ask)])
  return { ...latest, rpcChainId: Number(rpcChainId) }
}

/** The block on top of which a plan is simulated. */
export type LatestBlock = Awaited<ReturnType<typeof readLatestBlock>>

export async function readLatestBlock(account: string, ask: RpcPort) {
  const [block, gasPrice, coins] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    ask('eth_gasPrice', []).then(quantity),
    ask('eth_getBalance', [account, 'latest']).then(quantity),
  ])
  return {
    number: quantity(memberOf(block, 'number')),
    /** Seconds since the epoch. */
    time: quantity(memberOf(block, 'timestamp')),
    gasPrice,
    /** The sender's balance of the native coin. */
    coins,
    /** The most gas that a block holds. */
    gasLimit: quantityOrNone(memberOf(block, 'gasLimit')) ?? defaultBlockGas,
    baseFee: quantityOrNone(memberOf(block, 'baseFeePerGas')) ?? 0n,
  }
}

/** The gas of Ethereum's blocks at least since 2021, for nodes that do not return a limit. */
const defaultBlockGas = 30_000_000n
