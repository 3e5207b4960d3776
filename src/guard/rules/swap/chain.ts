import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { soldOf } from '../../check/arrival'
import { costOf } from '../../check/cost'
import {
  chainOf,
  codeAt,
  codeOf,
  evidenceOn,
  isVouched,
  type ReadEvidence,
  type RuleInput,
  remainingDecoded,
  remainingSteps,
} from '../../check/ruleInput'
import { native, readAddress, sameAddress } from '../../decode/evm/address'
import { type ContractCall, type Effect, everyCall, promisingContracts } from '../../decode/evm/call'
import type { Finding } from '../../findings/finding'
import { feeCeiling } from '../../plan/parsedAnswer'
import type { Rule, Say } from '../../rule'
import { everySwapPlan, evmSwapPlans } from '../../scope'
import { amountFact } from '../../tokenNames'
import { findDelegation } from '../delegation'
import { knownDecimals } from '../pinnedTokens'
import { findVouchedCode } from '../vouchedCode'

/** No everyday route takes half of it; chains that count other units of gas charge little for one. */
const muchGas = 2_500_000n

/** Rules about the state of the chain. */
export const chainRules: readonly Rule<RuleInput>[] = [
  {
    code: 'V-020',
    title: 'The node has the chain ID of the swap',
    against: 'A node of another chain that makes everything look right',
    scopes: evmSwapPlans,
    find: ({ inputs, plan }, say) =>
      chainsOf(remainingSteps(plan.steps, inputs)).map((chainId) => {
        const evidence = inputs.evidence.find((found) => found.chainId === chainId)
        if (!evidence) return say.warn('unknown', { chain: chainId })
        if (evidence.is === 'unavailable') return say.warn('unavailable', { chain: chainId, why: evidence.why })
        if (evidence.rpcChainId !== chainId)
          return say.block('other-chain', { chain: chainId, answered: evidence.rpcChainId })
        return say.ok('right', { chain: chainId })
      }),
  },
  {
    code: 'V-021',
    title: 'Every contract that is called or allowed to spend exists',
    against: 'Native coins or approvals given to an address without a contract',
    scopes: evmSwapPlans,
    find: (input, say) => {
      const { inputs } = input
      const lines = remainingDecoded(input)
      const found = lines.flatMap(({ step, call }) => {
        const evidence = evidenceOn(inputs, step.chainId)
        if (!evidence) return []
        const spenders = everyCall(call).flatMap(({ effect }) => (isGrant(effect) ? [effect.spender] : []))
        return [step.to, ...promisingContracts(call), ...spenders]
          .filter((address) => codeAt(evidence, address) === undefined)
          .map((address) => say.block('no-contract', { contract: address }, step.index))
      })
      if (found.length > 0) return found
      return lines.some(({ step }) => evidenceOn(inputs, step.chainId)) ? [say.ok('exist', {})] : []
    },
  },
  {
    code: 'V-061',
    title: 'A trusted contract runs the expected code',
    against: 'Code replaced behind a trusted address',
    scopes: evmSwapPlans,
    find: (input, say) =>
      remainingDecoded(input).flatMap(({ step, call }) => {
        const evidence = evidenceOn(input.inputs, step.chainId)
        const spenders = everyCall(call).flatMap(({ effect }) => (isGrant(effect) ? [effect.spender] : []))
        const called = call.effect.does === 'approve' ? [] : [step.to, ...promisingContracts(call)]
        const settings = chainOf(input, step.chainId)
        return [
          ...[...called, ...spenders].flatMap((address) =>
            findVouchedCode(address, settings, evidence, say, step.index),
          ),
          ...(evidence ? everyCall(call).flatMap((one) => findFunction(one, settings, evidence, say, step.index)) : []),
        ]
      }),
  },
  {
    code: 'V-063',
    title: 'The code that your account runs is known, and that of another recipient',
    against: 'An account that delegates to code which forwards incoming assets (EIP-7702)',
    scopes: evmSwapPlans,
    find: (input, say) => {
      const { sell, buy, sender, recipient } = input.intent
      const here = sell.token.chain.chainId
      // On each chain an account may delegate to other code. Its effect on the destination chain is not simulated.
      const destination = buy.chain.kind === 'evm' ? [buy.chain.chainId] : []
      const found = [...new Set([here, ...destination])].flatMap((chainId) => {
        const evidence = evidenceOn(input.inputs, chainId)
        // When someone else receives, the sender's account on the destination chain takes no part.
        const isSender = chainId === here || sameAddress(sender, recipient)
        const parties = evidence && !isSender ? { recipientDelegate: evidence.recipientDelegate } : evidence
        return findDelegation(parties, chainOf(input, chainId), say)
      })
      return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()]
    },
  },
  {
    code: 'V-022',
    title: 'The decimals of the token contracts equal those of the service',
    against: 'Amounts that are wrong by powers of ten',
    scopes: everySwapPlan,
    find: (input, say) => {
      const { inputs, intent } = input
      return [intent.sell.token, intent.buy].flatMap((token) => {
        const known = knownDecimals(token, chainOf(input, token.chain.chainId))
        // Nodes of the destination chain may be unavailable, and the native coin has no contract to query.
        if (known !== undefined && known !== token.decimals)
          return [
            say.block('other-decimals', {
              symbol: token.symbol,
              token: token.address,
              actual: known,
              said: token.decimals,
            }),
          ]
        if (token.isNative || token.chain.kind !== 'evm') return []
        if (readAddress(token.address) === undefined)
          return [say.block('misspelt', { symbol: token.symbol, token: token.address })]
        const said = evidenceOn(inputs, token.chain.chainId)?.decimals.find((found) =>
          sameAddress(found.token, token.address),
        )
        if (!said) return [say.info('not-compared', { symbol: token.symbol, token: token.address })]
        if (said.decimals === undefined)
          return [say.block('no-decimals', { symbol: token.symbol, token: token.address })]
        if (said.decimals !== token.decimals)
          return [
            say.block('other-decimals', {
              symbol: token.symbol,
              token: token.address,
              actual: said.decimals,
              said: token.decimals,
            }),
          ]
        return [say.ok('same-decimals', { symbol: token.symbol, decimals: token.decimals })]
      })
    },
  },
  {
    code: 'V-023',
    title: 'Your balance covers the input, and the native coin for every step',
    against: 'A transaction that fails and still costs the network fee, or that burns gas',
    scopes: ['evm swap'],
    find: ({ inputs, intent, plan, names }, say) => {
      const chainId = intent.sell.token.chain.chainId
      const evidence = evidenceOn(inputs, chainId)
      if (!evidence) return []
      const held = (token: string) => evidence.balances.find((found) => sameAddress(found.token, token))?.amount
      const sold = soldOf(intent)
      const have = held(sold)
      if (!inputs.done && have !== undefined && have < intent.sell.units)
        return [
          say.block('too-little', {
            held: amountFact(names, sold, have),
            sold: amountFact(names, sold, intent.sell.units),
          }),
        ]
      const cost = costOf(plan, inputs, chainId)
      const coins = held(native)
      if (!cost || coins === undefined) return []
      const need = cost.value + cost.fee
      if (coins < need) {
        const facts = { needed: amountFact(names, native, need), held: amountFact(names, native, coins) }
        // Without a simulation the gas is a guess, which is not a reason to block.
        const isSure = coins < cost.value || cost.steps.every(({ isGuess }) => !isGuess)
        return [isSure ? say.block('too-few-coins', facts) : say.warn('too-few-coins', facts)]
      }
      // The issuer of an intermediate token, or the author of a router, may let it burn gas without limit.
      const greedy = cost.steps.find(
        ({ gas, fee, isGuess }) => !isGuess && gas > muchGas && fee > feeCeiling(intent, inputs),
      )
      if (greedy) return [say.warn('burns-gas', { fee: amountFact(names, native, greedy.fee) }, greedy.index)]
      return [say.ok('enough', { fee: amountFact(names, native, cost.fee) })]
    },
  },
]

/** A contract that takes calls it does not know keeps no promise that they make. */
function findFunction(
  { to, selector, name, effect }: ContractCall,
  settings: DeploymentChain | undefined,
  evidence: ReadEvidence,
  say: Say<'V-061'>,
  step: number,
): readonly Finding[] {
  const { behind, lacks = [] } = codeOf(evidence, to) ?? {}
  // The effect of these calls is unknown, which is reported already.
  const isUnknown = behind?.is === 'many' || behind?.is === 'unread'
  if (name === undefined || effect.does === 'unknown' || isUnknown || !lacks.includes(selector)) return []
  if (!isVouched(settings, to)) return []
  return [say.warn('no-such-function', { contract: to, name, acknowledge: 'type the amount' }, step)]
}

function chainsOf(steps: RuleInput['plan']['steps']): number[] {
  return [...new Set(steps.map(({ chainId }) => chainId))]
}

function isGrant(effect: Effect): effect is Extract<Effect, { does: 'approve' }> {
  return effect.does === 'approve' && effect.amount > 0n
}
