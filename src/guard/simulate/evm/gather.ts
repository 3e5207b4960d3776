import { encodeFunctionData, erc20Abi, getAddress, pad } from 'viem'
import { readRollupFees } from '../../../chain/dataFee'
import { readPosition } from '../../../chain/position'
import { bytes, messageOf, type RpcPort, readWord } from '../../../chain/rpc'
import type { ChainEvidence, Simulation } from '../../checkInputs'
import { distinctAddresses, native, sameAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { RevertMeaning } from '../../findings/findingFacts'
import { reason } from '../../findings/reason'
import type { StepOutcome } from '../../forecast'
import type { EvmStep } from '../../plan'
import { hashOfCode, readContractCode } from './codeBehind'
import { readOperators } from './givenRights'
import { type MarketPair, readMarketPools, readPoolsOf } from './marketPools'
import {
  type ChainHead,
  type LatestBlock,
  notRun,
  readChainHead,
  readLatestBlock,
  simulateByNode,
  type Trial,
} from './simulate'
import { simulateByContract } from './simulationContract'
import { allowanceRead, balanceRead, type TrackedAccounts } from './trackedAccounts'
import { estimateSteps, simulateAsSent } from './walletGas'

/** A node of one chain that can be queried. */
export type ChainNode = { readonly ask: RpcPort }

/** The data gathered about one chain. */
export type Gathered = { readonly evidence: ChainEvidence; readonly simulations: readonly Simulation[] }

export type GatherRequest = {
  readonly tracked: TrackedAccounts
  readonly steps: readonly EvmStep[]
  /** Tokens on this chain whose decimals are read. */
  readonly tokens: readonly string[]
  /** The sold and the bought token, to read the chain's own price. */
  readonly markets?: readonly MarketPair[]
  /** Who receives here, when that is not the sender. */
  readonly recipient?: string | undefined
  /** Contracts whose code settings pin. */
  readonly pinned: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Queries the nodes in turn until one on the right chain answers, and simulates the steps there: as soon as the latest
 * block is known, while code, prices and positions are still being read.
 */
export async function gather(question: GatherRequest, nodes: readonly ChainNode[]): Promise<Gathered> {
  const { chainId, sender } = question.tracked
  let refused: ChainEvidence = { is: 'unavailable', chainId, why: reason('node.none', {}) }
  for (const node of nodes) {
    const head = readChainHead(sender, node.ask)
    const tried = question.steps.length === 0 ? undefined : trySteps(question, head, node)
    const evidence = await readChain(question, head, node)
    if (evidence.is === 'read' && evidence.rpcChainId === chainId) return { evidence, simulations: (await tried) ?? [] }
    refused = evidence
  }
  return { evidence: refused, simulations: [] }
}

/**
 * Two simultaneous kinds of simulation: a contract has to deceive each in a different way. The first that ran is
 * repeated with the gas limits that the wallet will send.
 */
async function trySteps(
  question: GatherRequest,
  latest: Promise<ChainHead>,
  node: ChainNode,
): Promise<readonly Simulation[]> {
  const { steps, tracked, now } = question
  const estimated = estimateSteps(steps, node.ask)
  const head = await latest.catch(() => undefined)
  if (head?.rpcChainId !== tracked.chainId) return []
  const trial = { steps, tracked, now, head }
  const [first, second] = await Promise.all([simulateByNode(trial, node.ask), simulateByContract(trial, node.ask)])
  const tried = first.is === 'run' ? first : second
  const third = await simulateAsSent(trial, { tried, estimates: await estimated }, node.ask)
  const found = [first, second, third].filter((each) => each !== undefined)
  return withTokenWords(found, tracked, node.ask)
}

async function readChain(
  { tracked, steps, tokens, pinned, markets = [], recipient }: GatherRequest,
  head: Promise<ChainHead>,
  { ask }: ChainNode,
): Promise<ChainEvidence> {
  const { sender, spendings, relied, chainId, functions = [], position, positions, pool } = tracked
  const addresses = distinctAddresses([
    ...steps.map(({ to }) => to),
    ...relied,
    ...spendings.map(({ spender }) => spender),
  ])
  const latest = head.then(({ number }) => number)
  // A caller that awaits it gets the error; without one the rejection must not count as unhandled.
  latest.catch(() => undefined)
  const codeOf = (address: string) =>
    readContractCode(address, latest, ask, {
      isPinned: pinned.some((named) => sameAddress(named, address)),
      functions: functions.filter(({ to }) => sameAddress(to, address)).map(({ selector }) => selector),
    })
  try {
    const [block, delegate, recipientDelegate, contracts, decimals, balances, allowances, ...rest] = await Promise.all([
      head,
      delegateOf(sender, ask),
      recipient === undefined ? undefined : delegateOf(recipient, ask),
      eachOf(addresses, async (address) => ({ address, ...(await codeOf(address)) })),
      eachOf(tokens, async (token) => ({ token, decimals: await decimalsOf(token, ask) })),
      eachOf(tracked.tokens, async (token) => ({ token, amount: await readWord(ask, balanceRead(token, sender)) })),
      eachOf(spendings, async (right) => ({ ...right, amount: await readWord(ask, allowanceRead(sender, right)) })),
      position && readPosition(ask, position.manager, position.id),
      // Nodes refuse to search all logs.
      positions && readOperators(positions.owner, positions.manager, ask).catch(() => undefined),
      pool && readPoolsOf(ask, pool.manager, pool),
      eachOf(markets, (market) => readMarketPools(market, sender, ask)),
      eachOf(steps, async ({ data }) => (await readRollupFees(data, ask)).total),
    ])
    const [owned, operators, pools, marketPools, dataFees] = rest
    return {
      is: 'read',
      ...{ chainId, rpcChainId: block.rpcChainId, time: block.time, block: block.number, gasPrice: block.gasPrice },
      ...{
        contracts,
        decimals,
        delegate,
        recipientDelegate,
        position: owned,
        operators,
        dataFees,
        ...pools,
      },
      balances: [{ token: native, amount: block.coins }, ...balances.filter(isRead)],
      allowances: allowances.filter(isRead),
      marketPools: marketPools.flat(),
    }
  } catch (error) {
    return { is: 'unavailable', chainId, why: reason('node.said', { text: messageOf(error) }) }
  }
}

function eachOf<Of, Read>(all: readonly Of[], read: (each: Of) => Promise<Read>): Promise<readonly Read[]> {
  return Promise.all(all.map(read))
}

function isRead<Line extends { readonly amount: bigint | undefined }>(
  line: Line,
): line is Line & { readonly amount: bigint } {
  return line.amount !== undefined
}

/** Simulates calls as one transaction of the account, as a wallet with atomic batches executes them. */
export async function simulateTogether(
  trial: Omit<Trial, 'head'>,
  { ask }: Pick<ChainNode, 'ask'>,
): Promise<Simulation> {
  const { tracked } = trial
  try {
    return await simulateByContract({ ...trial, head: await readHead(tracked.sender, ask) }, ask)
  } catch (error) {
    return notRun(tracked.chainId, reason('node.said', { text: messageOf(error) }))
  }
}

/** The latest block as batches are simulated on it: at no base fee, which smart accounts do not pay themselves. */
export async function readHead(account: string, ask: RpcPort): Promise<LatestBlock> {
  return { ...(await readLatestBlock(account, ask)), baseFee: 0n }
}

/** An EOA that delegates (EIP-7702) has `0xef0100` and the address of the contract as its code. */
async function delegateOf(account: string, ask: RpcPort): Promise<string | undefined> {
  const code = bytes(await ask('eth_getCode', [account, 'latest']))
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? getAddress(`0x${code.slice(8)}`) : undefined
}

/** The hash of the code at an address; `undefined` without code. */
export async function codeHashOf(address: string, ask: RpcPort): Promise<string | undefined> {
  return hashOfCode(bytes(await ask('eth_getCode', [address, 'latest'])))
}

export const decimalsRead = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })

