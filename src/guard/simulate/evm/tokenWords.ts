import { getAddress, pad } from 'viem'
import { type RpcPort, readWord } from '../../../chain/rpc'
import type { Simulation } from '../../checkInputs'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { RevertMeaning } from '../../findings/findingFacts'
import type { StepOutcome } from '../../forecast'
import type { TrackedAccounts } from './trackedAccounts'

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
