import { reasonText } from '../../components/reasons/reasonText'
import type { RevertMeaning } from '../../guard/decode/evm/revert'
import type { swapFindings } from '../../guard/findings/swapFindings'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const swapTexts: Pick<FindingTexts, keyof typeof swapFindings> = {
  'A-21.limited': ({ asked, isUnlimited, limited }) =>
    `The service asked for ${isUnlimited ? 'an unlimited allowance' : `an allowance of ${factAmountText(asked)}`}; it is cut to exactly ${factAmountText(limited)}.`,
  'A-21.signed-permit': () => 'It is a signed permit sent as a transaction, which no swap of yours needs.',
  'A-21.not-sold': ({ spender, token }) => `It lets ${spender} take ${tokenText(token)}, which you do not sell.`,
  'A-21.other-chain': ({ spender }) => `It lets ${spender} take something on the chain where you only receive.`,
  'A-21.coins-along': () => 'It sends coins along with an approval.',
  'A-21.too-much': ({ spender, amount, sold }) =>
    `It lets ${spender} take ${factAmountText(amount)}; you sell ${factAmountText(sold)}.`,
  'A-21.no-spender': ({ spender }) => `The spender ${spender} is no contract that swaps.`,
  'A-21.unused-spender': ({ spender, token }) =>
    `It lets ${spender} take your ${tokenText(token)}, but no later transaction calls that contract.`,
  'A-21.too-long': () => 'The allowance would hold for more than 30 minutes.',
  'A-21.too-many': ({ count }) => `There are ${count} approvals; a swap needs one or two.`,
  'A-21.too-much-together': ({ amount }) =>
    `All approvals together allow ${factAmountText(amount)}, more than you sell.`,
  'A-21.exact': ({ spender, amount }) => `${spender} may take at most ${factAmountText(amount)}, what you sell.`,
  'A-30.stale': ({ seconds }) => `The answer is ${seconds} seconds old. Ask for a fresh one.`,
  'A-31.accepts-less': (facts) => acceptsLess(facts),
  'A-31.far-beyond': (facts) => `${acceptsLess(facts)} The deployment may count in another unit.`,
  'A-31.finer': ({ bps, asked }) =>
    `It accepts ${factPercentText(bps)} less than expected; you chose ${factPercentText(asked)}. The swap fails sooner if the price moves.`,
  'A-32.no-price': ({ symbols }) => `There is no price for ${symbols.join(' and ')}: what it is worth is not known.`,
  'A-32.worth': ({ bps }) =>
    `What arrives is worth ${factPercentText(Math.abs(bps))} ${bps < 0 ? 'more' : 'less'} than what leaves.`,
  'A-32.too-good': ({ bps }) =>
    `What arrives is worth ${factPercentText(-bps)} more than what leaves. A price is wrong, or something is hidden: compare it elsewhere before you sign.`,
  'M-088.base-units': ({ said, minimum }) =>
    `The service wrote its minimum in base units: ${said} is ${factAmountText(minimum)}.`,
  'M-088.contradiction': ({ said, symbol }) =>
    `The service's minimum of ${said} ${symbol} contradicts everything known, so it is not shown.`,
  'M-088.expected': ({ said, symbol, against }) =>
    `The service expects ${said} ${symbol}, which contradicts ${against === 'minimum' ? 'its own minimum' : 'the price'}. The figure is not used.`,
  'M-101.just-sent': () => 'You sent exactly this a moment ago. Look at Activity first.',
  'M-101.sent-before': () => 'You sent exactly this before. Look at Activity first.',
  'V-004.zero-address': () => 'It calls the zero address.',
  'V-004.own-account': () => 'It calls your own account.',
  'V-004.reserved': ({ contract }) => `It calls ${contract}, a part of the chain itself.`,
  'V-004.token-call': ({ token, why }) =>
    `It calls the ${tokenText(token)} token itself with something other than an approval: ${reasonText(why)}.`,
  'V-004.contracts-only': () => 'Only contracts are called, and tokens only for approvals or wrapping.',
  'V-005.vouched-payment': () => 'It is a plain payment to a contract of this deployment.',
  'V-005.payment': ({ amount, to }) => `It pays ${factAmountText(amount)} to ${to} without calling anything.`,
  'V-006.within': ({ amount }) => `${factAmountText(amount)} is sent, no more than you sell.`,
  'V-006.too-much': ({ amount, sold }) =>
    `${factAmountText(amount)} would be sent${sold ? `; you sell ${factAmountText(sold)}` : ', and you sell none'}.`,
  'V-006.fee': ({ fee, bps }) =>
    `${factAmountText(fee)} is sent as a fee on top${bps === undefined ? '' : `, ${factPercentText(bps)} of what you sell`}.`,
  'V-007.mislabelled': ({ label, isApproval }) =>
    `The service calls this "${label}", but it ${isApproval ? 'is an approval' : 'is no approval'}.`,
  'V-008.other-signer': ({ signer, wanted }) => `A transaction would be signed by ${signer}; you asked for ${wanted}.`,
  'V-008.other-account': ({ account, wanted }) =>
    `The wallet now answers for ${account}; this was prepared for ${wanted}.`,
  'V-008.no-account': ({ recipient }) => `${recipient} is no account; what is sent there is lost.`,
  'V-008.token-account': ({ recipient }) => `${recipient} is a token account, and no wallet: what goes there is stuck.`,
  'V-008.on-other-chain': ({ recipient, chain }) => `${recipient} receives on ${chain}. Compare every character.`,
  'V-008.program': ({ recipient, program }) =>
    `${recipient} is no plain wallet: the program ${program} decides over it.`,
  'V-008.unchecked-recipient': ({ recipient, why }) =>
    `Whether ${recipient} is a wallet could not be checked. ${reasonText(why)}`,
  'V-008.other-recipient': ({ recipient }) => `Somebody else receives: ${recipient}. Compare every character.`,
  'V-008.own': () => 'You sign, and you receive.',
  'V-010.changed': () => 'The plan was changed after it was sealed. Start again from the form.',
  'V-010.other-question': () => 'The plan answers another question than the one you asked.',
  'V-011.forbidden': ({ name, what }) => `"${name}" ${reasonText(what)}, which no swap needs.`,
  'V-011.none': () => 'No transfer, ownership or delegation call.',
  'V-012.nothing': () => 'There is nothing to sign.',
  'V-012.ends-with-approval': () =>
    'The last transaction is an approval: money would be left allowed and nothing swapped.',
  'V-013.elsewhere': ({ token, to, wanted }) => `${tokenText(token)} would go to ${to}, not to ${wanted}.`,
  'V-013.recipient': ({ symbol, recipient }) => `${symbol} goes to ${recipient}.`,
  'V-014.takes-other': ({ amount }) => `It would take ${factAmountText(amount)}, which you do not sell.`,
  'V-014.takes-on-other-chain': () => 'It would take something on the chain where you only receive.',
  'V-014.buys-nothing': ({ symbol }) => `None of the transactions buys ${symbol}.`,
  'V-014.only-traded': ({ sold, bought }) => `${sold} is sold${bought ? ` for ${bought}` : ''}, and nothing else.`,
  'V-015.too-much': ({ amount, asked }) =>
    `It would sell ${factAmountText(amount)}; you asked for ${factAmountText(asked)}.`,
  'V-015.nothing': ({ symbol }) => `None of the transactions sells ${symbol}.`,
  'V-015.only-part': ({ amount, asked }) => `It sells only ${factAmountText(amount)} of your ${factAmountText(asked)}.`,
  'V-015.at-most': ({ amount }) => `At most ${factAmountText(amount)} is sold.`,
  'V-016.no-minimum': () => 'Neither the transaction nor the service names a minimum.',
  'V-016.unreadable-minimum': ({ minimum }) =>
    `The minimum of ${factAmountText(minimum)} cannot be read from the transaction.`,
  'V-016.any-outcome': () => 'The transaction accepts any outcome, even nothing.',
  'V-016.below-stated': ({ stated, accepted }) =>
    `The service says at least ${factAmountText(stated)}, but the transaction accepts ${factAmountText(accepted)}.`,
  'V-016.below-shown': ({ accepted, shown }) =>
    `At least ${factAmountText(accepted)} instead of the ${factAmountText(shown)} you were shown.`,
  'V-016.insists': ({ minimum }) => `The transaction undoes itself below ${factAmountText(minimum)}.`,
  'V-017.expired': ({ seconds }) =>
    `Its deadline passed ${seconds} seconds ago by the clock of the chain. Ask for a fresh answer.`,
  'V-017.long': () => 'It stays valid for more than a day.',
  'V-017.valid': ({ seconds }) => `It is valid for ${seconds} more seconds.`,
  'V-018.left-behind': ({ token, contract }) =>
    `${tokenText(token)} would stay in ${contract}, where anybody can take it.`,
  'V-019.too-high': ({ usual, ...fee }) => `${feeText(fee)} More than ${factPercentText(usual)} is not customary.`,
  'V-019.fee': (fee) => feeText(fee),
  'V-060.enforced': ({ minimum, most }) =>
    `The network cancels the whole transaction unless at least ${factAmountText(minimum)} arrives and at most ${factAmountText(most)} leaves.`,
  'V-060.not-atomic': () => 'Your wallet no longer sends all steps as one transaction. Get a new quote.',
  'V-060.not-bounded': () => 'The network would cancel this transaction now. Get a new quote.',
  'V-060.looser': () => 'The bounds of this transaction are wider than what was agreed. Get a new quote.',
  'V-061.other-code': ({ contract }) =>
    `${contract} runs other code than this deployment knows. It may have been updated, or taken over.`,
  'V-061.many-parts': ({ contract }) => `${contract} consists of parts that can be exchanged, and was only simulated.`,
  'V-061.not-read': ({ contract }) => `The code that ${contract} runs could not be read.`,
  'V-061.changed-lately': ({ contract, implementation }) =>
    `${contract} runs code that was exchanged a few blocks ago, at ${implementation}.`,
  'V-061.may-change': ({ contract, implementation }) =>
    `${contract} passes calls on to ${implementation}, which its owner can exchange at any time.`,
  'V-061.pinned': ({ contract }) => `${contract} runs the code that this deployment knows.`,
  'V-020.not-run-any-more': () =>
    'Checks that ran at the review cannot run now: what the new answer does was not tried out.',
  'V-020.unknown': ({ chain }) => `Checks unavailable: nothing is known of chain ${chain}.`,
  'V-020.unavailable': ({ why }) => `Checks unavailable: ${reasonText(why)}`,
  'V-020.other-chain': ({ chain, answered }) =>
    `The node answers for chain ${answered}, not ${chain}. It is not believed.`,
  'V-020.right': ({ chain }) => `The node belongs to chain ${chain}.`,
  'V-021.no-contract': ({ contract }) => `There is no contract at ${contract}; it may be somebody's account.`,
  'V-021.exist': () => 'Every contract exists.',
  'V-022.misspelt': ({ symbol, token }) =>
    `The address of ${symbol} is misspelt: ${token} does not bear its own checksum.`,
  'V-022.not-compared': ({ symbol }) => `The decimals of ${symbol} could not be compared with the chain.`,
  'V-022.no-decimals': ({ symbol }) => `${symbol} does not tell its decimals: it may be no token at all.`,
  'V-022.other-decimals': ({ symbol, actual, said }) =>
    `${symbol} has ${actual} decimals; the service says ${said}. Amounts would be wrong.`,
  'V-022.same-decimals': ({ symbol, decimals }) => `${symbol} has ${decimals} decimals, as the service says.`,
  'V-023.too-little': ({ held, sold }) =>
    `You have ${factAmountText(held)}, less than the ${factAmountText(sold)} you sell.`,
  'V-023.too-few-coins': ({ needed, held }) =>
    `All steps together need ${factAmountText(needed)}; you have ${factAmountText(held)}.`,
  'V-023.enough': ({ fee }) => `All steps together cost about ${factAmountText(fee)} in network fees; you have enough.`,
  'V-030.not-simulated': ({ why }) => `Not simulated: ${reasonText(why)}`,
  'V-030.reverts': ({ said, meaning, isSwapAlone }) =>
    `It would fail: ${reverts[meaning] ?? `"${said}".`} ${isSwapAlone === true && meaning === 'allowance-too-small' ? approvalLeftOut : advice[meaning]}`,
  'V-030.passes': () => 'Every transaction went through when tried out.',
  'V-031.leaves-more': ({ amount, limit }) =>
    `${factAmountText(amount)} would leave your account; you sell ${factAmountText(limit)}.`,
  'V-031.leaves-unsold': ({ amount }) => `${factAmountText(amount)} would leave your account; you do not sell it.`,
  'V-031.only-sold': ({ symbol }) => `Only ${symbol} leaves your account.`,
  'V-032.too-little': ({ amount, minimum, isAltogether }) =>
    `${factAmountText(amount)} would arrive${altogether(isAltogether)}; at least ${factAmountText(minimum)} was promised.`,
  'V-032.arrives': ({ amount, isAltogether }) => `${factAmountText(amount)} would arrive${altogether(isAltogether)}.`,
  'V-033.operator': ({ operator, token }) => `${operator} would rule over all your ${tokenText(token)}.`,
  'V-033.could-take': ({ spender, amount }) => `${spender} could take ${factAmountText(amount)} later.`,
  'V-033.stays-allowed': ({ spender, amount }) =>
    `${factAmountText(amount)} stays allowed to ${spender}; it can be revoked afterwards.`,
  'V-034.only-one': ({ by }) => `Only one way of trying it out ran (${by}): nothing confirms it.`,
  'V-034.agree': () => 'Two different simulations agree.',
  'V-034.differ': () =>
    'Two ways of trying it out end differently: the contract behaves one way when watched and another when not.',
  'V-035.vouched': ({ contract }) => `${contract} belongs to this deployment and does what it says.`,
  'V-035.vouched-not-simulated': ({ contract }) => `${contract} belongs to this deployment; it was not tried out.`,
  'V-035.vouched-unread': ({ contract, why }) =>
    `${contract} belongs to this deployment; its details are hidden: ${reasonText(why)}.`,
  'V-035.vouched-neither': (facts) => neither(facts),
  'V-035.vouched-neither-too-dear': ({ mostDollars, ...facts }) =>
    `${neither(facts)} That is too much for more than $${mostDollars}.`,
  'V-035.seen': ({ contract }) =>
    `${contract} carried out a swap of yours before; nobody vouches for what it does now.`,
  'V-035.seen-not-simulated': ({ contract }) =>
    `${contract} carried out a swap of yours before, but this one could not be tried out.`,
  'V-035.seen-unread': ({ contract, why }) =>
    `${contract} carried out a swap of yours before; what it does cannot be read: ${reasonText(why)}.`,
  'V-035.seen-neither': ({ contract }) => `What ${contract} does can neither be read nor tried out.`,
  'V-035.unknown-not-simulated': ({ contract }) => `${contract} is unknown, and it could not be tried out.`,
  'V-035.unknown-read-only': ({ contract }) =>
    `${contract} is unknown, and could not be simulated. Only its calldata says what it does.`,
  'V-035.first-use': ({ contract }) =>
    `You use ${contract} for the first time. Compare the address with one you trust.`,
  'V-035.unknown-unread': ({ contract, why }) =>
    `${contract} is unknown and what it does cannot be read: ${reasonText(why)}. It only did what you asked when tried out.`,
  'V-036.other-chain': ({ chain, wanted }) => `It would be delivered on chain ${chain}, not on ${wanted}.`,
  'V-036.other-recipient': ({ recipient, wanted }) => `It would be delivered to ${recipient}, not to ${wanted}.`,
  'V-036.other-token': ({ token, symbol }) => `${token} would be delivered, not ${symbol}.`,
  'V-036.any-outcome': () =>
    'The swap before the bridge accepts any outcome, and what it brings is what a refund pays.',
  'V-036.refund-in-other-token': ({ token, sold }) =>
    `If it is not delivered, ${tokenText(token)} comes back, not ${sold}.`,
  'V-036.promise': ({ from, to }) =>
    `What arrives on ${to} is a promise of the service; only what leaves ${from} can be checked.`,
  'V-037.partial': () => 'Parts of it may fail while the rest goes on, so its minimum protects nothing.',
  'V-038.disguised': ({ why }) => `It calls a known function in an unusual spelling: ${reasonText(why)}.`,
  'V-039.with-others': () => 'It takes a deposit back beside doing other things.',
  'V-039.not-vouched': ({ contract }) => `It calls ${contract}, which is no bridge of this deployment.`,
  'V-039.alone': () => 'It takes a deposit back, and does nothing else.',
  'V-051.twice': ({ count }) => `It crosses ${count} times; you asked for once.`,
  'V-051.from-other-chain': () => 'It crosses from the chain where you only receive.',
  'V-051.unvouched-bridge': ({ contract }) => `${contract} speaks like a bridge, and is none of this deployment.`,
  'V-051.late-refund': () => 'A refund would have to wait for more than a day.',
  'V-051.all': () => 'All of what you sell goes into a bridge of this deployment.',
  'V-051.no-bridge': ({ chain }) => `Nothing of it goes to ${chain}: there is no bridge in it.`,
  'V-051.hidden-elsewhere': ({ chain, contract }) =>
    `Whether it goes to ${chain} cannot be read, and ${contract} is no bridge of this deployment.`,
  'V-051.hidden': ({ chain }) => `Whether it goes to ${chain} cannot be read.`,
  'V-051.only-part': ({ amount }) => `Only ${factAmountText(amount)} of what you sell goes into the bridge.`,
  'V-051.other-token': ({ token }) => `${tokenText(token)} goes into the bridge, which you do not sell.`,
  'V-052.unvouched-token': ({ token }) =>
    `The bridge would keep ${tokenText(token)}, which nobody vouches for: a refund would pay that.`,
  'V-052.not-weighed': () => 'What the bridge would keep could not be weighed.',
  'V-052.low-minimum': ({ minimum, brings }) =>
    `On the way it accepts ${factAmountText(minimum)} for what brings ${factAmountText(brings)}: a refund would pay that.`,
  'V-052.insists': ({ minimum, brings }) =>
    `At least ${factAmountText(minimum)} of the ${factAmountText(brings)} on the way is insisted on.`,
  'V-053.unverified': ({ token, symbol }) => `Nobody vouches that ${token} is what people mean by ${symbol}.`,
  'V-053.impostor': ({ token, symbol, real, realSymbol }) =>
    `${symbol} at ${token} is not the ${realSymbol} at ${real}.`,
  'V-054.needless': ({ contract }) => `The swap does not need this call of ${contract}.`,
  'V-054.all-needed': () => 'Every transaction has a part in the swap.',
  'V-055.too-high': ({ count, bps, usual }) =>
    `${count} fees take ${factPercentText(bps)} together; ${factPercentText(usual)} is customary.`,
  'V-055.together': ({ count, bps }) => `${count} fees take ${factPercentText(bps)} together.`,
  'V-057.changed': ({ change }) => changes[change],
  'V-056.underpaid': ({ sold, promised }) =>
    `It sells ${factAmountText(sold)} and insists on ${factAmountText(promised)}: the minimum is promised by another transaction.`,
}

