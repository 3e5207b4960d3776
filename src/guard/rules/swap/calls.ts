import { chainOf, evidenceOn, isAllRead, isVouched, type Matter } from '../../check/ruleInput'
import { isToken, type Line } from '../../decode/decodedPlan'
import { isReserved, native, nobody, sameAddress } from '../../decode/evm/address'
import { type Call, type Effect, everyCall } from '../../decode/evm/call'
import type { Taking } from '../../decode/tokenFlow'
import { isSpendable } from '../../plan/approval'
import type { Rule } from '../../rule'
import { amountWords, percentWords, tokenWords } from '../../words'

/** Two for one token, each by way of zero. */
const mostApprovals = 4
const longestAllowance = 30n * 60n
const usualFeeBps = 100n

/** What the calls themselves say, read from their data alone. */
export const callRules: readonly Rule<Matter>[] = [
  {
    code: 'V-004',
    asks: 'Every transaction calls a contract that a swap may call',
    find: (matter, say) => {
      const { intent, ledger } = matter
      const found = ledger.lines.flatMap(({ step, call, unread }) => {
        const { to, index } = step
        if (sameAddress(to, nobody)) return [say.block('It calls the zero address.', index)]
        if (sameAddress(to, intent.sender)) return [say.block('It calls your own account.', index)]
        if (isReserved(to)) return [say.block(`It calls ${to}, a part of the chain itself.`, index)]
        const isTraded = [intent.sell.token, intent.buy].some(
          (token) => !token.isNative && sameAddress(token.address, to),
        )
        if (isTraded && (unread.length > 0 || !isTokenCall(call)))
          return [
            say.block(
              `It calls the ${tokenWords(matter.book, to)} token itself with something other than an approval: ${whyUnread(unread, call)}.`,
              index,
            ),
          ]
        return []
      })
      return found.length > 0
        ? found
        : [say.ok('Only contracts are called, and tokens only for approvals or wrapping.')]
    },
  },
  {
    code: 'V-005',
    asks: 'No transaction is a plain payment',
    find: (matter, say) =>
      matter.ledger.lines.flatMap(({ step, call }) => {
        if (call.effect.does !== 'pay') return []
        if (isVouched(chainOf(matter, step.chainId), step.to))
          return [say.info('It is a plain payment to a contract of this deployment.', step.index)]
        return [
          say.block(
            `It pays ${amountWords(matter.book, native, step.value)} to ${step.to} without calling anything.`,
            step.index,
          ),
        ]
      }),
  },
  {
    code: 'V-039',
    asks: 'A deposit is taken back only by itself, and only from a bridge of this deployment',
    find: (matter, say) => {
      const { lines } = matter.ledger
      const reclaims = lines.filter(({ call }) => everyCall(call).some(({ effect }) => effect.does === 'reclaim'))
      return reclaims.map(({ step, call }) => {
        if (lines.length > 1 || call.effect.does !== 'reclaim')
          return say.block('It takes a deposit back beside doing other things.', step.index)
        if (!isVouched(chainOf(matter, step.chainId), step.to))
          return say.block(`It calls ${step.to}, which is no bridge of this deployment.`, step.index)
        return say.ok('It takes a deposit back, and does nothing else.', step.index)
      })
    },
  },
  {
    code: 'V-007',
    asks: 'Labels of the service decide nothing',
    find: ({ ledger }, say) =>
      ledger.lines.flatMap(({ step, call }) => {
        const label = typeof step.said?.type === 'string' ? step.said.type.trim().toLowerCase() : undefined
        const isApproval = call.effect.does === 'approve'
        if (label === undefined || !/approv|swap/.test(label)) return []
        if (/approv/.test(label) === isApproval) return []
        return [
          say.warn(
            `The service calls this "${label}", but it ${isApproval ? 'is an approval' : 'is no approval'}.`,
            step.index,
          ),
        ]
      }),
  },
  {
    code: 'A-21',
    asks: 'Only the contract that swaps may take the token you sell, and no more than you sell',
    find: (matter, say) => {
      const { intent, book } = matter
      const approvals = approvalsOf(matter)
      const found = approvals.flatMap((approval) => {
        const { token, spender, amount } = approval.effect
        const fault = faultOf(approval, matter)
        return fault ? [say.block(fault, approval.line.step.index, { token, spender, amount: String(amount) })] : []
      })
      if (found.length > 0) return found
      if (approvals.length > mostApprovals)
        return [say.block(`There are ${approvals.length} approvals; a swap needs one or two.`)]
      const together = allowedTogether(approvals)
      if (together > intent.sell.units)
        return [
          say.block(
            `All approvals together allow ${amountWords(book, approvals[0]!.effect.token, together)}, more than you sell.`,
          ),
        ]
      return approvals
        .filter(({ effect }) => effect.amount > 0n)
        .map(({ line, effect }) =>
          say.ok(
            `${effect.spender} may take at most ${amountWords(book, effect.token, effect.amount)}, what you sell.`,
            line.step.index,
          ),
        )
    },
  },
  {
    code: 'V-011',
    asks: 'Nothing gives away tokens, positions, ownership or lasting rights',
    find: ({ ledger }, say) => {
      const found = ledger.lines.flatMap(({ step, call }) =>
        everyCall(call).flatMap(({ effect, name }) =>
          whatsForbidden(effect) === undefined
            ? []
            : [say.block(`"${name}" ${whatsForbidden(effect)}, which no swap needs.`, step.index)],
        ),
      )
      return found.length > 0 ? found : [say.ok('No transfer, ownership or delegation call.')]
    },
  },
  {
    code: 'V-012',
    asks: 'The plan swaps, and does not only approve',
    find: ({ ledger, plan }, say) => {
      const last = ledger.lines.at(-1)
      if (plan.steps.length === 0) return [say.block('There is nothing to sign.')]
      if (last && last.call.effect.does === 'approve')
        return [
          say.block(
            'The last transaction is an approval: money would be left allowed and nothing swapped.',
            last.step.index,
          ),
        ]
      return []
    },
  },
  {
    code: 'V-013',
    asks: 'What is bought goes to the recipient you named',
    find: (matter, say) => {
      const { intent, ledger, book, crosses } = matter
      const handed = ledger.lines.flatMap((line) => line.settlement.gives.map((giving) => ({ ...giving, line })))
      const found = handed.flatMap(({ token, to, line }) => {
        const isBought = !crosses && isToken(token, intent.buy)
        if (sameAddress(to, intent.recipient) && (isBought || sameAddress(to, intent.sender))) return []
        if (sameAddress(to, intent.sender) && !isBought) return []
        return [
          say.block(`${tokenWords(book, token)} would go to ${to}, not to ${intent.recipient}.`, line.step.index, {
            to,
            wanted: intent.recipient,
          }),
        ]
      })
      if (found.length > 0) return found
      return handed.some(({ token }) => isToken(token, intent.buy)) && !crosses
        ? [say.ok(`${intent.buy.symbol} goes to ${intent.recipient}.`)]
        : []
    },
  },
  {
    code: 'V-014',
    asks: 'Only the tokens of this trade are sold and bought',
    find: (matter, say) => {
      const { intent, ledger, book, crosses } = matter
      const strange = ledger.leaves.filter(({ token }) => token !== native && !isToken(token, intent.sell.token))
      const found = strange.map(({ token, amount }) =>
        say.block(`It would take ${amountWords(book, token, amount)}, which you do not sell.`),
      )
      const far = ledger.lines.filter(
        ({ step, settlement }) => step.chainId !== intent.sell.token.chain.chainId && settlement.takes.length > 0,
      )
      found.push(
        ...far.map(({ step }) => say.block('It would take something on the chain where you only receive.', step.index)),
      )
      if (isAllRead(matter) && !crosses && ledger.promised === undefined)
        found.push(say.block(`None of the transactions buys ${intent.buy.symbol}.`))
      return found.length > 0
        ? found
        : [
            say.ok(
              `${intent.sell.token.symbol} is sold${isAllRead(matter) ? ` for ${intent.buy.symbol}` : ''}, and nothing else.`,
            ),
          ]
    },
  },
  {
    code: 'V-018',
    asks: 'Nothing stays behind in a contract where anybody could take it',
    find: (matter, say) =>
      matter.ledger.lines.flatMap(({ step, settlement, unread, call }) => {
        if (unread.length > 0 || call.effect.does === 'pay') return []
        const kept = settlement.stranded.filter((kept) => !isDust(kept, matter))
        return kept.map(({ token }) =>
          say.block(
            `${tokenWords(matter.book, token)} would stay in ${step.to}, where anybody can take it.`,
            step.index,
          ),
        )
      }),
  },
  {
    code: 'V-019',
    asks: 'Fees on the way are small and go to the deployment',
    find: (matter, say) =>
      matter.ledger.lines.flatMap(({ step, settlement }) =>
        settlement.fees.map(({ bps, recipient }) => {
          const sentence = `${percentWords(bps)} goes to ${recipient} as a fee.`
          if (bps > usualFeeBps)
            return say.block(`${sentence} More than ${percentWords(usualFeeBps)} is not customary.`, step.index)
          return isVouched(chainOf(matter, step.chainId), recipient)
            ? say.info(sentence, step.index)
            : say.warn(sentence, step.index)
        }),
      ),
  },
  {
    code: 'V-038',
    asks: 'Nothing is written so that it reads one way and acts another',
    find: ({ ledger }, say) =>
      ledger.lines.flatMap(({ step, call }) =>
        everyCall(call).flatMap(({ effect }) =>
          effect.does === 'unknown' && effect.isDisguised
            ? [say.block(`It calls a known function in an unusual spelling: ${effect.why}.`, step.index)]
            : [],
        ),
      ),
  },
  {
    code: 'V-037',
    asks: 'One failing part undoes the whole transaction',
    find: ({ ledger }, say) =>
      ledger.lines.flatMap(({ step, call }) =>
        everyCall(call).some(({ effect }) => effect.does === 'batch' && !effect.isAtomic)
          ? [say.block('Parts of it may fail while the rest goes on, so its minimum protects nothing.', step.index)]
          : [],
      ),
  },
]

