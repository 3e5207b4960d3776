import { reasonText } from '../../components/reasons/reasonText'
import { grouped } from '../../domain/text/figure'
import { quotedText } from '../../domain/text/label'
import { locale } from '../../domain/text/locale'
import { solText } from '../../domain/text/solText'
import type { MintPower, solanaFindings } from '../../guard/findings/solanaFindings'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const solanaTexts: Pick<FindingTexts, keyof typeof solanaFindings> = {
  'S-1.partly': () => 'Part of the transaction can be read.',
  'S-1.fully': () => 'The whole transaction can be read.',
  'S-1.unreadable': ({ why }) => reasonText(why),
  'S-2.unreadable': ({ why }) => reasonText(why),
  'S-3.other-payer': ({ payer }) => `The fees would be paid by ${payer}, not by you.`,
  'S-3.missing-signatures': ({ signers }) => `The signature of ${listed(signers)} is missing or wrong.`,
  'S-4.unknown-accounts': ({ why }) => `Could not look up the accounts of a lookup table. ${reasonText(why)}`,
  'S-5.nothing': () => 'The transaction does nothing.',
  'S-5.too-many': ({ count }) => `The transaction has ${count} instructions; a swap needs few.`,
  'S-5.rare': ({ why }) => `No swap needs this. ${reasonText(why)}`,
  'S-5.unknown-not-simulated': ({ programs }) =>
    `The transaction calls ${unknown(programs)} and could not be simulated.`,
  'S-5.vouched': ({ programs }) =>
    `The transaction calls ${listed(programs)}. The program is known, but the call cannot be read.`,
  'S-5.unknown': ({ programs }) => `The transaction calls ${unknown(programs)}.`,
  'S-6.opens-for-program': () => 'The transaction creates an account for a program that no swap needs.',
  'S-6.opens-orders': ({ program, lamports }) =>
    `The transaction creates an account for you at ${program}, with a deposit of ${solText(lamports)}.`,
  'S-6.leaves-account': () => 'The transaction pays for an account that anyone can take.',
  'S-6.pays-for-others': ({ owners }) =>
    `You would pay for accounts of ${listed(owners)}, who have no part in this swap.`,
  'S-6.locks-up': ({ lamports }) => `New accounts lock up ${solText(lamports)}.`,
  'S-6.too-much': ({ lamports, sold }) => `${solText(lamports)} would leave your account; you pay ${solText(sold)}.`,
  'S-6.pays-deposit': ({ owner }) => `You would pay the deposit for an account of ${owner}.`,
  'S-6.tip': ({ lamports }) => `${solText(lamports)} is a tip for the block builder.`,
  'S-6.besides': ({ lamports }) => `${solText(lamports)} leaves your account on top of your payment.`,
  'S-7.surrenders': ({ what }) => `The transaction ${reasonText(what)}.`,
  'S-7.surrenders-inside': ({ program, what }) => `In the simulation, ${program} does more: it ${reasonText(what)}.`,
  'S-7.reaches-position': ({ account }) =>
    `A program that cannot be read gets access to your account ${account}, which holds a single token, such as a position.`,
  'S-7.may-reach-position': ({ account }) =>
    `A program that cannot be read gets access to your account ${account}, which may hold a position: its token could not be looked up.`,
  'S-7.closes': ({ account, destination }) =>
    `Your account ${account} would be closed, and its remaining balance would go to ${destination}.`,
  'S-7.unknown-token': ({ account }) => `A token that cannot be identified would leave your account ${account}.`,
  'S-7.other-token': ({ token }) => `The token ${token} would leave your account, although you do not pay with it.`,
  'S-7.pulls': ({ authority, account }) => `${authority} would move tokens out of your account ${account}.`,
  'S-7.may-change-hands': ({ account, closer }) =>
    `Your tokens go to ${account}, which ${closer} can close and open again as their own.`,
  'S-7.shared-account': ({ account, delegate }) => `Your tokens go to ${account}, from which ${delegate} can spend.`,
  'S-7a.too-much': ({ units, sold }) => `${baseUnits(units)} would leave your account; you pay ${grouped(sold)}.`,
  'S-7a.nothing': () => 'No part of your payment is used.',
  'S-7a.only-part': ({ units, sold }) => `Only ${grouped(units)} of ${baseUnits(sold)} would be swapped.`,
  'S-7b.token-account': ({ recipient }) => `${recipient} is a token account, not a wallet. Funds sent there are stuck.`,
  'S-7b.nothing': () => 'You would receive nothing.',
  'S-7b.too-little': ({ units, minimum }) =>
    `You would receive ${baseUnits(units)}; the minimum is ${grouped(minimum)}.`,
  'S-7b.elsewhere': ({ owner, wanted }) => `${owner} would receive, not ${wanted}.`,
  'S-7b.platform-fee': ({ bps }) => `A platform would keep ${factPercentText(bps)} of what you receive.`,
  'S-7c.unvouched': ({ targets }) => `Your tokens go to ${listed(targets)}, which is not a known address.`,
  'S-7c.no-escrow': ({ targets }) =>
    `Your tokens go to ${listed(targets)}, which is known, but nothing reaches the bridge to the other network.`,
  'S-7c.low-deposit': ({ deposit, least }) =>
    `The bridge gets only ${factAmountText(deposit)}; it should get at least ${factAmountText(least)}.`,
  'S-7c.unnamed-token': ({ token }) =>
    `The bridge gets ${tokenText(token)}, which is neither the token you pay nor one that this app is set up for.`,
  'S-7c.not-compared': ({ deposit }) =>
    `The bridge gets ${factAmountText(deposit)}, which we cannot compare with your payment. A refund would be no more than that.`,
  'S-7c.promise': () => 'Delivery depends on the exchange; we track it until you receive.',
  'S-7d.not-said': () => 'The transaction does not say who receives what on the other network: only the quote does.',
  'S-7d.several': () => 'The transaction names more than one recipient.',
  'S-7d.ambiguous': () => 'A memo of the transaction can be read in more than one way.',
  'S-7d.late-refund': () => 'A refund would take more than a day.',
  'S-7d.other-chain': ({ chain, wanted }) => `You would receive on network ${chain}, not on ${wanted}.`,
  'S-7d.other-recipient': ({ recipient, wanted }) => `The recipient would be ${recipient}, not ${wanted}.`,
  'S-7d.other-token': ({ token, symbol }) => `You would receive ${token}, not ${symbol}.`,
  'S-7d.too-little': ({ units, reported }) =>
    `The transaction has a minimum of ${baseUnits(units)}; the quote has ${grouped(reported)}.`,
  'S-7d.too-much': ({ units, reported }) =>
    `The transaction asks for at least ${baseUnits(units)}; the quote has ${grouped(reported)}. No one would deliver that, and your money would wait for a refund.`,
  'S-7e.power': ({ power, token }) => powers[power](tokenText(token)),
  'S-8.too-high': ({ lamports, cap }) => `The fees could reach ${solText(lamports)}; the limit is ${solText(cap)}.`,
  'S-9.expired': () => 'The quote has expired. Get a new one.',
  'S-9.deadline-over': () => 'The deadline of the delivery is over. Get a new quote.',
  'S-9.not-checked': () => 'Could not check whether the quote is still valid.',
  'S-10.not-simulated': ({ why }) => `Could not be simulated. ${reasonText(why)}`,
  'S-10.after-set-up': () =>
    'This can only be simulated once the setup transaction is confirmed. We do so before you sign it.',
  'S-10.inside-not-seen': () => 'The node does not show which programs call each other in the simulation.',
  'S-10.inside-partly-seen': () => 'Some calls between programs in the simulation could not be read.',
  'S-10.alters': ({ account, program }) => `In the simulation, your account ${account} at ${program} changes.`,
  'S-10.fails': ({ said }) => `It would fail: ${quotedText(said)}. Get a new quote.`,
  'S-10.shifts': ({ what }) => reasonText(what),
  'S-10.closes': ({ accounts }) =>
    `${accounts.length === 1 ? 'Your token account' : 'Your token accounts'} ${listed(accounts)} would be closed.`,
  'S-10.leaves-more': ({ addresses }) => `More would leave your account than you pay: ${listed(addresses)}.`,
  'S-10.hidden': ({ lamports }) =>
    `In the simulation, ${solText(lamports)} leaves on top of your payment and the account deposits.`,
  'S-10.nothing-arrives': () => 'In the simulation you receive nothing.',
  'S-10.too-little': ({ units, minimum }) =>
    `In the simulation you receive ${baseUnits(units)}; the minimum is ${grouped(minimum)}.`,
}

function listed(addresses: readonly string[]): string {
  return addresses.join(locale.comma)
}

function unknown(programs: readonly string[]): string {
  return `${programs.length === 1 ? 'an unknown program' : 'unknown programs'}, ${listed(programs)},`
}

/** The amount of one base unit of a token, if its decimals are not known. */
function baseUnits(units: string): string {
  return `${grouped(units)} base units`
}

const powers: Readonly<Record<MintPower, (symbol: string) => string>> = {
  takes: (symbol) => `The issuer of ${symbol} can take it out of your account at any time.`,
  hooks: (symbol) => `Every transfer of ${symbol} runs a program of its issuer, which can refuse it.`,
  keeps: (symbol) => `${symbol} takes a fee from every transfer, or can start to.`,
  freezes: (symbol) => `Accounts of ${symbol} start frozen: you cannot move it until its issuer allows it.`,
  binds: (symbol) => `You cannot transfer ${symbol} once you hold it.`,
  pauses: (symbol) => `The issuer of ${symbol} can stop all transfers.`,
}
