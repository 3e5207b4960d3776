import { reasonText } from '../../components/reasons/reasonText'
import { grouped, solText } from '../../domain/text/figure'
import { locale } from '../../domain/text/locale'
import type { MintPower } from '../../guard/findings/findingFacts'
import { factAmountText, factPercentText, tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const solanaTexts = {
  'V-008.missing-signatures': ({ signers }) => `The signature of ${listed(signers)} is missing or wrong.`,
  'V-038.unknown-accounts': () => 'Could not look up the accounts of a lookup table.',
  'V-035.nothing': () => 'The transaction does nothing.',
  'V-035.too-many': ({ count }) => `The transaction has ${count} instructions; a swap needs few.`,
  'V-035.rare': ({ program }) => `No swap needs this call of the program ${program}.`,
  'V-035.programs-not-simulated': ({ programs }) =>
    `The transaction calls ${unknown(programs)} and could not be simulated.`,
  'V-035.programs-vouched': ({ programs }) =>
    `The transaction calls ${listed(programs)}. The program is known, but the call cannot be read.`,
  'V-035.programs-unknown': ({ programs }) => `The transaction calls ${unknown(programs)}.`,
  'V-055.opens-orders': ({ program, lamports }) =>
    `The transaction creates an account for you at ${program}, with a deposit of ${solText(lamports)}.`,
  'V-055.pays-for-others': ({ owners }) => `You would pay for accounts of ${listed(owners)}.`,
  'V-055.locks-up': ({ lamports }) => `New accounts lock up ${solText(lamports)}.`,
  'V-011.surrenders': ({ what }) => `The transaction ${reasonText(what)}.`,
  'V-011.reaches-position': ({ account }) =>
    `A program that cannot be read gets access to your account ${account}, which holds a single token, such as a position.`,
  'V-011.may-reach-position': ({ account }) =>
    `A program that cannot be read gets access to your account ${account}, which may hold a position: its token could not be looked up.`,
  'V-011.closes': ({ account, destination }) =>
    `Your account ${account} would be closed, and its remaining balance would go to ${destination}.`,
  'V-011.pulls': ({ authority, account }) => `${authority} would move tokens out of your account ${account}.`,
  'V-011.may-change-hands': ({ account, closer }) =>
    `Your tokens go to ${account}, which ${closer} can close and open again as their own.`,
  'V-011.shared-account': ({ account, delegate }) => `Your tokens go to ${account}, from which ${delegate} can spend.`,
  'V-016.platform-fee': ({ bps }) => `A platform would keep ${factPercentText(bps)} of what you receive.`,
  'V-051.unvouched': ({ targets }) => `Your tokens go to ${listed(targets)}, which is not a known address.`,
  'V-051.no-escrow': ({ targets }) =>
    `Your tokens go to ${listed(targets)}, which is known, but nothing reaches the bridge to the other network.`,
  'V-051.low-deposit': ({ deposit, least }) =>
    `The bridge gets only ${factAmountText(deposit)}; it should get at least ${factAmountText(least)}.`,
  'V-051.not-compared': ({ deposit }) =>
    `The bridge gets ${factAmountText(deposit)}, which we cannot compare with your payment. A refund would be no more than that.`,
  'V-036.not-said': () => 'The transaction does not say who receives what on the other network: only the quote does.',
  'V-036.several': () => 'The transaction names more than one recipient.',
  'V-038.ambiguous': () => 'A memo of the transaction can be read in more than one way.',
  'V-036.asks-too-little': ({ units, reported }) =>
    `The transaction has a minimum of ${baseUnits(units)}; the quote has ${grouped(reported)}.`,
  'V-036.asks-too-much': ({ units, reported }) =>
    `The transaction asks for at least ${baseUnits(units)}; the quote has ${grouped(reported)}. No one would deliver that, and your money would wait for a refund.`,
  'V-053.power': ({ power, token }) => powers[power](tokenText(token)),
  'V-017.quote-expired': () => 'The quote has expired. Get a new one.',
  'V-017.not-checked': () => 'Could not check whether the quote is still valid.',
  'V-030.after-set-up': () =>
    'This can only be simulated once the setup transaction is confirmed. We do so before you sign it.',
  'V-034.inside-partly-seen': () => 'Some calls between programs in the simulation could not be read.',
  'V-034.alters': ({ account, program }) => `In the simulation, your account ${account} at ${program} changes.`,
  'V-034.shifts': ({ what }) => reasonText(what),
  'V-034.closes': ({ accounts }) =>
    `${accounts.length === 1 ? 'Your token account' : 'Your token accounts'} ${listed(accounts)} would be closed.`,
  'V-034.leaves-more': ({ addresses }) => `More would leave your account than you pay: ${listed(addresses)}.`,
  'V-034.hidden': ({ lamports }) =>
    `In the simulation, ${solText(lamports)} leaves on top of your payment and the account deposits.`,
} satisfies Partial<FindingTexts>

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
