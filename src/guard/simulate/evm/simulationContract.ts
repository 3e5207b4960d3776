import {
  type DecodeFunctionResultReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  parseAbi,
  prepareEncodeFunctionData,
} from 'viem'
import { hasReverted } from '../../../chain/position'
import { bytes, hex, messageOf, type RpcPort } from '../../../chain/rpc'
import type { Simulation } from '../../checkInputs'
import { native } from '../../decode/evm/address'
import { earlierStepFailed, explainFailure } from '../../decode/evm/revert'
import { reason } from '../../findings/reason'
import type { StepOutcome } from '../../forecast'
import type { EvmStep } from '../../plan'
import { proberCode } from './contract/code'
import { gasPerStep, type LatestBlock, notRun, shortfall, sumUp, type Trial } from './simulate'
import { type StateRead, stateChanges, stateReads, wordIn } from './trackedAccounts'

const abi = parseAbi([
  'struct Call { address to; uint256 value; uint256 gas; bytes data; }',
  'struct Outcome { bool success; uint256 gasUsed; bytes result; }',
  'struct Report { bytes[] before; bytes[] afterwards; uint256[] coinsBefore; uint256[] coinsAfter; Outcome[] outcomes; }',
  'function run(Call[] calls, Call[] reads, address[] accounts) payable returns (Report report)',
])

const run = prepareEncodeFunctionData({ abi, functionName: 'run' })

/** The intrinsic gas of every transaction, and of each byte of its data. */
const baseGas = 21_000n
const gasPerByte = 16n
const gasPerZero = 4n
/** The gas that is left of the whole simulation. */
const anyGas = 2n ** 64n

/**
 * Simulates an ordered list of steps with one `eth_call` and state overrides, for nodes without `eth_simulateV1` and as
 * a second simulation: during the call, code at the person's own address executes the steps.
 *
 * The contracts see an account with code, so this may be the only cause of a failure: then the simulation counts as not
 * run, unless the failure is known to happen without it too. Gas limits are for a simulation that went through without
 * them. `later`: the block in which the steps are tried, for nodes that take block overrides;
 * one that passes them over gives no result.
 */
export async function simulateByContract(trial: Trial, ask: RpcPort, later?: LatestBlock): Promise<Simulation> {
  const { steps, tracked, head, limits } = trial
  try {
    const answer = bytes(await ask('eth_call', request(trial, later)))
    const report = decodeFunctionResult({ abi, functionName: 'run', data: answer })
    if (later && !isIn(later, report.before.at(-1))) return notRun(tracked.chainId, reason('node.no-later-block', {}))
    const found = readReport(report, trial)
    const failed = found.outcomes.findIndex(({ is }) => is === 'reverted')
    if (failed >= 0 && !limits && !(await failsAlone(steps, failed, found.outcomes[failed]!, head, ask)))
      return notRun(tracked.chainId, reason('node.fails-with-stand-in', {}))
    return found
  } catch (error) {
    return notRun(tracked.chainId, reason('node.said', { text: messageOf(error) }))
  }
}

/** More reads in one call make nodes slow. */
const maxReads = 250

/**
 * Answers many view calls with few requests: code at the account's own address makes all calls. `undefined` where one
 * fails. Rejects when the node does not support state overrides.
 */
export async function readTogether(
  reads: readonly StateRead[],
  account: string,
  ask: RpcPort,
): Promise<readonly (bigint | undefined)[]> {
  if (reads.length === 0) return []
  const asked = reads.slice(0, maxReads).map(readCall)
  const data = encodeFunctionData({ ...run, args: [[], asked, []] })
  const answer = bytes(
    await ask('eth_call', [{ from: account, to: account, data }, 'latest', { [account]: { code: proberCode } }]),
  )
  const { before } = decodeFunctionResult({ abi, functionName: 'run', data: answer })
  return [...before.map(wordIn), ...(await readTogether(reads.slice(maxReads), account, ask))]
}

function readCall({ to, data }: StateRead) {
  return { to: getAddress(to), value: 0n, gas: anyGas, data: bytes(data) }
}

