import { depositLimits, type LiquidityRuleInput } from '../../check/liquidityRuleInput'
import { codeAt, remainingSteps } from '../../check/ruleInput'
import { native, sameAddress } from '../../decode/evm/address'
import { type EvmStep, isEvmStep } from '../../plan'
import type { Rule } from '../../rule'
import { adding, everyLiquidityPlan, removing } from '../../scope'
import { amountFact } from '../../tokenNames'
import { findDelegation } from '../delegation'
import { findVouchedCode } from '../vouchedCode'

/** Rules about the state of the chain. */
export const liquidityChainRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-020',
    title: 'The node has the chain ID of the swap',
    against: 'A node of another chain that makes everything look right',
    scopes: everyLiquidityPlan,
    find: ({ inputs, intent }, say) => {
      const { chainId } = intent.pool.token0.chain
      const found = inputs.evidence.find((evidence) => evidence.chainId === chainId)
      if (!found || found.is === 'unavailable')
        return [
          found ? say.warn('unavailable', { chain: chainId, why: found.why }) : say.warn('unknown', { chain: chainId }),
        ]
      if (found.rpcChainId !== chainId)
        return [say.block('other-chain', { chain: chainId, answered: found.rpcChainId })]
      return [say.ok('right', { chain: chainId })]
    },
  },
  {
    code: 'V-021',
    title: 'Every contract that is called exists',
    against: 'Native coins sent to an address without a contract',
    scopes: everyLiquidityPlan,
    find: ({ decoded, evidence }, say) => {
      if (!evidence) return []
      const missing = decoded.filter(({ step }) => codeAt(evidence, step.to) === undefined)
      if (missing.length === 0) return [say.ok('exist', {})]
      return missing.map(({ step }) => say.block('no-contract', { contract: step.to }, step.index))
    },
  },
  {
    code: 'V-061',
    title: 'A trusted contract runs the expected code',
    against: 'Code replaced behind a trusted address',
    scopes: adding,
    find: ({ decoded, evidence, chain }, say) =>
      decoded
        .filter(({ call }) => call.effect.does !== 'approve')
        .flatMap(({ step }) => findVouchedCode(step.to, chain, evidence, say, step.index)),
  },
  {
    code: 'V-063',
    title: 'The code that your account runs is known, and that of another recipient',
    against: 'An account that delegates to code which forwards incoming assets (EIP-7702)',
    scopes: [...adding, ...removing],
    find: ({ evidence, chain }, say) => findDelegation(evidence, chain, say),
  },
  {
    code: 'V-022',
    title: 'The decimals of the token contracts equal those of the service',
    against: 'Amounts that are wrong by powers of ten',
    scopes: everyLiquidityPlan,
    find: ({ intent, evidence }, say) =>
      [intent.pool.token0, intent.pool.token1].flatMap((token) => {
        const said = evidence?.decimals.find((found) => sameAddress(found.token, token.address))
        if (!said || token.isNative) return []
        if (said.decimals === token.decimals)
          return [say.ok('same-decimals', { symbol: token.symbol, decimals: token.decimals })]
        return [
          said.decimals === undefined
            ? say.block('no-decimals', { symbol: token.symbol, token: token.address })
            : say.block('other-decimals', {
                symbol: token.symbol,
                token: token.address,
                actual: said.decimals,
                said: token.decimals,
              }),
        ]
      }),
  },
  {
    code: 'V-023',
    title: 'You have what you deposit, and the coin for every step',
    against: 'A transaction that fails and still costs the network fee',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { intent, evidence, plan, names, runs, inputs, scope } = input
      if (!evidence) return []
      const held = (token: string) => evidence.balances.find((found) => sameAddress(found.token, token))?.amount
      const short = [...(scope === 'revocation' ? [] : depositLimits(intent))].flatMap(([token, units]) => {
        const have = held(token)
        return have !== undefined && have < units
          ? [
              say.block('too-little-to-deposit', {
                held: amountFact(names, token, have),
                deposited: amountFact(names, token, units),
              }),
            ]
          : []
      })
      const coins = held(native)
      const gas = runs[0]?.outcomes.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
      if (short.length > 0 || coins === undefined || gas === undefined) return short
      const need =
        (gas * evidence.gasPrice * 13n) / 10n +
        remainingSteps(plan.steps, inputs).reduce((sum, step) => sum + valueIn(step), 0n)
      return coins < need
        ? [
            say.block('too-few-coins', {
              needed: amountFact(names, native, need),
              held: amountFact(names, native, coins),
            }),
          ]
        : [say.ok('enough-of-all', {})]
    },
  },
]

function valueIn(step: LiquidityRuleInput['plan']['steps'][number]): EvmStep['value'] {
  return isEvmStep(step) ? step.value : 0n
}
