import { depositLimits, isDust, type LiquidityRuleInput, sides } from '../../check/liquidityRuleInput'
import { remainingSteps } from '../../check/ruleInput'
import { native, sameAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { reason } from '../../findings/reason'
import { minLiquidityAdded } from '../../plan/liquidityAdded'
import type { Rule } from '../../rule'
import { everyLiquidityPlan, removing } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'

/** What happened when the plan was simulated. */
export const liquiditySimulationRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-030',
    title: 'Every transaction goes through when tried out',
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
      ).flatMap((step, place) => {
        const outcome = run.outcomes[place]
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
    against: 'Tokens that leave without standing in any calldata that was read',
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
      const { intent, names } = input
      if (intent.kind !== 'withdraw') return []
      return eachRun(input, ({ changes, outcomes }) => {
        if (outcomes.some(({ is }) => is !== 'success')) return []
        return sides(intent.minimums.amount0, intent.minimums.amount1).map(([minimum, side]) => {
          const { address } = side === 0 ? intent.pool.token0 : intent.pool.token1
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
    against: 'A deposit that is taken and credited to nobody',
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
    code: 'V-033',
    title: 'No rights to your tokens are left behind that you did not see',
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

/** The second opinion speaks only when it is worse. */
function eachRun(
  { runs }: LiquidityRuleInput,
  find: (run: LiquidityRuleInput['runs'][number]) => Finding[],
): Finding[] {
  const [first = [], ...others] = runs.map(find)
  const isBad = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}
