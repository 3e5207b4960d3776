import { leastAmounts } from '../../../domain/deposit'
import { type Amounts, liquidityForAmounts, mintMinimums } from '../../../domain/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/tick'
import { callsOf, depositCalls, depositLimits, isDust, type LiquidityRuleInput } from '../../check/liquidityRuleInput'
import { codeAt, isVouched, remainingSteps } from '../../check/ruleInput'
import { isReserved, native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { meaningOfRevert } from '../../decode/evm/revert'
import type { Finding } from '../../findings/finding'
import { reason } from '../../findings/reason'
import { tokensIn } from '../../intent'
import type { DepositIntent, IncreaseIntent, LiquidityIntent, PayingIntent } from '../../liquidityIntent'
import type { EvmStep } from '../../plan'
import { isDuplicateDeposit } from '../../plan/duplicateDeposit'
import { minLiquidityAdded } from '../../plan/liquidityAdded'
import { increaseData, pooledAddress, withdrawData } from '../../plan/liquidityCalls'
import type { Rule } from '../../rule'
import { adding, everyLiquidityPlan, removing } from '../../scope'
import { isIntact } from '../../seal'
import type { OwnedPosition } from '../../simulate/evm/position'
import { amountFact, tokenFact } from '../../tokenNames'
import { poolPriceRules } from './price'

/** Farther than any deadline of ours, and near enough that a forgotten transaction dies. */
const farDeadline = 3600n
const duplicateMs = 30_000

/** What must hold of every plan that touches liquidity. Hard rules have no override. */
export const liquidityRules: readonly Rule<LiquidityRuleInput>[] = [
  {
    code: 'V-010',
    title: 'The plan is the one that was sealed',
    against: 'A plan that was changed after it was checked',
    scopes: everyLiquidityPlan,
    find: ({ plan }, say) => (isIntact(plan) ? [] : [say.block('changed', {})]),
  },
  {
    code: 'V-008',
    title: 'It is your account that signs, and the recipient you named that owns what comes of it',
    against: 'A position, or what a withdrawal pays, in the hands of somebody else',
    scopes: everyLiquidityPlan,
    find: ({ intent, inputs, plan }, say) => {
      const { sender, recipient } = intent
      const other = plan.steps.find(({ from }) => !sameAddress(from, sender))
      if (other) return [say.block('other-signer', { signer: other.from, wanted: sender }, other.index)]
      if (inputs.account !== undefined && !sameAddress(inputs.account, sender))
        return [say.block('other-account', { account: inputs.account, wanted: sender })]
      const isBad =
        sameAddress(recipient, zeroAddress) ||
        isReserved(recipient) ||
        tokensIn(intent).some(({ address, isNative }) => !isNative && sameAddress(address, recipient))
      if (isBad) return [say.block('no-owner', { recipient })]
      if (!sameAddress(sender, recipient)) return [say.warn('other-owner', { recipient })]
      return [intent.kind === 'withdraw' ? say.ok('own', {}) : say.ok('own-position', {})]
    },
  },
  {
    code: 'A-30',
    title: 'The figures are fresh',
    against: 'A deposit at amounts that were right some time ago',
    scopes: everyLiquidityPlan,
    find: ({ inputs, plan }, say) => {
      const age = inputs.now - plan.receivedAt
      return age > inputs.maxAge ? [say.block('stale-plan', { seconds: Math.floor(age / 1000) })] : []
    },
  },
  {
    code: 'M-101',
    title: 'This very plan was not sent before, and nothing like it is on its way',
    against: 'The same deposit, sent twice',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { inputs, plan, intent, scope } = input
      const ages = inputs.history.sent.filter(({ hash }) => hash === plan.hash).map(({ at }) => inputs.now - at)
      if (ages.length === 0) {
        if (scope === 'revocation' || !inputs.history.underWay.some((other) => isDuplicateDeposit(intent, other)))
          return []
        return [say.warn('under-way', { position: intent.kind === 'increase' ? String(intent.position) : undefined })]
      }
      return Math.min(...ages) < duplicateMs ? [say.block('just-sent', {})] : [say.warn('sent-before', {})]
    },
  },
  {
    code: 'V-003',
    title: 'Every transaction belongs to the chain of the pool',
    against: 'A transaction that the wallet would sign for another chain',
    scopes: everyLiquidityPlan,
    find: ({ intent, plan }, say) => {
      const stray = plan.steps.find(
        ({ kind, chainId }) => kind !== 'evm' || chainId !== intent.pool.token0.chain.chainId,
      )
      return stray
        ? [say.block('other-chain', { chain: stray.chainId, pool: intent.pool.token0.chain.name }, stray.index)]
        : []
    },
  },
  {
    code: 'V-047',
    title: 'The plan does what you asked once, and nothing besides',
    against: 'Something else that is done along with what was asked',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { intent, decoded, scope } = input
      if (decoded.length === 0) return [say.block('nothing', {})]
      if (scope === 'revocation') return [say.ok('only-revokes', {})]
      const unread = decoded.flatMap(({ step, unread }) =>
        unread.map((why) => say.block('unreadable', { why }, step.index)),
      )
      const strange = decoded.flatMap(({ step, call }) =>
        everyCall(call)
          .filter(({ effect }) => !isPartOf(intent, effect))
          .map(({ effect, name }) =>
            say.block('no-place', { call: name ?? effect.does, isWithdrawal: intent.kind === 'withdraw' }, step.index),
          ),
      )
      const found = [...unread, ...strange]
      if (found.length > 0) return found
      const last = decoded.at(-1)
      if (intent.kind === 'withdraw') return []
      const payments = depositCalls(input)
      if (payments.length !== 1) return [say.block('several', { count: payments.length })]
      if (payments[0]?.line !== last) return [say.block('more-after', {}, last?.step.index)]
      return [say.ok('once', {})]
    },
  },
  {
    code: 'V-037',
    title: 'One failing part undoes the whole transaction',
    against: 'A batch that ends half done, and leaves tokens behind',
    scopes: everyLiquidityPlan,
    find: ({ decoded }, say) =>
      decoded.flatMap(({ step, call }) =>
        everyCall(call).some(({ effect }) => effect.does === 'batch' && !effect.isAtomic)
          ? [say.block('partial-deposit', {}, step.index)]
          : [],
      ),
  },
  {
    code: 'A-21',
    title: 'Only the position manager may take your tokens, and no more than you deposit',
    against: 'An approval that lets a stranger take tokens, or takes more than is deposited',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { intent, names } = input
      const limits = depositLimits(intent)
      const found = callsOf(input, 'approve').flatMap(({ line, effect, call }): Finding[] => {
        const { index } = line.step
        const { token, spender, amount } = effect
        if (effect.by !== 'approve' || call !== line.call) return [say.block('unusual', { spender }, index)]
        if (line.step.value > 0n) return [say.block('coins-along', {}, index)]
        if (!sameAddress(spender, intent.pool.positionManager))
          return [say.block('not-manager', { spender, token: tokenFact(names, token) }, index)]
        const limit = limits.get(token.toLowerCase())
        if (limit === undefined) return [say.block('not-deposited', { spender, token: tokenFact(names, token) }, index)]
        if (amount > limit) {
          const facts = {
            spender,
            amount: amountFact(names, token, amount),
            deposited: amountFact(names, token, limit),
          }
          return [say.block('more-than-deposited', facts, index)]
        }
        return amount === 0n ? [] : [say.ok('manager', { amount: amountFact(names, token, amount) }, index)]
      })
      return found
    },
  },
  {
    code: 'V-006',
    title: 'Exactly the coins you deposit are sent along, and what is not needed comes back',
    against: 'Coins sent along that are lost in a contract',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { decoded, names, intent, scope } = input
      const sent = decoded.reduce((sum, { step }) => sum + step.value, 0n)
      const limit = scope === 'revocation' ? 0n : (depositLimits(intent).get(native) ?? 0n)
      if (sent !== limit)
        return [
          say.block('other-coins', {
            amount: amountFact(names, native, sent),
            deposited: amountFact(names, native, limit),
          }),
        ]
      if (sent === 0n) return []
      const kept = decoded.find(({ flow }) => flow.stranded.some(({ token }) => token === native))
      if (kept) return [say.block('coins-left-behind', {}, kept.step.index)]
      return [say.ok('coins', { amount: amountFact(names, native, sent) })]
    },
  },
  {
    code: 'V-040',
    title: 'It is the pool you chose',
    against: 'A deposit into another pool, with another price or fee',
    scopes: adding,
    find: (input, say) =>
      ofPayment(input, ({ kind, pool }) => {
        const found = input.evidence?.pool
        if (pool.address !== undefined && found !== undefined && !sameAddress(found, pool.address))
          return [say.block('other-pool', { found, chosen: pool.address })]
        if (kind === 'increase') return []
        const wrapped = input.chain?.wrappedNative
        const [token0, token1] = [pool.token0, pool.token1].map((token) => pooledAddress(token, wrapped))
        return [...callsOf(input, 'mint'), ...callsOf(input, 'create pool')].map(({ line, effect }) => {
          const { index } = line.step
          if (!sameAddress(effect.token0, token0) || !sameAddress(effect.token1, token1))
            return say.block(
              'other-pair',
              { token0: tokenFact(input.names, effect.token0), token1: tokenFact(input.names, effect.token1) },
              index,
            )
          if (effect.fee !== undefined && effect.fee !== pool.feePpm)
            return say.block('other-fee', { feePpm: effect.fee, chosenPpm: pool.feePpm }, index)
          return say.ok('chosen', { symbol0: pool.token0.symbol, symbol1: pool.token1.symbol }, index)
        })
      }),
  },
  {
    code: 'V-041',
    title: 'It works in the range you chose',
    against: 'A position in another price range',
    scopes: ['deposit'],
    find: (input, say) =>
      ofDeposit(input, ({ range }) =>
        callsOf(input, 'mint').map(({ line, effect: { tickLower, tickUpper } }) =>
          tickLower === range.tickLower && tickUpper === range.tickUpper
            ? say.ok('chosen', { tickLower, tickUpper }, line.step.index)
            : say.block(
                'other-range',
                { tickLower, tickUpper, chosenLower: range.tickLower, chosenUpper: range.tickUpper },
                line.step.index,
              ),
        ),
      ),
  },
  {
    code: 'V-042',
    title: 'No more is deposited than you typed',
    against: 'More tokens taken than were typed',
    scopes: adding,
    find: (input, say) =>
      ofPayment(input, ({ pay, pool }) =>
        depositCalls(input).flatMap(({ line, effect }) =>
          sides(effect.amount0, effect.amount1).flatMap(([amount, side]) => {
            const { units } = pay[side]
            const token = side === 0 ? pool.token0.address : pool.token1.address
            const fact = (value: bigint) => amountFact(input.names, token, value)
            if (amount > units)
              return [say.block('too-much', { amount: fact(amount), typed: fact(units) }, line.step.index)]
            if (amount * 1000n < units * 999n)
              return [say.warn('only-part', { amount: fact(amount), typed: fact(units) }, line.step.index)]
            return amount === 0n ? [] : [say.ok('at-most', { amount: fact(amount) }, line.step.index)]
          }),
        ),
      ),
  },
  {
    code: 'V-043',
    title: 'The transaction itself insists on the least amounts you were shown',
    against: 'A deposit at a manipulated price, because its minimums are too loose',
    scopes: adding,
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
            const fact = (value: bigint) => amountFact(input.names, token, value)
            const facts = { accepted: fact(minimum), least: fact(wanted), toleranceBps }
            if (minimum >= wanted)
              return wanted === 0n ? [] : [say.ok('insists', { minimum: fact(minimum) }, line.step.index)]
            // A service may read the tolerance as a move of the price, as the field's position managers do.
            return minimum >= (side === 0 ? loose.amount0 : loose.amount1) && line.step.said !== undefined
              ? [say.warn('price-tolerance', facts, line.step.index)]
              : [say.block('too-loose', facts, line.step.index)]
          }),
        )
      }),
  },
  {
    code: 'V-013',
    title: 'What comes of it goes to the recipient you named',
    against: 'A position, fees or tokens that go to somebody else',
    scopes: everyLiquidityPlan,
    find: (input, say) => {
      const { intent, decoded, names } = input
      const owners = callsOf(input, 'mint').map(({ line, effect }) => ({ line, to: effect.recipient }))
      const collectors = callsOf(input, 'position').flatMap(({ line, effect }) =>
        effect.how === 'collect' ? [{ line, to: effect.recipient ?? zeroAddress }] : [],
      )
      const found = [...owners, ...collectors]
        .filter(({ to }) => !sameAddress(to, intent.recipient))
        .map(({ to, line }) => say.block('goes-elsewhere', { to, wanted: intent.recipient }, line.step.index))
      const astray = decoded.flatMap(({ step, flow }) =>
        flow.inflows
          .filter(({ to }) => !sameAddress(to, intent.sender) && !sameAddress(to, intent.recipient))
          .map(({ token, to }) =>
            say.block('token-goes-elsewhere', { token: tokenFact(names, token), to }, step.index),
          ),
      )
      const all = [...found, ...astray]
      return all.length > 0 ? all : [say.ok('goes-to-recipient', { recipient: intent.recipient })]
    },
  },
  {
    code: 'V-045',
    title: 'A pool is created only where you asked for one, at the price you set',
    against: 'A pool created at a price that gives the first deposit away',
    scopes: ['deposit'],
    find: (input, say) =>
      ofDeposit(input, ({ pool: { startTick } }) => {
        const creations = callsOf(input, 'create pool')
        if (startTick === undefined) return creations.map(({ line }) => say.block('creates', {}, line.step.index))
        const [low, high] = [startTick - 1, startTick + 1].map(tickToSqrtPriceX96)
        return creations.map(({ line, effect: { sqrtPriceX96 } }) =>
          low !== undefined && high !== undefined && sqrtPriceX96 >= low && sqrtPriceX96 <= high
            ? say.ok('price-set', {}, line.step.index)
            : say.block('other-price', {}, line.step.index),
        )
      }),
  },
  {
    code: 'V-048',
    title: 'The withdrawal, or what is added to a position, is byte for byte what you asked for',
    against: 'A withdrawal that takes out, or pays, something other than what was asked',
    scopes: ['increase', ...removing],
    find: (input, say) => {
      const { intent, decoded } = input
      if (intent.kind === 'increase') {
        const line = decoded.at(-1)
        const [deadline] = line?.flow.deadlines ?? []
        if (!line) return []
        return line.step.data.toLowerCase() === increaseData(intent, deadline ?? 0n).toLowerCase()
          ? [say.ok('adds', {}, line.step.index)]
          : [say.block('other-addition', {}, line.step.index)]
      }
      if (intent.kind !== 'withdraw') return []
      const [line] = decoded
      const [deadline] = line?.flow.deadlines ?? []
      if (
        !line ||
        decoded.length !== 1 ||
        line.step.data.toLowerCase() !== withdrawData(intent, deadline ?? 0n).toLowerCase()
      )
        return [say.block('other-withdrawal', {}, line?.step.index)]
      return [intent.liquidity === 0n ? say.ok('collects', {}) : say.ok('withdraws', {})]
    },
  },
  {
    code: 'V-049',
    title: 'It adds to the very position you chose, and that is yours',
    against: 'Adding to the position of somebody else',
    scopes: ['increase'],
    find: (input, say) => {
      const { intent, evidence, chain } = input
      if (intent.kind !== 'increase') return []
      const chosen = String(intent.position)
      const stray = depositCalls(input).find(({ effect }) => !('id' in effect) || effect.id !== intent.position)
      if (stray)
        return [
          say.block(
            'other-position',
            { found: 'id' in stray.effect ? String(stray.effect.id) : undefined, chosen },
            stray.line.step.index,
          ),
        ]
      if (!evidence) return []
      const { position } = evidence
      if (position?.id !== intent.position) return [say.block('unknown-position', { chosen })]
      if (!sameAddress(position.owner, intent.sender))
        return [say.block('other-owner', { chosen, owner: position.owner })]
      if (!isOfPool(position, intent, chain?.wrappedNative)) return [say.block('other-pool', { chosen })]
      if (position.tickLower !== intent.range.tickLower || position.tickUpper !== intent.range.tickUpper)
        return [
          say.block('other-range', {
            chosen,
            tickLower: position.tickLower,
            tickUpper: position.tickUpper,
            shownLower: intent.range.tickLower,
            shownUpper: intent.range.tickUpper,
          }),
        ]
      return [say.ok('own', { chosen })]
    },
  },
  {
    code: 'V-017',
    title: 'The transaction cannot be held back and used later',
    against: 'A signed transaction that is kept and sent when it hurts',
    scopes: everyLiquidityPlan,
    find: ({ decoded, evidence, inputs, intent }, say) => {
      const clock = BigInt(Math.floor(inputs.now / 1000))
      const time = evidence?.time ?? clock
      // A chain that has rested has an old clock; its next block will have the right one.
      const latest = time > clock ? time : clock
      return decoded.flatMap(({ step, flow }) =>
        flow.deadlines.map((deadline) => {
          if (deadline <= time) return say.block('expired-plan', {}, step.index)
          if (deadline > latest + farDeadline) {
            // A service may be generous; what the app prepares itself never is.
            return intent.kind === 'increase'
              ? say.block('long-hour', {}, step.index)
              : say.warn('long-hour', {}, step.index)
          }
          return say.ok('valid', { seconds: String(deadline - time) }, step.index)
        }),
      )
    },
  },
  {
    code: 'V-046',
    title: 'The position manager is one the deployment vouches for',
    against: 'A contract that only pretends to be a position manager',
    scopes: everyLiquidityPlan,
    find: ({ intent, decoded, chain }, say) => {
      const manager = intent.pool.positionManager
      const stray = decoded.find(({ step, call }) => call.effect.does !== 'approve' && !sameAddress(step.to, manager))
      if (stray) return [say.block('other-contract', { contract: stray.step.to }, stray.step.index)]
      if (isVouched(chain, manager)) return [say.ok('vouched', {})]
      return [say.warn('only-record', { contract: manager })]
    },
  },
  {
    code: 'V-020',
    title: 'The node that was asked belongs to the right chain',
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
    against: 'Coins sent to an address without a contract',
    scopes: everyLiquidityPlan,
    find: ({ decoded, evidence }, say) => {
      if (!evidence) return []
      const missing = decoded.filter(({ step }) => codeAt(evidence, step.to) === undefined)
      if (missing.length === 0) return [say.ok('exist', {})]
      return missing.map(({ step }) => say.block('no-contract', { contract: step.to }, step.index))
    },
  },
  {
    code: 'V-022',
    title: 'The tokens count decimals as the service says',
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
