import { reasonText } from '../../components/reasons/reasonText'
import { dollarText } from '../../domain/text/figure'
import { quotedText } from '../../domain/text/label'
import type { AmountFact } from '../../guard/findings/factTypes'
import type { RevertMeaning } from '../../guard/findings/findingFacts'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const swapTexts = {
  'A-21.limited': ({ asked, isUnlimited, limited }) =>
    `The quote asked for ${isUnlimited ? 'an unlimited approval' : `an approval of ${factAmountText(asked)}`}; it is limited to exactly ${factAmountText(limited)}.`,
  'A-21.unusual': () => 'The approval does more than is needed.',
  'A-21.needless': ({ spender, token }) =>
    `${spender} could spend your ${tokenText(token)}, which is not needed for this.`,
  'A-21.too-much': ({ spender, amount, sold }) =>
    `${spender} could spend ${factAmountText(amount)}; you pay ${factAmountText(sold)}.`,
  'A-21.too-long': () => 'The approval would stay valid for more than 30 minutes.',
  'A-21.too-much-together': ({ amount }) =>
    `All approvals together cover ${factAmountText(amount)}, more than you pay.`,
  'V-017.stale': ({ seconds }) => `This is ${seconds} seconds old, and the price may have moved. Try again.`,
  'A-31.accepts-less': ({ bps, asked }) =>
    `The swap allows up to ${factPercentText(bps)} slippage; you chose ${factPercentText(asked)}.`,
  'A-31.finer': ({ bps, asked }) =>
    `The swap allows ${factPercentText(bps)} slippage; you chose ${factPercentText(asked)}. It fails sooner if the price moves.`,
  'A-32.no-price': ({ symbols }) => `No market price for ${symbols.join(' and ')}, so its value is unknown.`,
  'A-32.worth': ({ bps }) =>
    `The output is worth ${factPercentText(Math.abs(bps))} ${bps < 0 ? 'more' : 'less'} than your payment.`,
  'A-32.no-pools': () =>
    'No pool on this network confirms the price: only the prices of the exchange itself were compared.',
  'A-32.above-pools': ({ bps }) =>
    `The promised minimum is ${factPercentText(bps)} above the quote or the price in pools. No one would deliver that, and your money would wait for a refund.`,
  'A-32.below-pools': (facts) => belowPools(facts),
  'A-32.far-below-pools': (facts) => belowPools(facts),
  'A-32.too-good': ({ bps }) =>
    `The output is worth ${factPercentText(-bps)} more than your payment. A price is wrong, or something is hidden: compare prices elsewhere before you sign.`,
  'V-001.contradiction': ({ said, symbol }) =>
    `The quoted minimum of ${said} ${symbol} contradicts everything else we know, so it is not shown.`,
  'V-001.expected': ({ said, symbol, against }) =>
    `The quote estimates ${said} ${symbol}, which contradicts ${against === 'minimum' ? 'its own minimum' : 'the price'}. The figure is not used.`,
  'M-101.sent-before': () => 'You sent exactly this before. Check Activity first.',
  'V-003.stray': ({ kind, chain, sold }) =>
    `A transaction is for another network (${chain}, ${kind}); you pay on ${sold}.`,
  'V-001.reserved': ({ contract }) => `A transaction calls ${contract}, which is not a contract.`,
  'V-055.coins-on-top': ({ fee, bps }) =>
    `${factAmountText(fee)} is sent on top of your payment${bps === undefined ? '' : ` (${factPercentText(bps)})`}.`,
  'V-054.mislabelled': ({ label, isApproval }) =>
    `The quote labels this ${quotedText(label)}, but it is ${isApproval ? 'an approval' : 'not an approval'}.`,
  'V-008.other-signer': ({ signer, wanted }) => `A transaction is meant for ${signer}, not for your account ${wanted}.`,
  'V-008.other-account': ({ account, wanted }) => `Your wallet is now on ${account}; this was prepared for ${wanted}.`,
  'V-013.no-account': ({ recipient }) => `${recipient} is not an account. Funds sent there are lost.`,
  'V-013.token-account': ({ recipient }) =>
    `${recipient} is a token account, not a wallet. Funds sent there are stuck.`,
  'V-013.on-other-chain': ({ recipient, chain }) => `${recipient} receives on ${chain}. Check the full address.`,
  'V-013.program': ({ recipient, program }) =>
    `${recipient} is not a plain wallet: the program ${program} controls it.`,
  'V-013.unchecked-recipient': ({ recipient, why }) =>
    `Could not check whether ${recipient} is a wallet. ${reasonText(why)}`,
  'V-013.other-recipient': ({ recipient }) => `The recipient is not your wallet: ${recipient}. Check the full address.`,
  'V-010.changed': () => 'The plan was changed after it was sealed. Start again from the form.',
  'V-011.forbidden': ({ name, what }) => `“${name}” ${reasonText(what)}, which no swap needs.`,
  'V-054.nothing': () => 'There is nothing to sign.',
  'V-013.elsewhere': ({ to, wanted }) => `The tokens would go to ${to}, not to ${wanted}.`,
  'V-015.buys-nothing': ({ symbol }) => `None of the transactions buys ${symbol}.`,
  'V-015.too-much': ({ amount, asked }) =>
    `${factAmountText(amount)} would leave your account; you pay ${factAmountText(asked)}.`,
  'V-015.nothing': ({ symbol }) => `None of the transactions sells ${symbol}.`,
  'V-015.only-part': ({ amount, asked }) =>
    `Only ${factAmountText(amount)} of your ${factAmountText(asked)} would be used.`,
  'V-016.unreadable-minimum': ({ minimum }) =>
    `The minimum of ${factAmountText(minimum)} cannot be read from the transaction.`,
  'V-016.any-outcome': () => 'The transaction sets no minimum: you could receive nothing.',
  'V-016.below-stated': ({ stated, accepted }) =>
    `The quote has a minimum of ${factAmountText(stated)}, but the transaction accepts ${factAmountText(accepted)}.`,
  'V-016.below-shown': ({ accepted, shown }) =>
    `At least ${factAmountText(accepted)} instead of the ${factAmountText(shown)} you were shown.`,
  'V-017.expired': ({ seconds }) => `The deadline passed ${seconds} seconds ago. Try again.`,
  'V-017.long': () =>
    'The transaction stays valid for more than an hour, so it could be executed later at a worse price.',
  'V-017.none': () => 'No deadline: only the minimum limits what happens if it is carried out late.',
  'V-018.left-behind': ({ token, contract }) =>
    `${tokenText(token)} would be left in ${contract}, where anyone can take it.`,
  'V-018.coins-instead': ({ amount, contract }) =>
    `A token in this swap can make ${contract} take ${factAmountText(amount)} from your account, in addition to the native tokens you send, because you allowed it earlier.`,
  'V-018.counted-by-balance': ({ token }) =>
    `The minimum is measured by your balance, and ${tokenText(token)} can make money that is already yours count as the result.`,
  'V-018.counted-unread': ({ contract }) =>
    `${contract} measures the minimum by your balance. Along a route that cannot be read, money that is already yours can count as the result.`,
  'V-055.fee': ({ bps, recipient }) => `${factPercentText(bps)} goes to ${recipient} as a fee.`,
  'V-060.enforced': ({ minimum, most }) =>
    `The network cancels the whole transaction unless at least ${factAmountText(minimum)} arrives and at most ${factAmountText(most)} leaves.`,
  'V-060.not-atomic': () => 'Your wallet no longer sends all steps as one transaction. Start again.',
  'V-060.not-bounded': () => 'This transaction would now be reverted. Start again.',
  'V-060.looser': () => 'The bounds of this transaction are wider than what was agreed. Start again.',
  'V-060.one-by-one': () => 'Your wallet no longer sends all steps as one transaction: you sign them one by one.',
  'V-061.other-code': ({ contract }) =>
    `${contract} runs different code than expected. It may have been upgraded or compromised.`,
  'V-061.not-read': ({ contract }) => `The code that ${contract} runs could not be read.`,
  'V-061.changed-lately': ({ contract, implementation }) =>
    `${contract} runs code that was replaced a few blocks ago, at ${implementation}.`,
  'V-061.may-change': ({ contract, implementation }) =>
    `${contract} passes calls on to ${implementation}, which its owner can replace at any time.`,
  'V-061.passes-on': ({ contract }) =>
    `${contract} runs the code that this deployment knows, but also other code that could not be checked.`,
  'V-061.no-such-function': ({ contract, name }) =>
    `${contract} has no function ${name}: it may accept the call and do nothing.`,
  'V-061.not-compared': ({ contract, venue }) =>
    `${contract} is an address of ${venue}, but its code was not compared with what ${venue} publishes.`,
  'V-063.known': ({ account, delegate }) => `The account ${account} runs known code, at ${delegate}.`,
  'V-063.unknown': ({ account, delegate }) =>
    `The account ${account} runs unknown code, at ${delegate}. It could forward its tokens, now or later.`,
  'V-020.not-run-any-more': () => 'Some checks of the review cannot run now: the new quote was not simulated.',
  'V-020.unavailable': ({ why }) => `Checks unavailable: ${reasonText(why)}`,
  'V-003.other-chain': ({ chain, answered }) =>
    `The node is on network ${answered}, not ${chain}. Its answers are ignored.`,
  'V-061.no-contract': ({ contract }) => `There is no contract at ${contract}. It may be a person’s account.`,
  'V-022.misspelt': ({ symbol, token }) => `The address of ${symbol} has a typo: the checksum of ${token} is wrong.`,
  'V-022.not-compared': ({ symbol }) => `Could not check the decimals of ${symbol} on chain.`,
  'V-022.no-decimals': ({ symbol }) => `${symbol} has no decimals on chain: it may not be a token.`,
  'V-022.other-decimals': ({ symbol, actual, said }) =>
    `${symbol} has ${actual} decimals; the token list has ${said}. Amounts would be wrong.`,
  'V-023.too-little': ({ needed, held }) =>
    `All steps together need ${factAmountText(needed)}; you have ${factAmountText(held)}.`,
  'V-023.burns-gas': ({ fee }) =>
    `This step needs many times the gas of a swap. Its network cost may reach ${factAmountText(fee)}.`,
  'V-030.not-simulated': ({ why }) => `Not simulated: ${reasonText(why)}`,
  'V-030.reverts': ({ said, meaning, isSwapAlone }) =>
    `It would fail: ${reverts[meaning] ?? `the contract returned ${quotedText(said)}.`} ${isSwapAlone === true && meaning === 'allowance-too-small' ? approvalLeftOut : advice[meaning]}`,
  'V-016.too-little': ({ amount, minimum }) =>
    `You would receive ${factAmountText(amount)}; the minimum is ${factAmountText(minimum)}.`,
  'A-21.operator': ({ operator, token }) => `${operator} would get unlimited access to your ${tokenText(token)}.`,
  'A-21.could-take': ({ spender, amount }) => `${spender} could still spend ${factAmountText(amount)} later.`,
  'A-21.stays-allowed': ({ spender, amount }) =>
    `${spender} can still spend ${factAmountText(amount)} afterwards. You can revoke it.`,
  'V-034.only-one': ({ by }) => `Only one simulation ran (${by}), so its result is not confirmed.`,
  'V-034.differ': () => 'Two simulations end differently: the contract may notice that it is being watched.',
  'V-034.reverts-as-sent': () =>
    'It succeeds with plenty of gas, but fails with the gas limit your wallet would send. Get a new quote.',
  'V-034.later-not-tried': () =>
    'Only the latest block was simulated: a contract that behaves differently in later blocks would go unnoticed.',
  'V-034.gas-not-tried': ({ why }) => `Not simulated with the gas limit your wallet would send: ${reasonText(why)}.`,
  'V-035.vouched-unread': ({ contract, why }) =>
    `${contract} is a known contract, but its call cannot be read: ${reasonText(why)}.`,
  'V-035.vouched-neither-too-dear': ({ contract, why, mostDollars }) =>
    `${contract} is a known contract, but its call can neither be read (${reasonText(why)}) nor simulated. That is too much for more than $${mostDollars}.`,
  'V-035.seen': ({ contract }) =>
    `You have swapped through ${contract} before, but it is not on the list of known contracts.`,
  'V-035.seen-unread': ({ contract, why }) =>
    `You have swapped through ${contract} before, but this call cannot be read: ${reasonText(why)}.`,
  'V-035.neither': ({ contract }) => `The call to ${contract} can neither be read nor simulated.`,
  'V-035.unknown-read-only': ({ contract }) =>
    `${contract} is unknown, and could not be simulated. Its effects are known only from its calldata.`,
  'V-035.first-use': ({ contract }) => `First time you use ${contract}. Compare the address with one you trust.`,
  'V-035.unknown-unread': ({ contract, why }) =>
    `${contract} is unknown and its call cannot be read: ${reasonText(why)}. In the simulation it only did what you asked for.`,
  'V-035.also-at-risk': ({ amount }) =>
    `The called contracts could also take ${factAmountText(amount)}, by your approvals.`,
  'V-035.rights-unread': () =>
    'Could not read your older approvals: the called contracts could also take every token you approved for them.',
  'V-036.other-chain': ({ chain, wanted }) => `You would receive on network ${chain}, not on ${wanted}.`,
  'V-036.other-recipient': ({ recipient, wanted }) => `The recipient would be ${recipient}, not ${wanted}.`,
  'V-036.to-stranger': ({ contract, chain }) =>
    `On ${chain} everything goes to ${contract}, which is not a known contract, with instructions that cannot be read.`,
  'V-036.passed-on': ({ contract, chain }) =>
    `On ${chain} everything goes to ${contract} first, with instructions that cannot be read. They decide what reaches you.`,
  'V-036.other-token': ({ token, symbol }) => `You would receive ${token}, not ${symbol}.`,
  'V-036.any-outcome': () => 'The swap before the bridge has no minimum, and a refund only pays what that swap brings.',
  'V-036.refund-in-other-token': ({ token, sold }) =>
    `If the transfer fails, you are refunded ${tokenText(token)}, not ${sold}.`,
  'V-036.arrives-as-coin': ({ token, chain }) =>
    `An account without code receives the native token of ${chain} instead of ${token}: the bridge unwraps it.`,
  'V-036.promise': ({ from, to }) => `Delivery on ${to} depends on the bridge: we can only check the ${from} side.`,
  'V-038.partial': () => 'Parts may fail while the rest goes on, so the minimum does not protect you.',
  'V-038.disguised': ({ why }) => `A known function is called in an unusual encoding: ${reasonText(why)}.`,
  'V-051.twice': ({ count }) => `The swap uses a bridge ${count} times; you asked for once.`,
  'V-051.late-refund': () => 'A refund would take more than a day.',
  'V-051.no-bridge': ({ chain }) => `Nothing goes to ${chain}: the transactions use no bridge.`,
  'V-051.hidden': ({ chain }) => `We cannot read whether this goes to ${chain}.`,
  'V-051.other-token': ({ token }) => `${tokenText(token)} enters the bridge, although you do not pay with it.`,
  'V-053.unvouched-token': ({ token }) => `A refund would pay ${tokenText(token)}, which is not a verified token.`,
  'V-056.refund-not-weighed': () => 'Could not work out what a refund would be worth.',
  'V-056.refund-low': ({ minimum, brings }) =>
    `A refund could pay as little as ${factAmountText(minimum)} instead of ${factAmountText(brings)}.`,
  'V-056.refund-below-pools': ({ minimum, pools }) =>
    `A refund could pay only ${factAmountText(minimum)}, where pools give ${factAmountText(pools)} for your payment.`,
  'V-053.unverified': ({ token, symbol }) => `${token} is not verified as the real ${symbol}.`,
  'V-053.not-the-coin': ({ token, symbol, chain }) =>
    `${token} is a token that calls itself ${symbol}. It is not the coin of ${chain}.`,
  'V-053.impostor': ({ token, symbol, real, realSymbol }) =>
    `${symbol} at ${token} is not the ${realSymbol} at ${real}.`,
  'V-054.needless': ({ contract }) => `Nothing you asked for needs this call to ${contract}.`,
  'V-055.too-high': ({ count, bps, usual }) =>
    `${count} fees take ${factPercentText(bps)} together; ${factPercentText(usual)} is usual.`,
  'V-057.changed': ({ change }) => changes[change],
  'V-016.underpaid': ({ sold, promised }) =>
    `This transaction swaps ${factAmountText(sold)} for at least ${factAmountText(promised)}; the minimum depends on another transaction.`,
  'V-056.held-named': ({ token }) => `If the swap stops half-way, you hold ${tokenText(token)} instead.`,
  'V-056.held-between': ({ token }) =>
    `If the swap stops half-way, you hold ${tokenText(token)} instead. It is not a verified token, and all of the amount can be lost.`,
  'V-056.not-weighed': ({ token }) =>
    `If the swap stops half-way, you hold ${tokenText(token)} instead. Could not work out what that is worth.`,
  'V-056.held-cheap': ({ token, bps }) =>
    `If the swap stops half-way, you hold ${tokenText(token)} instead, worth up to ${factPercentText(bps)} less than your payment.`,
} satisfies Partial<FindingTexts>