function request(trial: Trial, later: LatestBlock | undefined): readonly unknown[] {
  const { steps, tracked: watch, head, limits } = trial
  const calls = steps.map(({ to, value, data }, place) => ({
    ...{ to: getAddress(to), value, data: bytes(data) },
    gas: gasOfCall(data, limits?.[place]),
  }))
  const reads = [...stateReads(watch), ...(later ? [{ to: clock.address, data: '0x' }] : [])].map(readCall)
  const accounts = watch.accounts.map((account) => getAddress(account))
  // The gas of the call is paid in advance, also where the steps are limited to less.
  const short = shortfall({ ...trial, limits: undefined })
  return [
    {
      from: watch.sender,
      to: watch.sender,
      gas: hex(gasPerStep * BigInt(steps.length)),
      gasPrice: hex(head.gasPrice),
      data: encodeFunctionData({ ...run, args: [calls, reads, accounts] }),
    },
    'latest',
    {
      [watch.sender]: { code: proberCode, ...(short > 0n ? { balance: hex(head.coins + short) } : {}) },
      ...(later && { [clock.address]: { code: clock.code } }),
    },
    ...(later ? [{ number: hex(later.number), time: hex(later.time) }] : []),
  ]
}

/** A contract that returns number and time of its block. Exists only in the simulated one. */
const clock = { address: '0x0000000000000000000000000000000000c10c4b', code: '0x436000524260205260406000f3' }

function isIn({ number, time }: LatestBlock, answer: string | undefined): boolean {
  if (answer === undefined || answer.length !== 2 + 128) return false
  return BigInt(answer.slice(0, 66)) === number && BigInt(`0x${answer.slice(66)}`) === time
}

/** The rest of a transaction's gas limit for its call: the other part is used before it begins. */
function gasOfCall(data: string, limit: bigint | undefined): bigint {
  if (limit === undefined) return anyGas
  const zeros =
    data
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0
  const others = (data.length - 2) / 2 - zeros
  const intrinsic = baseGas + gasPerZero * BigInt(zeros) + gasPerByte * BigInt(others)
  return limit > intrinsic ? limit - intrinsic : 0n
}

type Report = DecodeFunctionResultReturnType<typeof abi, 'run'>

function readReport(report: Report, { steps, tracked: watch, now: at }: Trial): Extract<Simulation, { is: 'run' }> {
  const { balances, grants, growth } = stateChanges(watch, report.before, report.afterwards)
  const coins = watch.accounts.map((account, index) => ({
    account,
    chainId: watch.chainId,
    token: native,
    delta: (report.coinsAfter[index] ?? 0n) - (report.coinsBefore[index] ?? 0n),
  }))
  const firstFailure = report.outcomes.findIndex(({ success }) => !success)
  const outcomes = report.outcomes.map(({ success, gasUsed, result }, index): StepOutcome => {
    const total = gasUsed + baseGas + gasPerByte * BigInt((steps[index]!.data.length - 2) / 2)
    if (success) return { is: 'success', gasUsed: total }
    const reason = index === firstFailure ? explainFailure(result, '', false) : earlierStepFailed
    return { is: 'reverted', reason, gasUsed: total }
  })
  return {
    is: 'run',
    chainId: watch.chainId,
    by: 'prober',
    outcomes,
    changes: sumUp([...balances, ...coins]),
    grants,
    operators: [],
    ...(growth && { growth }),
    at,
  }
}

/** The first step can be simulated by itself; a later one is believed to fail when it returns a reason of its own. */
async function failsAlone(
  steps: readonly EvmStep[],
  failed: number,
  outcome: StepOutcome,
  { gasPrice }: LatestBlock,
  ask: RpcPort,
): Promise<boolean> {
  const step = steps[failed]
  if (failed > 0 || !step) return outcome.is === 'reverted' && outcome.reason !== ''
  try {
    await ask('eth_call', [
      { from: step.from, to: step.to, data: step.data, value: hex(step.value), gasPrice: hex(gasPrice) },
      'latest',
    ])
    return false
  } catch (error) {
    return hasReverted(error)
  }
}
