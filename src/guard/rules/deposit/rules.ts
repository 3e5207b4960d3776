import { leastAmounts } from '../../../domain/deposit'
import { type Amounts, liquidityForAmounts, mintMinimums } from '../../../domain/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/tick'
import {
  callsOf,
  depositCalls,
  depositLimits,
  isDust,
  isRevocationOnly,
  type LiquidityRuleInput,
} from '../../check/liquidityRuleInput'
import { codeAt, isVouched, remainingSteps } from '../../check/ruleInput'
import { isReserved, native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { explainRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { tokensIn } from '../../intent'
import type { DepositIntent, IncreaseIntent, LiquidityIntent, PayingIntent } from '../../liquidityIntent'
import type { EvmStep } from '../../plan'
import { isDuplicateDeposit } from '../../plan/duplicateDeposit'
import { minLiquidityAdded } from '../../plan/liquidityAdded'
import { increaseData, pooledAddress, withdrawData } from '../../plan/liquidityCalls'
import type { Rule } from '../../rule'
import { isIntact } from '../../seal'
import type { OwnedPosition } from '../../simulate/evm/position'
import { amountWords, percentWords, tokenWords } from '../../words'
import { poolPriceRules } from './price'

/** Farther than any deadline of ours, and near enough that a forgotten transaction dies. */
const farDeadline = 3600n
const duplicateMs = 30_000

/** What must hold of every plan that touches liquidity. Hard rules have no override. */
export const liquidityRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-010',
    title: 'The plan is the one that was sealed',
    find: ({ plan }, say) =>
      isIntact(plan) ? [] : [say.block('The plan was changed after it was sealed. Start again from the form.')],
  },
  {
    code: 'V-008',
    title: 'It is your account that signs, and the recipient you named that owns what comes of it',
    find: ({ intent, inputs, plan }, say) => {
      const { sender, recipient } = intent
      const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
      if (other)
        return [say.block(`A transaction would be signed by ${other.from}; you asked for ${sender}.`, other.index)]
      if (inputs.account !== undefined && !sameAddress(inputs.account, sender))
        return [say.block(`The wallet now answers for ${inputs.account}; this was prepared for ${sender}.`)]
      const isBad =
        sameAddress(recipient, zeroAddress) ||
        isReserved(recipient) ||
        tokensIn(intent).some(({ address, isNative }) => !isNative && sameAddress(address, recipient))
      if (isBad) return [say.block(`${recipient} is no account; what is given to it is lost.`)]
      if (!sameAddress(sender, recipient))
        return [say.warn(`Somebody else will own it: ${recipient}. Compare every character.`, undefined, { recipient })]
      return [
        say.ok(intent.kind === 'withdraw' ? 'You sign, and you receive.' : 'You sign, and the position is yours.'),
      ]
    },
  },
  {
    code: 'A-30',
    title: 'The figures are fresh',
    find: ({ inputs, plan }, say) => {
      const age = inputs.now - plan.receivedAt
      return age > inputs.maxAge
        ? [say.block(`The plan is ${Math.floor(age / 1000)} seconds old. The price may have moved: prepare it anew.`)]
        : []
    },
  },
  {
    code: 'M-101',
    title: 'This very plan was not sent before, and nothing like it is on its way',
    find: (input, say) => {
      const { inputs, plan, intent } = input
      const ages = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
      if (ages.length === 0) {
        if (isRevocationOnly(input) || !inputs.history.underWay.some((other) => isDuplicateDeposit(intent, other)))
          return []
        const deed = intent.kind === 'increase' ? `adding to position No. ${intent.position}` : 'this deposit'
        return [
          say.warn(`The same is on its way already: ${deed}. This would come on top of it. Look at Activity first.`),
        ]
      }
      return Math.min(...ages) < duplicateMs
        ? [say.block('You sent exactly this a moment ago. Look at Activity first.')]
        : [say.warn('You sent exactly this before. Look at Activity first.')]
    },
  },
  {
    code: 'V-003',
    title: 'Every transaction belongs to the chain of the pool',
    find: ({ intent, plan }, say) => {
      const stray = plan.steps.find(
        ({ kind, chainId }) => kind !== 'evm' || chainId !== intent.pool.token0.chain.chainId,
      )
      return stray
        ? [
            say.block(
              `It is meant for chain ${stray.chainId}; the pool is on ${intent.pool.token0.chain.name}.`,
              stray.index,
            ),
          ]
        : []
    },
  },
  {
    code: 'V-047',
    title: 'The plan does what you asked once, and nothing besides',
    find: (input, say) => {
      const { intent, decoded } = input
      if (decoded.length === 0) return [say.block('There is nothing to sign.')]
      if (isRevocationOnly(input)) return [say.ok('It only takes allowances back.')]
      const unread = decoded.flatMap(({ step, unread }) =>
        unread.map((why) => say.block(`Part of it cannot be read: ${why}.`, step.index)),
      )
      const deed = intent.kind === 'withdraw' ? 'withdrawal' : 'deposit'
      const strange = decoded.flatMap(({ step, call }) =>
        everyCall(call)
          .filter(({ effect }) => !isPartOf(intent, effect))
          .map(({ effect, name }) => say.block(`"${name ?? effect.does}" has no place in a ${deed}.`, step.index)),
      )
      const found = [...unread, ...strange]
      if (found.length > 0) return found
      const last = decoded.at(-1)
      if (intent.kind === 'withdraw') return []
      const payments = depositCalls(input)
      if (payments.length !== 1) return [say.block(`It deposits ${payments.length} times; you asked for once.`)]
      if (payments[0]?.line !== last)
        return [say.block('Something comes after the deposit, where nothing should.', last?.step.index)]
      return [say.ok('It deposits once, and does nothing besides.')]
    },
  },
  {
    code: 'V-037',
    title: 'One failing part undoes the whole transaction',
    find: ({ decoded }, say) =>
      decoded.flatMap(({ step, call }) =>
        everyCall(call).some(({ effect }) => effect.does === 'batch' && !effect.isAtomic)
          ? [say.block('Parts of it may fail while the rest goes on.', step.index)]
          : [],
      ),
  },
  {
    code: 'A-21',
    title: 'Only the position manager may take your tokens, and no more than you deposit',
    find: (input, say) => {
      const { intent, names } = input
      const limits = depositLimits(intent)
      const found = callsOf(input, 'approve').flatMap(({ line, effect, call }): Finding[] => {
        const { index } = line.step
        const evidence = { token: effect.token, spender: effect.spender, amount: String(effect.amount) }
        const block = (sentence: string) => [say.block(sentence, index, evidence)]
        if (effect.by !== 'approve' || call !== line.call)
          return block('It gives an allowance in a way no deposit needs.')
        if (line.step.value > 0n) return block('It sends coins along with an approval.')
        if (!sameAddress(effect.spender, intent.pool.positionManager))
          return block(
            `It lets ${effect.spender} take ${tokenWords(names, effect.token)}; only the position manager may.`,
          )
        const limit = limits.get(effect.token.toLowerCase())
        if (limit === undefined)
          return block(`It lets ${effect.spender} take ${tokenWords(names, effect.token)}, which you do not deposit.`)
        if (effect.amount > limit)
          return block(
            `It lets ${effect.spender} take ${amountWords(names, effect.token, effect.amount)}; you deposit ${amountWords(names, effect.token, limit)}.`,
          )
        return effect.amount === 0n
          ? []
          : [say.ok(`The position manager may take at most ${amountWords(names, effect.token, effect.amount)}.`, index)]
      })
      return found
    },
  },
  {
    code: 'V-006',
    title: 'Exactly the coins you deposit are sent along, and what is not needed comes back',
    find: (input, say) => {
      const { decoded, names, intent } = input
      const sent = decoded.reduce((sum, { step }) => sum + step.value, 0n)
      const limit = isRevocationOnly(input) ? 0n : (depositLimits(intent).get(native) ?? 0n)
      if (sent !== limit)
        return [
          say.block(
            `${amountWords(names, native, sent)} would be sent; you deposit ${amountWords(names, native, limit)}.`,
          ),
        ]
      if (sent === 0n) return []
      const kept = decoded.find(({ flow }) => flow.stranded.some(({ token }) => token === native))
      if (kept)
        return [
          say.block(
            'Coins that are not needed would stay in the contract, where anybody can take them.',
            kept.step.index,
          ),
        ]
      return [say.ok(`${amountWords(names, native, sent)} is sent along; what is not needed comes back.`)]
    },
  },
  {
    code: 'V-040',
    title: 'It is the pool you chose',
    find: (input, say) =>
      ofPayment(input, ({ kind, pool }) => {
        const found = input.evidence?.pool
        if (
          pool.address !== undefined &&
          found !== undefined &&
          !sameAddress(found, pool.address) &&
          !isRevocationOnly(input)
        )
          return [
            say.block(
              `Of these tokens and this fee the position manager has the pool ${found}; you chose ${pool.address}.`,
            ),
          ]
        if (kind === 'increase') return []
        const wrapped = input.chain?.wrappedNative
        const [token0, token1] = [pool.token0, pool.token1].map((token) => pooledAddress(token, wrapped))
        return [...callsOf(input, 'mint'), ...callsOf(input, 'create pool')].map(({ line, effect }) => {
          const { index } = line.step
          if (!sameAddress(effect.token0, token0) || !sameAddress(effect.token1, token1))
            return say.block(
              `It deposits ${tokenWords(input.names, effect.token0)} and ${tokenWords(input.names, effect.token1)}, not the pair you chose.`,
              index,
            )
          if (effect.fee !== undefined && effect.fee !== pool.feePpm)
            return say.block(
              `It goes to the pool with a fee of ${feeWords(effect.fee)}, not ${feeWords(pool.feePpm)}.`,
              index,
            )
          return say.ok(`It goes to the ${pool.token0.symbol}/${pool.token1.symbol} pool you chose.`, index)
        })
      }),
  },
  {
    code: 'V-041',
    title: 'It works in the range you chose',
    find: (input, say) =>
      ofDeposit(input, ({ range }) =>
        callsOf(input, 'mint').map(({ line, effect: { tickLower, tickUpper } }) =>
          tickLower === range.tickLower && tickUpper === range.tickUpper
            ? say.ok(`Ticks ${tickLower} to ${tickUpper}, as you chose.`, line.step.index)
            : say.block(
                `It would work from tick ${tickLower} to ${tickUpper}; you chose ${range.tickLower} to ${range.tickUpper}.`,
                line.step.index,
              ),
        ),
      ),
  },
  {
    code: 'V-042',
    title: 'No more is deposited than you typed',
    find: (input, say) =>
      ofPayment(input, ({ pay, pool }) =>
        depositCalls(input).flatMap(({ line, effect }) =>
          sides(effect.amount0, effect.amount1).flatMap(([amount, side]) => {
            const { units } = pay[side]
            const token = side === 0 ? pool.token0.address : pool.token1.address
            const words = (value: bigint) => amountWords(input.names, token, value)
            if (amount > units)
              return [say.block(`It would deposit ${words(amount)}; you typed ${words(units)}.`, line.step.index)]
            if (amount * 1000n < units * 999n)
              return [
                say.warn(`It would deposit only ${words(amount)} of the ${words(units)} you typed.`, line.step.index),
              ]
            return amount === 0n ? [] : [say.ok(`At most ${words(amount)}.`, line.step.index)]
          }),
        ),
      ),
  },
  {
    code: 'V-043',
    title: 'The transaction itself insists on the least amounts you were shown',
    find: (input, say) =>
      ofPayment(input, (intent) => {
        const { pay, pool, toleranceBps } = intent
        const [amount0, amount1] = [pay[0].units, pay[1].units]
        const least = leastAmounts({ amount0, amount1 }, toleranceBps)
        const loose = looseMinimums(intent)
        return depositCalls(input).flatMap(({ line, effect }) =>
          sides(effect.minimum0, effect.minimum1).flatMap(([minimum, side]) => {
            const wanted = side === 0 ? least.amount0 : least.amount1
            const token = side === 0 ? pool.token0.address : pool.token1.address
            const words = (value: bigint) => amountWords(input.names, token, value)
            const sentence = `It accepts a deposit of ${words(minimum)}; with ${percentWords(toleranceBps)} tolerance the least is ${words(wanted)}.`
            if (minimum >= wanted)
              return wanted === 0n ? [] : [say.ok(`It undoes itself below ${words(minimum)}.`, line.step.index)]
            // A service may read the tolerance as a move of the price, as the field's position managers do.
            return minimum >= (side === 0 ? loose.amount0 : loose.amount1) && line.step.said !== undefined
              ? [say.warn(`${sentence} The service reads the tolerance as a move of the price.`, line.step.index)]
              : [say.block(sentence, line.step.index)]
          }),
        )
      }),
  },
  {
    code: 'V-013',
    title: 'What comes of it goes to the recipient you named',
    find: (input, say) => {
      const { intent, decoded, names } = input
      const owners = callsOf(input, 'mint').map(({ line, effect }) => ({ line, to: effect.recipient }))
      const collectors = callsOf(input, 'position').flatMap(({ line, effect }) =>
        effect.how === 'collect' ? [{ line, to: effect.recipient ?? zeroAddress }] : [],
      )
      const found = [...owners, ...collectors]
        .filter(({ to }) => !sameAddress(to, intent.recipient))
        .map(({ to, line }) => say.block(`It would go to ${to}, not to ${intent.recipient}.`, line.step.index, { to }))
      const astray = decoded.flatMap(({ step, flow }) =>
        flow.inflows
          .filter(({ to }) => !sameAddress(to, intent.sender) && !sameAddress(to, intent.recipient))
          .map(({ token, to }) => say.block(`${tokenWords(names, token)} would go to ${to}.`, step.index, { to })),
      )
      const all = [...found, ...astray]
      return all.length > 0 ? all : [say.ok(`It goes to ${intent.recipient}.`)]
    },
  },
  {
    code: 'V-045',
    title: 'A pool is created only where you asked for one, at the price you set',
    find: (input, say) =>
      ofDeposit(input, ({ pool: { startTick } }) => {
        const creations = callsOf(input, 'create pool')
        if (startTick === undefined)
          return creations.map(({ line }) =>
            say.block('It creates a pool; you chose one that exists.', line.step.index),
          )
        const [low, high] = [startTick - 1, startTick + 1].map(tickToSqrtPriceX96)
        return creations.map(({ line, effect: { sqrtPriceX96 } }) =>
          low !== undefined && high !== undefined && sqrtPriceX96 >= low && sqrtPriceX96 <= high
            ? say.ok('The pool starts at the price you set.', line.step.index)
            : say.block('The pool would start at another price than the one you set.', line.step.index),
        )
      }),
  },
  {
    code: 'V-048',
    title: 'The withdrawal, or what is added to a position, is byte for byte what you asked for',
    find: (input, say) => {
      const { intent, decoded } = input
      if (intent.kind === 'increase') {
        const line = decoded.at(-1)
        const [deadline] = line?.flow.deadlines ?? []
        if (!line || isRevocationOnly(input)) return []
        return line.step.data.toLowerCase() === increaseData(intent, deadline ?? 0n).toLowerCase()
          ? [say.ok('It adds what you asked, and nothing besides.', line.step.index)]
          : [say.block('It does not add what you asked for.', line.step.index)]
      }
      if (intent.kind !== 'withdraw') return []
      const [line] = decoded
      const [deadline] = line?.flow.deadlines ?? []
      if (
        !line ||
        decoded.length !== 1 ||
        line.step.data.toLowerCase() !== withdrawData(intent, deadline ?? 0n).toLowerCase()
      )
        return [say.block('It is not the withdrawal you asked for.', line?.step.index)]
      return [
        say.ok(
          intent.liquidity === 0n
            ? 'It collects fees, and touches nothing else.'
            : 'It takes out what you asked, and no more.',
        ),
      ]
    },
  },
  {
    code: 'V-049',
    title: 'It adds to the very position you chose, and that is yours',
    find: (input, say) => {
      const { intent, evidence, chain } = input
      if (intent.kind !== 'increase' || isRevocationOnly(input)) return []
      const stray = depositCalls(input).find(({ effect }) => !('id' in effect) || effect.id !== intent.position)
      if (stray)
        return [
          say.block(
            'id' in stray.effect
              ? `It adds to position ${stray.effect.id}; you chose ${intent.position}.`
              : `It makes a new position; you chose ${intent.position}.`,
            stray.line.step.index,
          ),
        ]
      if (!evidence) return []
      const { position } = evidence
      if (position?.id !== intent.position)
        return [say.block(`The position manager knows no position ${intent.position}.`)]
      if (!sameAddress(position.owner, intent.sender))
        return [
          say.block(`Position ${intent.position} belongs to ${position.owner}: they would own what is added to it.`),
        ]
      if (!isOfPool(position, intent, chain?.wrappedNative))
        return [say.block(`Position ${intent.position} lies in another pool than the one you were shown.`)]
      if (position.tickLower !== intent.range.tickLower || position.tickUpper !== intent.range.tickUpper)
        return [
          say.block(
            `Position ${intent.position} works from tick ${position.tickLower} to ${position.tickUpper}; you were shown ${intent.range.tickLower} to ${intent.range.tickUpper}.`,
          ),
        ]
      return [say.ok(`It adds to position ${intent.position}, which is yours.`)]
    },
  },
  {
    code: 'V-017',
    title: 'The transaction cannot be held back and used later',
    find: ({ decoded, evidence, inputs, intent }, say) => {
      const clock = BigInt(Math.floor(inputs.now / 1000))
      const time = evidence?.time ?? clock
      // A chain that has rested has an old clock; its next block will have the right one.
      const latest = time > clock ? time : clock
      return decoded.flatMap(({ step, flow }) =>
        flow.deadlines.map((deadline) => {
          if (deadline <= time)
            return say.block('Its deadline has passed by the clock of the chain. Prepare it anew.', step.index)
          if (deadline > latest + farDeadline) {
            // A service may be generous; what the app prepares itself never is.
            const speak = intent.kind === 'increase' ? say.block : say.warn
            return speak('It stays valid for more than an hour.', step.index)
          }
          return say.ok(`It is valid for ${deadline - time} more seconds.`, step.index)
        }),
      )
    },
  },
  {
    code: 'V-046',
    title: 'The position manager is one the deployment vouches for',
    find: ({ intent, decoded, chain }, say) => {
      const manager = intent.pool.positionManager
      const stray = decoded.find(({ step, call }) => call.effect.does !== 'approve' && !sameAddress(step.to, manager))
      if (stray)
        return [say.block(`It calls ${stray.step.to}, which is not the pool's position manager.`, stray.step.index)]
      if (isVouched(chain, manager)) return [say.ok('The position manager belongs to this deployment.')]
      return [
        say.warn(
          `Only the pool's record names this position manager: ${manager}. Compare the address with one you trust.`,
          undefined,
          { contract: manager },
        ),
      ]
    },
  },
  {
    code: 'V-020',
    title: 'The node that was asked belongs to the right chain',
    find: ({ inputs, intent }, say) => {
      const { chainId } = intent.pool.token0.chain
      const found = inputs.evidence.find((evidence) => evidence.chainId === chainId)
      if (!found || found.is === 'unavailable')
        return [
          say.warn(
            `Checks unavailable: ${found?.is === 'unavailable' ? found.why : 'nothing is known of the chain.'}`,
            undefined,
            {
              unavailable: 'evidence',
            },
          ),
        ]
      if (found.rpcChainId !== chainId)
        return [say.block(`The node answers for chain ${found.rpcChainId}, not ${chainId}. It is not believed.`)]
      return [say.ok(`The node belongs to chain ${chainId}.`)]
    },
  },
  {
    code: 'V-021',
    title: 'Every contract that is called exists',
    find: ({ decoded, evidence }, say) => {
      if (!evidence) return []
      const missing = decoded.filter(({ step }) => codeAt(evidence, step.to) === undefined)
      if (missing.length === 0) return [say.ok('Every contract exists.')]
      return missing.map(({ step }) =>
        say.block(`There is no contract at ${step.to}.`, step.index, { address: step.to }),
      )
    },
  },
  {
    code: 'V-022',
    title: 'The tokens count decimals as the service says',
    find: ({ intent, evidence }, say) =>
      [intent.pool.token0, intent.pool.token1].flatMap((token) => {
        const said = evidence?.decimals.find((found) => sameAddress(found.token, token.address))
        if (!said || token.isNative) return []
        if (said.decimals === token.decimals)
          return [say.ok(`${token.symbol} has ${token.decimals} decimals, as the service says.`)]
        return [
          say.block(
            `${token.symbol} has ${said.decimals ?? 'no'} decimals; the service says ${token.decimals}. Amounts would be wrong.`,
          ),
        ]
      }),
  },
  {
    code: 'V-023',
    title: 'You have what you deposit, and the coin for every step',
    find: (input, say) => {
      const { intent, evidence, plan, names, runs, inputs } = input
      if (!evidence) return []
      const held = (token: string) => evidence.balances.find((found) => sameAddress(found.token, token))?.amount
      const short = [...(isRevocationOnly(input) ? [] : depositLimits(intent))].flatMap(([token, units]) => {
        const have = held(token)
        return have !== undefined && have < units
          ? [
              say.block(
                `You have ${amountWords(names, token, have)}, less than the ${amountWords(names, token, units)} you deposit.`,
              ),
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
            say.block(
              `All steps together need ${amountWords(names, native, need)}; you have ${amountWords(names, native, coins)}.`,
            ),
          ]
        : [say.ok('You have enough of everything.')]
    },
  },
  {
    code: 'V-030',
    title: 'Every transaction goes through when tried out',
    find: ({ runs, decoded, inputs }, say) => {
      const [run] = runs
      if (!run) {
        const failed = inputs.simulations.find((found) => found.is === 'not run')
        const why = failed?.is === 'not run' ? failed.why : 'no node could try it out.'
        return [say.info(`Not simulated: ${why}`, undefined, { unavailable: 'simulation' })]
      }
      const failed = remainingSteps(
        decoded.map(({ step }) => step),
        inputs,
      ).flatMap((step, place) => {
        const outcome = run.outcomes[place]
        if (outcome?.is === 'success') return []
        const reason = outcome?.reason ?? ''
        const { says, advice } = /price slippage/i.test(reason) ? moved : explainRevert(reason)
        return [say.block(`It would fail: ${says} ${advice}`, step.index, { reason })]
      })
      return failed.length > 0 ? failed : [say.ok('Every transaction went through when tried out.')]
    },
  },
  {
    code: 'V-031',
    title: 'Nothing leaves your account but what you deposit',
    find: (input, say) =>
      eachRun(input, ({ changes }) => {
        const { intent, names } = input
        const limits = depositLimits(intent)
        const found = changes.flatMap(({ account, token, delta }) => {
          const limit = limits.get(token === native ? native : token.toLowerCase()) ?? 0n
          if (!sameAddress(account, intent.sender) || -delta <= limit) return []
          return [
            say.block(
              `${amountWords(names, token, -delta)} would leave your account; ${amountWords(names, token, limit)} may.`,
            ),
          ]
        })
        return found.length > 0 ? found : [say.ok('Nothing leaves your account but what you deposit.')]
      }),
  },
  {
    code: 'V-032',
    title: 'What is taken out really arrives',
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
            ? say.block(
                `${amountWords(names, address, got)} would arrive; at least ${amountWords(names, address, minimum)} should.`,
              )
            : say.ok(`${amountWords(names, address, got)} would arrive.`)
        })
      })
    },
  },
  {
    code: 'V-050',
    title: 'The position grows by what you add to it',
    find: (input, say) => {
      const { intent } = input
      if (intent.kind !== 'increase' || isRevocationOnly(input)) return []
      const least = minLiquidityAdded(intent)
      return eachRun(input, ({ growth, outcomes }) => {
        if (outcomes.some(({ is }) => is !== 'success')) return []
        if (!growth) return [say.block('Whether the position would grow could not be seen.')]
        const grown = growth.after - growth.before
        return grown < least
          ? [
              say.block(
                `The position would grow by ${grown} units of liquidity; what you add is worth at least ${least}.`,
              ),
            ]
          : [say.ok(`The position would grow by ${grown} units of liquidity, to ${growth.after}.`)]
      })
    },
  },
  {
    code: 'V-033',
    title: 'No rights to your tokens are left behind that you did not see',
    find: (input, say) =>
      eachRun(input, ({ grants, operators }) => {
        const { intent, names } = input
        const limits = depositLimits(intent)
        return [
          ...operators.map(({ token, operator }) =>
            say.block(`${operator} would rule over all your ${tokenWords(names, token)}.`),
          ),
          ...grants
            .filter(
              ({ token, spender, before, after }) =>
                after > before && !isDust(input, { token, spender, amount: after }),
            )
            .map(({ token, spender, after }) => {
              const isOurs = sameAddress(spender, intent.pool.positionManager)
              const sentence = `${amountWords(names, token, after)} stays allowed to ${spender}`
              return isOurs && after <= (limits.get(token.toLowerCase()) ?? 0n)
                ? say.info(`${sentence}; it can be revoked afterwards.`, undefined, {
                    token,
                    spender,
                    amount: String(after),
                  })
                : say.block(`${sentence}.`, undefined, { token, spender, amount: String(after) })
            }),
        ]
      }),
  },
  ...poolPriceRules,
]