function belowPools({ bps, less, cents }: BelowPools): string {
  const money =
    cents === undefined ? less && factAmountText(less) : dollarText({ numerator: BigInt(cents), denominator: 100n })
  return `You receive ${money ? `${money} (${factPercentText(bps)})` : factPercentText(bps)} less than the best pools here pay.`
}

type BelowPools = { readonly bps: number; readonly less?: AmountFact | undefined; readonly cents?: number | undefined }

/** The failure in words; `undefined` if the revert reason explains it better. */
const reverts: Readonly<Record<RevertMeaning, string | undefined>> = {
  'price-moved': 'the price moved beyond your slippage tolerance.',
  'tolerance-exceeded': 'the price moved beyond your slippage tolerance.',
  'costs-more': 'it would cost more than you pay.',
  'deadline-passed': 'the deadline has passed.',
  'allowance-too-small': 'the approval or your balance is too small.',
  'balance-too-small': 'the balance is too small.',
  'token-paused': 'the token or a contract of this trade is paused.',
  'account-frozen': 'the issuer of the token has frozen an account of this transfer.',
  'token-refuses':
    'the token does not let itself be moved, though your balance and approval are enough: it may be paused, or your account frozen.',
  'payout-failed': 'the tokens could not be paid out.',
  'pool-failed': 'the pool cannot make this swap.',
  'contract-error': 'the contract has an error.',
  'out-of-gas': 'it needs more gas than you can pay.',
  'earlier-step-failed': 'an earlier transaction fails.',
  'no-reason': 'the contract gives no reason.',
  other: undefined,
}

