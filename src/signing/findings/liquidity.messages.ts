import { reasonText } from '../../components/reasons/reasonText'
import { grouped, tickRangeText } from '../../domain/text/figure'
import { locale } from '../../domain/text/locale'
import type { FindingFacts } from '../../guard/findings/finding'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const liquidityTexts = {
  'A-21.unusual': () => 'The approval does more than a deposit needs.',
  'A-21.not-manager': ({ spender, token }) =>
    `${spender} could spend your ${tokenText(token)}; only the position manager should.`,
  'A-21.not-deposited': ({ spender, token }) =>
    `${spender} could spend your ${tokenText(token)}, which you do not deposit.`,
  'A-21.more-than-deposited': ({ spender, amount, deposited }) =>
    `${spender} could spend ${factAmountText(amount)}; you deposit ${factAmountText(deposited)}.`,
  'M-101.under-way': ({ position }) =>
    `${position === undefined ? 'This deposit' : `Adding to position #${position}`} is already in progress. Check Activity before you do it again.`,
  'V-015.other-coins': ({ amount, deposited }) =>
    `${factAmountText(amount)} would be sent; you deposit ${factAmountText(deposited)}.`,
  'V-018.coins-left-behind': () => 'Unused native tokens would be left in the contract, where anyone can take them.',
  'V-013.other-owner': ({ recipient }) => `The owner is not your wallet: ${recipient}. Check the full address.`,
  'V-013.goes-elsewhere': ({ to, wanted }) => `The tokens would go to ${to}, not to ${wanted}.`,
  'V-013.token-goes-elsewhere': ({ token, to }) => `${tokenText(token)} would go to ${to}.`,
  'V-017.long-hour': () => 'The transaction stays valid for more than an hour.',
  'V-018.manager-takes': ({ amount, token }) =>
    `${tokenText(token)} is not a verified token: it can make the position manager take ${factAmountText(amount)} from your account, in addition to the native tokens you send, because you allowed it earlier.`,
  'V-018.manager-exposed': ({ token }) =>
    `${tokenText(token)} is not a verified token: while it is paid out, it can take the native tokens that the position manager holds for you. Receive the wrapped token instead.`,
  'V-016.withdraws-too-little': ({ amount, minimum }) =>
    `You would receive ${factAmountText(amount)}; the minimum is ${factAmountText(minimum)}.`,
  'V-040.other-pool': ({ found, chosen }) =>
    `For these tokens and this fee the position manager uses the pool ${found}; you chose ${chosen}.`,
  'V-040.other-pair': ({ token0, token1 }) =>
    `This deposits ${tokenText(token0)} and ${tokenText(token1)}, not the pair you chose.`,
  'V-040.other-fee': ({ feePpm, chosenPpm }) =>
    `This uses the pool with a fee of ${poolFee(feePpm)}, not ${poolFee(chosenPpm)}.`,
  'V-040.other-range': ({ tickLower, tickUpper, chosenLower, chosenUpper }) =>
    `The range is ticks ${tickRangeText(tickLower, tickUpper)}; you chose ${tickRangeText(chosenLower, chosenUpper)}.`,
  'V-015.deposits-too-much': ({ amount, typed }) =>
    `This would deposit ${factAmountText(amount)}; you entered ${factAmountText(typed)}.`,
  'V-015.deposits-only-part': ({ amount, typed }) =>
    `This would deposit only ${factAmountText(amount)} of the ${factAmountText(typed)} you entered.`,
  'V-016.price-move': ({ accepted, other, toleranceBps, moveBps = toleranceBps }) =>
    `If the price moves by ${factPercentText(moveBps)}, it may deposit as little as ${factAmountText(accepted)}${other ? ` or ${factAmountText(other)}` : ''}. Beyond that it fails, and you keep your tokens.`,
  'V-016.too-loose': (facts) => acceptsLess(facts),
  'V-040.creates': () => 'This creates a pool; you chose one that exists.',
  'V-040.other-price': () => 'The pool would not start at the price you set.',
  'V-035.other-contract': ({ contract }) => `${contract} is not the pool’s position manager.`,
  'V-035.only-record': ({ contract }) =>
    `Only the pool’s own record names this position manager: ${contract}. You cannot deposit until the operator confirms it.`,
  'V-054.unreadable': ({ why }) => `Part of this cannot be read: ${reasonText(why)}.`,
  'V-054.no-place': ({ call, isWithdrawal }) =>
    `“${call}” does not belong in a ${isWithdrawal ? 'withdrawal' : 'deposit'}.`,
  'V-054.several': ({ count }) => `This deposits ${count} times; you asked for once.`,
  'V-054.more-after': () => 'Something happens after the deposit, where nothing should.',
  'V-048.other-addition': () => 'This does not add what you asked for.',
  'V-048.other-withdrawal': () => 'This is not the withdrawal you asked for.',
  'V-040.other-position': ({ found, chosen }) =>
    `${found === undefined ? 'This opens a new position' : `This adds to position #${found}`}; you chose #${chosen}.`,
  'V-040.unknown-position': ({ chosen }) => `The position manager has no position #${chosen}.`,
  'V-040.other-owner': ({ chosen, owner }) => `Position #${chosen} belongs to ${owner}, who would own what you add.`,
  'V-040.may-be-moved': ({ chosen, operator }) => `${operator} may move position #${chosen} and take out what you add.`,
  'V-040.all-may-be-moved': ({ operator }) =>
    `${operator} may move all your positions here, and take out what you add.`,
  'V-040.position-of-other-pool': ({ chosen }) => `Position #${chosen} is in another pool than shown.`,
  'V-040.position-of-other-range': ({ chosen, tickLower, tickUpper, shownLower, shownUpper }) =>
    `Position #${chosen} has the range ticks ${tickRangeText(tickLower, tickUpper)}; you were shown ${tickRangeText(shownLower, shownUpper)}.`,
  'V-050.not-seen': () => 'Could not check whether the position would grow.',
  'V-050.too-little': ({ grown, least }) =>
    `The position would grow by ${grouped(grown)} units of liquidity; it should grow by at least ${grouped(least)}.`,
  'A-32.not-read': () => 'Could not read the price of the pool on chain.',
  'A-32.moved': ({ bps }) => `The pool price moved ${factPercentText(bps)} since your amounts were calculated.`,
  'A-32.no-market': () => 'There is no market price to compare the pool with.',
  'A-32.pushed': ({ bps }) => `${offMarket(bps)} Someone may have manipulated it.`,
  'A-32.off-market': ({ bps }) => offMarket(bps),
  'V-060.deposit-enforced': () =>
    'The network cancels the whole transaction unless the position arrives, no more than your deposit leaves and no new approval stays.',
  'V-060.increase-enforced': () =>
    'The network cancels the whole transaction unless no more than your deposit leaves and no new approval stays.',
  'V-050.no-logs': () => 'This node does not show which position the deposit would open.',
  'V-050.nothing': () => 'In the simulation, no position is opened.',
  'V-050.other-owner': ({ owner, wanted }) => `The position would belong to ${owner}, not to ${wanted}.`,
  'V-050.other-place': () =>
    'In the simulation, the liquidity goes to another pool or price range than the one you chose.',
  'V-050.opens-too-little': ({ liquidity, least }) =>
    `The position would hold ${grouped(liquidity)} units of liquidity; your deposit should give at least ${grouped(least)}.`,
} satisfies Partial<FindingTexts>

function acceptsLess({ accepted, least, toleranceBps }: FindingFacts['V-016.too-loose']): string {
  return `The deposit may be as small as ${factAmountText(accepted)}; with ${factPercentText(toleranceBps)} slippage tolerance the minimum is ${factAmountText(least)}.`
}

function offMarket(bps: number): string {
  return `The pool price is ${factPercentText(bps)} off the market price.`
}

/** A pool fee in percent; a pool has no fixed fee on an exchange with one pool per pair. */
function poolFee(feePpm: number | undefined): string {
  return feePpm === undefined ? 'no fixed fee' : locale.percent(grouped(`${feePpm / 10_000}`))
}