/** Every call that a deposit or a withdrawal consists of; a sweep hands back what was not needed. */
const parts: Readonly<Record<LiquidityIntent['kind'], readonly Effect['does'][]>> = {
  deposit: ['approve', 'batch', 'mint', 'create pool', 'sweep'],
  increase: ['approve', 'batch', 'position', 'sweep'],
  withdraw: ['batch', 'position'],
}

function isPartOf({ kind }: LiquidityIntent, effect: Effect): boolean {
  if (kind === 'increase' && effect.does === 'position') return effect.how === 'increase'
  return parts[kind].includes(effect.does)
}

const moved = {
  says: 'the price moved beyond your tolerance.',
  advice: 'Prepare it anew, with a higher tolerance or a wider range.',
}

/** The least at a price that has moved by the whole tolerance, less a thousandth for the price moving meanwhile. */
function looseMinimums({ pay, range, sqrtPriceX96, toleranceBps }: PayingIntent): Amounts {
  const standing = { ...range, sqrtPriceX96 }
  const liquidity = liquidityForAmounts({ ...standing, amount0: pay[0].units, amount1: pay[1].units })
  const { amount0, amount1 } = mintMinimums({ ...standing, liquidity, toleranceBps })
  return { amount0: (amount0 * 999n) / 1000n, amount1: (amount1 * 999n) / 1000n }
}