function acceptsLess({ bps, asked }: { readonly bps: number; readonly asked: number }): string {
  return `Up to ${factPercentText(bps)} less than expected is accepted; you chose ${factPercentText(asked)}.`
}

function feeText({ bps, recipient }: { readonly bps: number; readonly recipient: string }): string {
  return `${factPercentText(bps)} goes to ${recipient} as a fee.`
}

function altogether(isAltogether: boolean): string {
  return isAltogether ? ' altogether' : ''
}

function neither({
  contract,
  why,
}: {
  readonly contract: string
  readonly why: Parameters<typeof reasonText>[0]
}): string {
  return `${contract} belongs to this deployment, but what it does is neither readable (${reasonText(why)}) nor could it be tried out.`
}

/** What happened; `undefined` where the contract's own words say more. */
const reverts: Readonly<Record<RevertMeaning, string | undefined>> = {
  'price-moved': 'the price moved beyond your tolerance.',
  'tolerance-exceeded': 'the price moved beyond your tolerance.',
  'costs-more': 'it would cost more than you offered.',
  'deadline-passed': 'its deadline has passed.',
  'allowance-too-small': 'the token could not be taken: the allowance or the balance is too small.',
  'balance-too-small': 'there is not enough of the token or coin.',
  'payout-failed': 'the coin or token could not be handed out.',
  'pool-failed': 'the pool cannot carry out the trade as asked.',
  'contract-error': 'the contract ran into an error of its own.',
  'out-of-gas': 'it needs more gas than can be paid.',
  'earlier-step-failed': 'an earlier transaction fails.',
  'no-reason': 'the contract gives no reason.',
  other: undefined,
}

