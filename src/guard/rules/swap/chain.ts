import { soldOf } from '../../check/arrival'
import { costOf } from '../../check/cost'
import { codeAt, evidenceOn, type RuleInput, remainingDecoded, remainingSteps } from '../../check/ruleInput'
import { native, readAddress, sameAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import type { Rule } from '../../rule'
import { amountWords } from '../../words'

/** What the chain itself says about the plan. */
export const chainRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-020',
    title: 'The node that was asked belongs to the right chain',
    find: ({ inputs, plan }, say) =>
      chainsOf(remainingSteps(plan.steps, inputs)).map((chainId) => {
        const evidence = inputs.evidence.find((found) => found.chainId === chainId)
        if (!evidence)
          return say.warn(`Checks unavailable: nothing is known of chain ${chainId}.`, undefined, {
            unavailable: 'evidence',
          })
        if (evidence.is === 'unavailable')
          return say.warn(`Checks unavailable: ${evidence.why}`, undefined, { unavailable: 'evidence' })
        if (evidence.rpcChainId !== chainId)
          return say.block(`The node answers for chain ${evidence.rpcChainId}, not ${chainId}. It is not believed.`)
        return say.ok(`The node belongs to chain ${chainId}.`)
      }),
  },
  {
    code: 'V-021',
    title: 'Every contract that is called or allowed to spend exists',
    find: (input, say) => {
      const { inputs } = input
      const lines = remainingDecoded(input)
      const found = lines.flatMap(({ step, call }) => {
        const evidence = evidenceOn(inputs, step.chainId)
        if (!evidence) return []
        const spenders = everyCall(call).flatMap(({ effect }) => (isGrant(effect) ? [effect.spender] : []))
        return [step.to, ...spenders]
          .filter((address) => codeAt(evidence, address) === undefined)
          .map((address) =>
            say.block(`There is no contract at ${address}; it may be somebody's account.`, step.index, { address }),
          )
      })
      if (found.length > 0) return found
      return lines.some(({ step }) => evidenceOn(inputs, step.chainId)) ? [say.ok('Every contract exists.')] : []
    },
  },
  {
    code: 'V-022',
    title: 'The tokens count decimals as the service says',
    find: ({ inputs, intent }, say) =>
      [intent.sell.token, intent.buy].flatMap((token) => {
        if (token.isNative || token.chain.kind !== 'evm') return []
        if (readAddress(token.address) === undefined)
          return [
            say.block(`The address of ${token.symbol} is misspelt: ${token.address} does not bear its own checksum.`),
          ]
        const said = evidenceOn(inputs, token.chain.chainId)?.decimals.find((found) =>
          sameAddress(found.token, token.address),
        )
        if (!said) return [say.info(`The decimals of ${token.symbol} could not be compared with the chain.`)]
        if (said.decimals === undefined)
          return [say.block(`${token.symbol} does not tell its decimals: it may be no token at all.`)]
        if (said.decimals !== token.decimals)
          return [
            say.block(
              `${token.symbol} has ${said.decimals} decimals; the service says ${token.decimals}. Amounts would be wrong.`,
            ),
          ]
        return [say.ok(`${token.symbol} has ${token.decimals} decimals, as the service says.`)]
      }),
  },
  {
    code: 'V-023',
    title: 'You have what is sold, and the native coin for every step',
    find: ({ inputs, intent, plan, names }, say) => {
      const chainId = intent.sell.token.chain.chainId
      const evidence = evidenceOn(inputs, chainId)
      if (!evidence) return []
      const held = (token: string) => evidence.balances.find((found) => sameAddress(found.token, token))?.amount
      const sold = soldOf(intent)
      const have = held(sold)
      if (!inputs.done && have !== undefined && have < intent.sell.units)
        return [
          say.block(
            `You have ${amountWords(names, sold, have)}, less than the ${amountWords(names, sold, intent.sell.units)} you sell.`,
          ),
        ]
      const cost = costOf(plan, inputs, chainId)
      const coins = held(native)
      if (!cost || coins === undefined) return []
      const need = cost.value + cost.fee
      if (coins < need) {
        const sentence = `All steps together need ${amountWords(names, native, need)}; you have ${amountWords(names, native, coins)}.`
        // Without a simulation the fees are a guess, which is no reason to refuse.
        const isSure = coins < cost.value || cost.steps.every(({ isGuess }) => !isGuess)
        return [isSure ? say.block(sentence) : say.warn(sentence)]
      }
      return [
        say.ok(
          `All steps together cost about ${amountWords(names, native, cost.fee)} in network fees; you have enough.`,
        ),
      ]
    },
  },
]

function chainsOf(steps: RuleInput['plan']['steps']): number[] {
  return [...new Set(steps.map(({ chainId }) => chainId))]
}

function isGrant(effect: Effect): effect is Extract<Effect, { does: 'approve' }> {
  return effect.does === 'approve' && effect.amount > 0n
}