type Approval = { readonly line: Line; readonly effect: Extract<Effect, { does: 'approve' }>; readonly isTop: boolean }

function approvalsOf({ ledger }: Matter): Approval[] {
  return ledger.lines.flatMap((line) =>
    everyCall(line.call).flatMap((call) =>
      call.effect.does === 'approve' ? [{ line, effect: call.effect, isTop: call === line.call }] : [],
    ),
  )
}

/** What is wrong with an approval; `undefined` when it is one that this swap needs. */
function faultOf({ line, effect, isTop }: Approval, matter: Matter): string | undefined {
  const { intent, book } = matter
  const { chainId, value } = line.step
  const { token, spender, amount } = effect
  if (effect.by === 'permit' && isTop)
    return 'It is a signed permit sent as a transaction, which no swap of yours needs.'
  if (!sameAddress(effect.owner, intent.sender)) return undefined
  if (!isSpendable(token, intent, chainOf(matter, chainId)?.wrappedNative))
    return `It lets ${spender} take ${tokenWords(book, token)}, which you do not sell.`
  // Another token may have the very same address there.
  if (chainId !== intent.sell.token.chain.chainId)
    return `It lets ${spender} take something on the chain where you only receive.`
  if (value > 0n && isTop) return 'It sends coins along with an approval.'
  if (amount === 0n) return undefined
  if (amount > intent.sell.units)
    return `It lets ${spender} take ${amountWords(book, token, amount)}; you sell ${amountWords(book, token, intent.sell.units)}.`
  if ([intent.sender, token, nobody].some((other) => sameAddress(other, spender)))
    return `The spender ${spender} is no contract that swaps.`
  if (!isSpenderKnown(matter, line, effect))
    return `It lets ${spender} take your ${tokenWords(book, token)}, but no later transaction calls that contract.`
  if (effect.until !== undefined && lasts(matter, chainId, effect.until))
    return 'The allowance would hold for more than 30 minutes.'
  return undefined
}

