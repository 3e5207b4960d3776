import { reasonText } from '../../components/reasons/reasonText'
import { grouped, tickRangeText } from '../../domain/text/figure'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const liquidityTexts = {
  'M-101.under-way': ({ position }) =>
    `${position === undefined ? 'This deposit' : `Adding to position #${position}`} is already in progress. Check Activity before you do it again.`,
  'V-018.manager-takes': ({ amount, token }) =>
    `${tokenText(token)} is not a verified token: it can make the position manager take ${factAmountText(amount)} from your account, in addition to the native tokens you send, because you allowed it earlier.`,
  'V-018.manager-exposed': ({ token }) =>
    `${tokenText(token)} is not a verified token: while it is paid out, it can take the native tokens that the position manager holds for you. Receive the wrapped token instead.`,
  'V-040.other-pool': () => 'This is not the pool you chose.',
  'V-040.other-range': ({ tickLower, tickUpper, chosenLower, chosenUpper }) =>
    `The range is ticks ${tickRangeText(tickLower, tickUpper)}; you chose ${tickRangeText(chosenLower, chosenUpper)}.`,
  'V-016.price-move': ({ accepted, other, toleranceBps, moveBps = toleranceBps }) =>
    `If the price moves by ${factPercentText(moveBps)}, it may deposit as little as ${factAmountText(accepted)}${other ? ` or ${factAmountText(other)}` : ''}. Beyond that it fails, and you keep your tokens.`,
  'V-016.too-loose': ({ accepted, least, toleranceBps }) =>
    `The deposit may be as small as ${factAmountText(accepted)}; with ${factPercentText(toleranceBps)} slippage tolerance the minimum is ${factAmountText(least)}.`,
  'V-040.other-price': () => 'The pool would not start at the price you set.',
  'V-035.other-contract': ({ contract }) => `${contract} is not the pool’s position manager.`,
  'V-035.only-record': ({ contract }) =>
    `Only the pool’s own record names this position manager: ${contract}. You cannot deposit until the operator confirms it.`,
  'V-054.unreadable': ({ why }) => `Part of this cannot be read: ${reasonText(why)}.`,
  'V-054.several': ({ count }) => `This deposits ${count} times; you asked for once.`,
  'V-048.other': () => 'This is not what you asked for.',
  'V-040.other-position': ({ chosen }) => `This does not add to position #${chosen}, which you chose.`,
  'V-040.other-owner': ({ chosen, owner }) => `Position #${chosen} belongs to ${owner}, who would own what you add.`,
  'V-040.may-be-moved': ({ chosen, operator }) => `${operator} may move position #${chosen} and take out what you add.`,
  'V-040.all-may-be-moved': ({ operator }) =>
    `${operator} may move all your positions here, and take out what you add.`,
  'V-050.not-seen': () => 'Could not check whether the position would grow.',
  'V-050.too-little': ({ grown, least }) =>
    `The position would grow by ${grouped(grown)} units of liquidity; it should grow by at least ${grouped(least)}.`,
  'A-32.not-read': () => 'Could not read the price of the pool on chain.',
  'A-32.moved': ({ bps }) => `The pool price moved ${factPercentText(bps)} since your amounts were calculated.`,
  'A-32.no-market': () => 'There is no market price to compare the pool with.',
  'A-32.off-market': ({ bps }) => `The pool price is ${factPercentText(bps)} off the market price.`,
  'V-060.deposit-enforced': () =>
    'The network cancels the whole transaction unless no more than your deposit leaves and no new approval stays.',
  'V-050.no-logs': () => 'This node does not show which position the deposit would open.',
  'V-050.other-owner': ({ owner, wanted }) => `The position would belong to ${owner}, not to ${wanted}.`,
} satisfies Partial<FindingTexts>
