import { reasonText } from '../../components/reasons/reasonText'
import type { depositFindings } from '../../guard/findings/depositFindings'
import type { FindingFacts } from '../../guard/findings/finding'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const depositTexts: Pick<FindingTexts, keyof typeof depositFindings> = {
  'A-21.unusual': () => 'It gives an allowance in a way no deposit needs.',
  'A-21.not-manager': ({ spender, token }) =>
    `It lets ${spender} take ${tokenText(token)}; only the position manager may.`,
  'A-21.not-deposited': ({ spender, token }) =>
    `It lets ${spender} take ${tokenText(token)}, which you do not deposit.`,
  'A-21.more-than-deposited': ({ spender, amount, deposited }) =>
    `It lets ${spender} take ${factAmountText(amount)}; you deposit ${factAmountText(deposited)}.`,
  'A-21.manager': ({ amount }) => `The position manager may take at most ${factAmountText(amount)}.`,
  'A-30.stale-plan': ({ seconds }) => `The plan is ${seconds} seconds old. The price may have moved: prepare it anew.`,
  'M-101.under-way': ({ position }) =>
    `The same is on its way already: ${position === undefined ? 'this deposit' : `adding to position No. ${position}`}. This would come on top of it. Look at Activity first.`,
  'V-003.other-chain': ({ chain, pool }) => `It is meant for chain ${chain}; the pool is on ${pool}.`,
  'V-006.other-coins': ({ amount, deposited }) =>
    `${factAmountText(amount)} would be sent; you deposit ${factAmountText(deposited)}.`,
  'V-006.coins-left-behind': () => 'Coins that are not needed would stay in the contract, where anybody can take them.',
  'V-006.coins': ({ amount }) => `${factAmountText(amount)} is sent along; what is not needed comes back.`,
  'V-008.no-owner': ({ recipient }) => `${recipient} is no account; what is given to it is lost.`,
  'V-008.other-owner': ({ recipient }) => `Somebody else will own it: ${recipient}. Compare every character.`,
  'V-008.own-position': () => 'You sign, and the position is yours.',
  'V-013.goes-elsewhere': ({ to, wanted }) => `It would go to ${to}, not to ${wanted}.`,
  'V-013.token-goes-elsewhere': ({ token, to }) => `${tokenText(token)} would go to ${to}.`,
  'V-013.goes-to-recipient': ({ recipient }) => `It goes to ${recipient}.`,
  'V-017.expired-plan': () => 'Its deadline has passed by the clock of the chain. Prepare it anew.',
  'V-017.long-hour': () => 'It stays valid for more than an hour.',
  'V-023.too-little-to-deposit': ({ held, deposited }) =>
    `You have ${factAmountText(held)}, less than the ${factAmountText(deposited)} you deposit.`,
  'V-023.enough-of-all': () => 'You have enough of everything.',
  'V-031.leaves-too-much': ({ amount, limit }) =>
    `${factAmountText(amount)} would leave your account; ${factAmountText(limit)} may.`,
  'V-031.only-deposited': () => 'Nothing leaves your account but what you deposit.',
  'V-032.withdraws-too-little': ({ amount, minimum }) =>
    `${factAmountText(amount)} would arrive; at least ${factAmountText(minimum)} should.`,
  'V-033.stays-too-much': ({ spender, amount }) => `${factAmountText(amount)} stays allowed to ${spender}.`,
  'V-037.partial-deposit': () => 'Parts of it may fail while the rest goes on.',
  'V-040.other-pool': ({ found, chosen }) =>
    `Of these tokens and this fee the position manager has the pool ${found}; you chose ${chosen}.`,
  'V-040.other-pair': ({ token0, token1 }) =>
    `It deposits ${tokenText(token0)} and ${tokenText(token1)}, not the pair you chose.`,
  'V-040.other-fee': ({ feePpm, chosenPpm }) =>
    `It goes to the pool with a fee of ${poolFee(feePpm)}, not ${poolFee(chosenPpm)}.`,
  'V-040.chosen': ({ symbol0, symbol1 }) => `It goes to the ${symbol0}/${symbol1} pool you chose.`,
  'V-041.chosen': ({ tickLower, tickUpper }) => `Ticks ${tickLower} to ${tickUpper}, as you chose.`,
  'V-041.other-range': ({ tickLower, tickUpper, chosenLower, chosenUpper }) =>
    `It would work from tick ${tickLower} to ${tickUpper}; you chose ${chosenLower} to ${chosenUpper}.`,
  'V-042.too-much': ({ amount, typed }) =>
    `It would deposit ${factAmountText(amount)}; you typed ${factAmountText(typed)}.`,
  'V-042.only-part': ({ amount, typed }) =>
    `It would deposit only ${factAmountText(amount)} of the ${factAmountText(typed)} you typed.`,
  'V-042.at-most': ({ amount }) => `At most ${factAmountText(amount)}.`,
  'V-043.insists': ({ minimum }) => `It undoes itself below ${factAmountText(minimum)}.`,
  'V-043.price-tolerance': (facts) => `${acceptsLess(facts)} The service reads the tolerance as a move of the price.`,
  'V-043.price-move': ({ accepted, other, toleranceBps }) =>
    `If the price moves by ${factPercentText(toleranceBps)}, it may deposit as little as ${factAmountText(accepted)}${other ? ` or ${factAmountText(other)}` : ''}. Beyond that it fails, and you keep your tokens.`,
  'V-043.too-loose': (facts) => acceptsLess(facts),
  'V-045.creates': () => 'It creates a pool; you chose one that exists.',
  'V-045.exists': () => 'The pool exists: asking for it to be created does nothing.',
  'V-045.price-set': () => 'The pool starts at the price you set.',
  'V-045.other-price': () => 'The pool would start at another price than the one you set.',
  'V-046.other-contract': ({ contract }) => `It calls ${contract}, which is not the pool's position manager.`,
  'V-046.vouched': () => 'The position manager belongs to this deployment.',
  'V-046.only-record': ({ contract }) =>
    `Only the pool's record names this position manager: ${contract}. No money goes there until the deployment names it.`,
  'V-047.nothing': () => 'There is nothing to sign.',
  'V-047.only-revokes': () => 'It only takes allowances back.',
  'V-047.unreadable': ({ why }) => `Part of it cannot be read: ${reasonText(why)}.`,
  'V-047.no-place': ({ call, isWithdrawal }) =>
    `"${call}" has no place in a ${isWithdrawal ? 'withdrawal' : 'deposit'}.`,
  'V-047.several': ({ count }) => `It deposits ${count} times; you asked for once.`,
  'V-047.more-after': () => 'Something comes after the deposit, where nothing should.',
  'V-047.once': () => 'It deposits once, and does nothing besides.',
  'V-048.adds': () => 'It adds what you asked, and nothing besides.',
  'V-048.other-addition': () => 'It does not add what you asked for.',
  'V-048.other-withdrawal': () => 'It is not the withdrawal you asked for.',
  'V-048.collects': () => 'It collects fees, and touches nothing else.',
  'V-048.withdraws': () => 'It takes out what you asked, and no more.',
  'V-049.other-position': ({ found, chosen }) =>
    `${found === undefined ? 'It makes a new position' : `It adds to position ${found}`}; you chose ${chosen}.`,
  'V-049.unknown-position': ({ chosen }) => `The position manager knows no position ${chosen}.`,
  'V-049.other-owner': ({ chosen, owner }) =>
    `Position ${chosen} belongs to ${owner}: they would own what is added to it.`,
  'V-049.other-pool': ({ chosen }) => `Position ${chosen} lies in another pool than the one you were shown.`,
  'V-049.other-range': ({ chosen, tickLower, tickUpper, shownLower, shownUpper }) =>
    `Position ${chosen} works from tick ${tickLower} to ${tickUpper}; you were shown ${shownLower} to ${shownUpper}.`,
  'V-049.own': ({ chosen }) => `It adds to position ${chosen}, which is yours.`,
  'V-050.not-seen': () => 'Whether the position would grow could not be seen.',
  'V-050.too-little': ({ grown, least }) =>
    `The position would grow by ${grown} units of liquidity; what you add is worth at least ${least}.`,
  'V-058.not-read': () => 'The price of the pool could not be read from the chain.',
  'V-058.moved': ({ bps }) => `The pool's price is ${factPercentText(bps)} off the one your amounts were made for.`,
  'V-058.no-market': () => 'There is no other price that the pool could be held against.',
  'V-058.pushed': ({ bps }) => `${offMarket(bps)} Somebody may have pushed it.`,
  'V-058.off-market': ({ bps }) => offMarket(bps),
  'V-062.not-seen': () => 'This node does not show which position the deposit would open.',
  'V-062.nothing': () => 'Simulated, no position is opened.',
  'V-062.other-owner': ({ owner, wanted }) => `The position would belong to ${owner}, not to ${wanted}.`,
  'V-062.other-place': () => 'Simulated, the liquidity goes to another pool or price range than the one you chose.',
  'V-062.too-little': ({ liquidity, least }) =>
    `The position would hold ${liquidity} units of liquidity; what you deposit is worth ${least} at least.`,
  'V-062.arrives': ({ liquidity }) => `Simulated: you receive the position, with ${liquidity} units of liquidity.`,
  'V-050.grows': ({ grown, after }) => `The position would grow by ${grown} units of liquidity, to ${after}.`,
}

function acceptsLess({ accepted, least, toleranceBps }: FindingFacts['V-043.too-loose']): string {
  return `It accepts a deposit of ${factAmountText(accepted)}; with ${factPercentText(toleranceBps)} tolerance the least is ${factAmountText(least)}.`
}

function offMarket(bps: number): string {
  return `The pool's price is ${factPercentText(bps)} off the market.`
}

/** The fee of a pool in percent; where a pair has one pool, the pool has none of its own. */
function poolFee(feePpm: number | undefined): string {
  return feePpm === undefined ? 'no fee of its own' : `${feePpm / 10_000} %`
}