/** What all spenders together may take. An allowance replaces the spender's last; Permit2's stand behind its own. */
function allowedTogether(approvals: readonly Approval[]): bigint {
  const sumOf = (layer: readonly Approval[]) => {
    const last = new Map(layer.map(({ effect }) => [effect.spender.toLowerCase(), effect.amount]))
    return [...last.values()].reduce((sum, amount) => sum + amount, 0n)
  }
  const direct = sumOf(approvals.filter(({ effect }) => effect.by !== 'permit2'))
  const behind = sumOf(approvals.filter(({ effect }) => effect.by === 'permit2'))
  return direct > behind ? direct : behind
}

/** Spent by a later transaction on the same chain, by the one the permit comes with, or vouched for. */
function isSpenderKnown(matter: Matter, { step }: Line, { spender }: Approval['effect']): boolean {
  const later = matter.ledger.lines.some(
    (other) =>
      other.step.chainId === step.chainId &&
      other.step.index >= step.index &&
      sameAddress(other.step.to, spender) &&
      other.call.effect.does !== 'approve',
  )
  return later || isVouched(chainOf(matter, step.chainId), spender)
}

function lasts({ facts }: Matter, chainId: number, until: bigint): boolean {
  const time = evidenceOn(facts, chainId)?.time ?? BigInt(Math.floor(facts.now / 1000))
  return until > time + longestAllowance
}

/** The calls a swap may make on a traded token: allowing, wrapping, unwrapping. */
function isTokenCall({ effect }: Call): boolean {
  return effect.does === 'approve' || effect.does === 'wrap' || effect.does === 'unwrap'
}

/** What a call does that no swap needs; `undefined` for the others. */
function whatsForbidden(effect: Effect): string | undefined {
  if (effect.does === 'forbidden') return effect.what
  const isAboutPositions = effect.does === 'position' || effect.does === 'mint' || effect.does === 'create pool'
  return isAboutPositions ? 'changes liquidity positions' : undefined
}

function whyUnread([why]: readonly string[], { name }: Call): string {
  return why ?? `"${name}"`
}

/** What a double blurs in a native amount is not worth anybody's while. */
function isDust({ token, amount }: Taking, { intent: { sell } }: Matter): boolean {
  return token === native && sell.token.isNative && amount <= sell.units >> 50n
}