function ofDeposit(input: LiquidityRuleInput, find: (intent: DepositIntent) => readonly Finding[]): readonly Finding[] {
  return input.intent.kind === 'deposit' ? find(input.intent) : []
}

function ofPayment(input: LiquidityRuleInput, find: (intent: PayingIntent) => readonly Finding[]): readonly Finding[] {
  return input.intent.kind === 'withdraw' ? [] : find(input.intent)
}

/** Token by token, and by the fee that tells pools of one pair apart. */
function isOfPool(position: OwnedPosition, { pool }: IncreaseIntent, wrapped: string | undefined): boolean {
  return (
    sameAddress(position.token0, pooledAddress(pool.token0, wrapped)) &&
    sameAddress(position.token1, pooledAddress(pool.token1, wrapped)) &&
    position.feePpm === (pool.feePpm ?? 0)
  )
}

/** The second opinion speaks only when it is worse. */
function eachRun(
  { runs }: LiquidityRuleInput,
  find: (run: LiquidityRuleInput['runs'][number]) => Finding[],
): Finding[] {
  const [first = [], ...others] = runs.map(find)
  const isBad = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'block')
  return isBad(first) ? first : (others.find(isBad) ?? first)
}

function sides(amount0: bigint, amount1: bigint): readonly (readonly [bigint, 0 | 1])[] {
  return [
    [amount0, 0],
    [amount1, 1],
  ]
}

function valueIn(step: LiquidityRuleInput['plan']['steps'][number]): EvmStep['value'] {
  return step.kind === 'evm' ? step.value : 0n
}

function feeWords(feePpm: number | undefined): string {
  return feePpm === undefined ? 'no fee of its own' : `${feePpm / 10_000} %`
}
