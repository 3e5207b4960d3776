import { minLiquidity } from '../../../domain/liquidity/deposit'
import type { Token } from '../../../domain/token'
import { changeOf } from '../../check/arrival'
import { depositCalls, depositLimits, isDust, type LiquidityRuleInput, sides } from '../../check/liquidityRuleInput'
import { remainingSteps } from '../../check/ruleInput'
import type { MintedPositions } from '../../checkInputs'
import { native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { reason } from '../../findings/reason'
import type { LiquidityIntent, WithdrawIntent } from '../../liquidityIntent'
import { minLiquidityAdded } from '../../plan/liquidityAdded'
import type { Rule } from '../../rule'
import { adding, everyLiquidityPlan, removing } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import { compareRuns } from '../agreement'

/** Rules about the result of the simulation. */
export const liquiditySimulationRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-030',
    title: 'Every transaction succeeds in simulation',
    against: 'A transaction that fails and still costs the network fee',
    scopes: everyLiquidityPlan,
    find: ({ runs, decoded, inputs }, say) => {
      const [run] = runs
      if (!run) {
        const failed = inputs.simulations.find((found) => found.is === 'not run')
        const why = failed?.is === 'not run' ? failed.why : reason('node.not-simulated', {})
        return [say.info('not-simulated', { why })]
      }
      const failed = remainingSteps(
        decoded.map(({ step }) => step),
        inputs,
      ).flatMap((step, index) => {
        const outcome = run.outcomes[index]
        if (outcome?.is === 'success') return []
        const said = outcome?.reason ?? ''
        const meaning = /price slippage/i.test(said) ? 'tolerance-exceeded' : meaningOfRevert(said)
        return [say.block('reverts', { said, meaning }, step.index)]
      })
      return failed.length > 0 ? failed : [say.ok('passes', {})]
    },
  },
  {
    code: 'V-031',
    title: 'Nothing leaves your account but what you deposit',
    against: 'Tokens that leave without appearing in any calldata that was read',
    scopes: everyLiquidityPlan,
    find: (input, say) =>
      eachRun(input, ({ changes }) => {
        const { intent, names } = input
        const limits = depositLimits(intent)
        const found = changes.flatMap(({ account, token, delta }) => {
          const limit = limits.get(token === native ? native : token.toLowerCase()) ?? 0n
          if (!sameAddress(account, intent.sender) || -delta <= limit) return []
          return [
            say.block('leaves-too-much', {
              amount: amountFact(names, token, -delta),
              limit: amountFact(names, token, limit),
            }),
          ]
        })
        return found.length > 0 ? found : [say.ok('only-deposited', {})]
      }),
  },
  {
    code: 'V-032',
    title: 'What is taken out really arrives',
    against: 'A withdrawal that pays too little',
    scopes: removing,
    find: (input, say) => {
      const { intent, names, chain } = input
      if (intent.kind !== 'withdraw') return []
      return eachRun(input, ({ changes, outcomes }) => {
        if (outcomes.some(({ is }) => is !== 'success')) return []
        return sides(intent.minimums.amount0, intent.minimums.amount1).map(([minimum, side]) => {
          const address = paidOutAs(intent, side === 0 ? intent.pool.token0 : intent.pool.token1, chain?.wrappedNative)
          const got = changes
            .filter(({ account, token }) => sameAddress(account, intent.recipient) && sameAddress(token, address))
            .reduce((sum, { delta }) => sum + delta, 0n)
          return got < minimum
            ? say.block('withdraws-too-little', {
                amount: amountFact(names, address, got),
                minimum: amountFact(names, address, minimum),
              })
            : say.ok('arrives', { amount: amountFact(names, address, got), isAltogether: false })
        })
      })
    },
  },
  {
    code: 'V-050',
    title: 'The position grows by what you add to it',
    against: 'A deposit that is not credited',
    scopes: ['increase'],
    find: (input, say) => {
      const { intent } = input
      if (intent.kind !== 'increase') return []
      const least = minLiquidityAdded(intent)
      return eachRun(input, ({ growth, outcomes }) => {
        if (outcomes.some(({ is }) => is !== 'success')) return []
        if (!growth) return [say.block('not-seen', {})]
        const grown = growth.after - growth.before
        return grown < least
          ? [say.block('too-little', { grown: String(grown), least: String(least) })]
          : [say.ok('grows', { grown: String(grown), after: String(growth.after) })]
      })
    },
  },
  {
    code: 'V-062',
    title: "The simulation shows the new position, in the recipient's hands",
    against: 'A deposit that is taken, and opens no position or a stranger’s',
    scopes: ['deposit'],
    find: (input, say) => {
      const [run] = input.runs.filter(({ minted }) => minted)
      if (!run?.minted) return input.runs.length > 0 ? [say.warn('not-seen', {})] : []
      if (run.outcomes.some(({ is }) => is !== 'success')) return []
      const { positionManager } = input.intent.pool
      const owners = run.minted.tokens.filter(({ manager }) => sameAddress(manager, positionManager))
      const [stranger] = owners.filter(({ owner }) => !sameAddress(owner, input.intent.recipient))
      if (owners.length === 0) return [say.block('nothing', {})]
      if (stranger) return [say.block('other-owner', { owner: stranger.owner, wanted: input.intent.recipient })]
      const liquidity = liquidityIn(run.minted.liquidity.filter((each) => isInPlace(each, input)))
      if (liquidity === 0n) return [say.block('other-place', {})]
      const least = minMinted(input)
      const facts = { liquidity: String(liquidity) }
      return [
        liquidity < least ? say.block('too-little', { ...facts, least: String(least) }) : say.ok('arrives', facts),
      ]
    },
  },
  {
    code: 'V-034',
    title: 'Two independent simulations agree',
    against: 'A node that lies about a simulation, or a contract that notices one',
    scopes: [...adding, ...removing],
    find: ({ runs, intent, inputs }, say) => {
      const people = [intent.sender, intent.recipient]
      const pooled = [intent.pool.token0, intent.pool.token1].map(({ address }) => address)
      const tokens = depositLimits(intent).has(native) || isPaidInCoins(intent) ? [native, ...pooled] : pooled
      return compareRuns(
        runs,
        inputs.simulations,
        ({ changes, growth }) => [
          ...people.flatMap((account) => tokens.map((token) => changeOf(changes, account, token))),
          // Where a run could not read the position, there is nothing to compare.
          ...(growth && runs.every((run) => run.growth) ? [growth.after - growth.before] : []),
        ],
        say,
      )
    },
  },
  {
    code: 'V-033',
    title: 'No undisclosed approvals remain',
    against: 'Approvals that outlive the deposit and are used later',
    scopes: everyLiquidityPlan,
    find: (input, say) =>
      eachRun(input, ({ grants, operators }) => {
        const { intent, names } = input
        const limits = depositLimits(intent)
        return [
          ...operators.map(({ token, operator }) =>
            say.block('operator', { operator, token: tokenFact(names, token) }),
          ),
          ...grants
            .filter(
              ({ token, spender, before, after }) =>
                after > before && !isDust(input, { token, spender, amount: after }),
            )
            .map(({ token, spender, after }) => {
              const isOurs = sameAddress(spender, intent.pool.positionManager)
              const facts = { spender, amount: amountFact(names, token, after) }
              return isOurs && after <= (limits.get(token.toLowerCase()) ?? 0n)
                ? say.info('stays-allowed', facts)
                : say.block('stays-too-much', facts)
            }),
        ]
      }),
  },
]