const fresh = 'Get a new quote.'
const report = 'Get a new quote. If this keeps happening, report it.'

const approvalLeftOut = 'Turn off “Only swap transactions” so that the approval is included, or check your balance.'

/** The next thing to do. */
const advice: Readonly<Record<RevertMeaning, string>> = {
  'price-moved': fresh,
  'tolerance-exceeded': 'Try again with a higher slippage tolerance or a wider range.',
  'costs-more': fresh,
  'deadline-passed': fresh,
  'allowance-too-small': 'Check your balance, then get a new quote.',
  'balance-too-small': 'Enter a smaller amount.',
  'token-paused': 'Wait until it is open again. Only its issuer can do that.',
  'account-frozen': 'Ask the issuer of the token.',
  'token-refuses': 'Ask the issuer of the token, or trade another one.',
  'payout-failed': fresh,
  'pool-failed': fresh,
  'contract-error': report,
  'out-of-gas': 'Add native tokens for the network cost.',
  'earlier-step-failed': fresh,
  'no-reason': report,
  other: report,
}

/** How an updated plan differs from the accepted one. */
const changes = {
  'another call': 'The new quote does something else, or for someone else.',
  'more is sold': 'The new quote takes more than the one you accepted.',
  'more is allowed': 'The new quote asks for another approval.',
  'a lower minimum': 'The new quote has a lower minimum.',
  'a wider tolerance': 'The new quote allows more slippage in intermediate swaps.',
  'higher fees': 'The new quote charges higher fees.',
} as const