/** `undefined` when the token does not answer: a revert is an answer too. */
async function decimalsOf(token: string, ask: RpcPort): Promise<number | undefined> {
  const value = await readWord(ask, { to: token, data: decimalsRead })
  return value !== undefined && value <= 255n ? Number(value) : undefined
}

const paused = '0x5c975abb'
/** `isBlacklisted(address)` of USDC, `isBlackListed(address)` of USDT, and `isFrozen(address)`. */
const frozen = { isBlacklisted: '0xfe575a87', isBlackListed: '0xe47d6060', isFrozen: '0xe5839836' }

/**
 * Where a transfer fails for a reason that a router hides, the tokens themselves are asked whether they are paused or
 * have frozen an account, and their answer is the reason.
 */
export async function withTokenWords(
  simulations: readonly Simulation[],
  { accounts, tokens }: Pick<TrackedAccounts, 'accounts' | 'tokens'>,
  ask: RpcPort,
): Promise<readonly Simulation[]> {
  if (!simulations.some((each) => each.is === 'run' && each.outcomes.some(isHidden))) return simulations
  const isTrue = async (to: string, data: string) => (await readWord(ask, { to, data })) === 1n
  const questions = tokens.flatMap((to) => [
    isTrue(to, paused).then((is) => (is ? 'paused' : undefined)),
    ...accounts.flatMap((account) =>
      Object.entries(frozen).map(async ([name, selector]) => {
        const is = await isTrue(to, `${selector}${pad(getAddress(account)).slice(2)}`)
        return is ? `frozen: ${name}` : undefined
      }),
    ),
  ])
  const said = (await Promise.all(questions)).find((each) => each !== undefined)
  if (said === undefined) return simulations
  const named = (outcome: StepOutcome) => (isHidden(outcome) ? { ...outcome, reason: said } : outcome)
  return simulations.map((each) => (each.is === 'run' ? { ...each, outcomes: each.outcomes.map(named) } : each))
}

function isHidden(outcome: StepOutcome): boolean {
  return outcome.is === 'reverted' && hiding.has(meaningOfRevert(outcome.reason))
}

const hiding: ReadonlySet<RevertMeaning> = new Set([
  ...(['allowance-too-small', 'balance-too-small', 'payout-failed', 'no-reason', 'other'] as const),
])