const fresh = 'Ask for a fresh answer.'
const report = 'Ask for a fresh answer; if it stays, report it.'

const approvalLeftOut = 'Turn off "Only swap transactions" so that the approval is included, or check your balance.'

/** What to do next. */
const advice: Readonly<Record<RevertMeaning, string>> = {
  'price-moved': fresh,
  'tolerance-exceeded': 'Prepare it anew, with a higher tolerance or a wider range.',
  'costs-more': fresh,
  'deadline-passed': fresh,
  'allowance-too-small': 'Check your balance, then ask for a fresh answer.',
  'balance-too-small': 'Lower the amount.',
  'payout-failed': fresh,
  'pool-failed': fresh,
  'contract-error': report,
  'out-of-gas': 'Add some of the native coin.',
  'earlier-step-failed': fresh,
  'no-reason': report,
  other: report,
}

/** What makes a renewed plan another one than the accepted one. */
const changes = {
  'other steps': 'The new answer has other transactions than the one you accepted.',
  'another contract': 'The new answer calls another contract.',
  unreadable: 'The new answer does something that cannot be read, and differs from what you accepted.',
  'another call': 'The new answer does something else, or for somebody else.',
  'more coins': 'The new answer sends more coins along.',
  'more is sold': 'The new answer takes more than the one you accepted.',
  'more is allowed': 'The new answer asks for another allowance.',
  'a lower minimum': 'The new answer promises less.',
  'a wider tolerance': 'The new answer accepts a greater loss on the way.',
  'higher fees': 'The new answer takes higher fees.',
  'another program': 'The new answer calls another program.',
  'another payee': 'The new answer pays somebody else.',
  'another message': 'The new answer names another destination.',
  'another payment': 'The new answer asks for another payment.',
} as const