/** The token that a withdrawal pays out: the native coin instead of its wrapped token, if that was requested. */
function paidOutAs(intent: WithdrawIntent, { address }: Token, wrapped: string | undefined): string {
  return isPaidInCoins(intent) && sameAddress(address, wrapped) ? native : address
}

function isPaidInCoins(intent: LiquidityIntent): boolean {
  return intent.kind === 'withdraw' && intent.coin !== undefined
}

type Placed = MintedPositions['liquidity'][number]

/** A token may log liquidity, too, while the deposit moves it. Where more than one contract does, the least counts. */
function liquidityIn(placed: readonly Placed[]): bigint {
  const byPool = new Map<string, bigint>()
  for (const { pool, liquidity } of placed) byPool.set(pool, (byPool.get(pool) ?? 0n) + liquidity)
  const [first = 0n, ...others] = byPool.values()
  return others.reduce((least, each) => (each < least ? each : least), first)
}

/** A pool that the deposit itself creates has no address yet. */
function isInPlace({ pool, owner, tickLower, tickUpper }: Placed, { intent, evidence }: LiquidityRuleInput): boolean {
  if (intent.kind !== 'deposit') return false
  const { range } = intent
  const known = evidence?.pool
  const isPool = known === undefined || sameAddress(known, zeroAddress) || sameAddress(known, pool)
  return (
    isPool &&
    sameAddress(owner, intent.pool.positionManager) &&
    tickLower === range.tickLower &&
    tickUpper === range.tickUpper
  )
}

/** The liquidity that the minimum amounts of the call buy, at any price. */
function minMinted(input: LiquidityRuleInput): bigint {
  const { intent } = input
  if (intent.kind === 'withdraw') return 0n
  const { range, sqrtPriceX96 } = intent
  return depositCalls(input).reduce((sum, { effect }) => {
    const minimums = { amount0: effect.minimum0, amount1: effect.minimum1 }
    const amounts = { amount0: effect.amount0, amount1: effect.amount1 }
    return sum + minLiquidity({ ...range, sqrtPriceX96, ...amounts, minimums })
  }, 0n)
}

/** The second simulation counts only when it is worse. */
function eachRun(
  { runs }: LiquidityRuleInput,
  find: (run: LiquidityRuleInput['runs'][number]) => Finding[],
): Finding[] {
  const [first = [], ...others] = runs.map(find)
  const isBad = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}
