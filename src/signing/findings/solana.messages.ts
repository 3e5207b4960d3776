import { reasonText } from '../../components/reasons/reasonText'
import type { MintPower } from '../../guard/decode/solana/mint'
import type { solanaFindings } from '../../guard/findings/solanaFindings'
import { tokenText } from './factText'
import type { FindingTexts } from './findingTexts'

export const solanaTexts: Pick<FindingTexts, keyof typeof solanaFindings> = {
  'S-1.partly': () => 'The transaction could be read in part.',
  'S-1.fully': () => 'The transaction could be read in full.',
  'S-1.unreadable': ({ why }) => reasonText(why),
  'S-2.unreadable': ({ why }) => reasonText(why),
  'S-3.other-payer': ({ payer }) => `The fees would be paid by ${payer}, not by you.`,
  'S-3.missing-signatures': ({ signers }) =>
    `It also needs a signature of ${signers.join(', ')}, which is missing or wrong.`,
  'S-3.only-yours': () => 'You pay the fees, and no signature but yours is missing.',
  'S-4.looked-up': () => 'All accounts behind lookup tables were looked up.',
  'S-4.unknown-accounts': ({ why }) => `The accounts behind a lookup table are not known. ${reasonText(why)}`,
  'S-5.nothing': () => 'The transaction does nothing.',
  'S-5.too-many': ({ count }) => `The transaction has ${count} instructions; a swap has few.`,
  'S-5.rare': ({ why }) => `No swap needs this. ${reasonText(why)}`,
  'S-5.decoded': () => 'Every instruction was decoded.',
  'S-5.unknown-not-simulated': ({ programs }) =>
    `It calls ${programs.join(', ')}, which is not known here, and could not be tried out.`,
  'S-5.vouched': ({ programs }) =>
    `It calls ${programs.join(', ')}, which this deployment vouches for; what it is told to do cannot be read.`,
  'S-5.unknown': ({ programs }) => `It calls ${programs.join(', ')}, which is not known here.`,
  'S-6.opens-for-program': () => 'It opens an account for a program that no swap needs.',
  'S-6.opens-orders': ({ program, lamports }) =>
    `It opens an account of yours at ${program}, in which ${lamports} lamports stay as a deposit.`,
  'S-6.leaves-account': () => 'It pays for an account and leaves it to whoever takes it first.',
  'S-6.pays-for-others': ({ owners }) => `You would pay for accounts of ${owners.join(', ')}, who have no part in it.`,
  'S-6.locks-up': ({ lamports }) => `It locks up ${lamports} lamports in new accounts.`,
  'S-6.too-much': ({ lamports, sold }) => `${lamports} lamports would leave; you sell ${sold}.`,
  'S-6.pays-deposit': ({ owner }) => `You would pay the deposit for an account of ${owner}.`,
  'S-6.tip': ({ lamports }) => `${lamports} lamports are a tip for whoever builds the block.`,
  'S-6.besides': ({ lamports }) => `${lamports} lamports leave besides what you sell.`,
  'S-6.none-besides': () => 'No SOL leaves beyond what you sell.',
  'S-7.surrenders': ({ what }) => `The transaction ${reasonText(what)}.`,
  'S-7.surrenders-inside': ({ program, what }) =>
    `When simulated, ${program} is asked for more: it ${reasonText(what)}.`,
  'S-7.reaches-position': ({ account }) =>
    `A program that cannot be read is handed your account ${account}, which holds a single token, such as a position.`,
  'S-7.closes': ({ account, destination }) => `The rest of your account ${account} would go to ${destination}.`,
  'S-7.unknown-token': ({ account }) => `A token that cannot be identified would leave your account ${account}.`,
  'S-7.other-token': ({ token }) => `The token ${token} would leave, which you do not sell.`,
  'S-7.pulls': ({ authority, account }) => `${authority} would take tokens out of your account ${account}.`,
  'S-7.shared-account': ({ account, delegate }) =>
    `What you buy goes to ${account}, from which ${delegate} may spend already.`,
  'S-7.nothing-given-away': () => 'No spending permission, authority or account is given away.',
  'S-7a.too-much': ({ units, sold }) => `${units} units would leave, you sell ${sold}.`,
  'S-7a.nothing': () => 'Nothing of what you sell is used.',
  'S-7a.only-part': ({ units, sold }) => `Only ${units} of ${sold} units would be sold.`,
  'S-7a.exact': () => 'Exactly what you sell leaves.',
  'S-7b.token-account': ({ recipient }) => `${recipient} is a token account, and no wallet: what goes there is stuck.`,
  'S-7b.nothing': () => 'Nothing of what you buy arrives.',
  'S-7b.too-little': ({ units, minimum }) => `${units} units would arrive; the minimum is ${minimum}.`,
  'S-7b.arrives': () => 'What you buy arrives in the same transaction, or nothing happens at all.',
  'S-7c.unvouched': ({ targets }) =>
    `Your tokens go to ${targets.join(', ')}, which this deployment does not vouch for.`,
  'S-7c.promise': () => 'The far side is a promise of the exchange; it is watched until it is kept.',
  'S-7d.not-said': () => 'The transaction does not say who receives what on the other chain: only the service does.',
  'S-7d.several': () => 'The transaction names more than one recipient.',
  'S-7d.other-chain': ({ chain, wanted }) => `It would be delivered on chain ${chain}, not on ${wanted}.`,
  'S-7d.other-recipient': ({ recipient, wanted }) => `It would be delivered to ${recipient}, not to ${wanted}.`,
  'S-7d.other-token': ({ token, symbol }) => `${token} would be delivered, not ${symbol}.`,
  'S-7d.too-little': ({ units, reported }) => `The transaction promises ${units} units; you were told ${reported}.`,
  'S-7d.says': () => 'The transaction itself says who receives, and how much at least.',
  'S-7e.power': ({ power, token }) => powers[power](tokenText(token)),
  'S-8.too-high': ({ lamports, cap }) => `The fees could reach ${lamports} lamports; the cap is ${cap}.`,
  'S-8.at-most': ({ lamports }) => `Fees are at most ${lamports} lamports.`,
  'S-9.expired': () => 'The offer has expired. Ask for a new one.',
  'S-9.not-checked': () => 'Whether the offer is still alive could not be checked.',
  'S-9.alive': () => 'The offer is still alive.',
  'S-10.not-simulated': ({ why }) => `It could not be tried out. ${reasonText(why)}`,
  'S-10.after-set-up': () =>
    'It cannot be simulated before the set-up transaction is sent, and is simulated again before you sign it.',
  'S-10.inside-not-seen': () => 'The node does not tell what the programs asked of each other when simulated.',
  'S-10.fails': ({ said }) => `It would fail: ${said}. Ask for a new quote.`,
  'S-10.shifts': ({ what }) => reasonText(what),
  'S-10.closes': ({ accounts }) => `Your token account ${accounts.join(', ')} would be closed.`,
  'S-10.leaves-more': ({ addresses }) => `More would leave than you sell: ${addresses.join(', ')}.`,
  'S-10.hidden': ({ lamports }) => `Tried out, ${lamports} lamports leave besides what you sell and the deposits.`,
  'S-10.only-sold': () => 'Tried out: only what you sell leaves.',
  'S-10.nothing-arrives': () => 'Tried out, nothing arrives.',
  'S-10.too-little': ({ units, minimum }) => `Tried out, ${units} units arrive; the minimum is ${minimum}.`,
  'S-10.right': () => 'Tried out: only what you sell leaves, and at least the minimum arrives.',
  'S-11.signed-otherwise': ({ why }) => reasonText(why),
  'S-12.too-much': ({ units, typed }) => `All transactions together sell ${units} units; you typed ${typed}.`,
  'S-12.nothing': () => 'None of the transactions sells anything.',
  'S-12.within': () => 'All transactions together sell no more than you typed.',
  'S-13.fees-too-high': ({ lamports, cap }) => `All fees together could reach ${lamports} lamports; the cap is ${cap}.`,
  'S-13.tips-too-high': ({ lamports, cap }) =>
    `${lamports} lamports would leave besides what you sell; the cap is ${cap}.`,
  'S-13.at-most': ({ lamports }) => `All fees together are at most ${lamports} lamports.`,
}

const powers: Readonly<Record<MintPower, (symbol: string) => string>> = {
  takes: (symbol) => `Whoever made ${symbol} may take it out of your account at any time.`,
  hooks: (symbol) => `Every transfer of ${symbol} runs a program of its maker, which may refuse it.`,
  keeps: (symbol) => `${symbol} keeps a part of every transfer, or may begin to.`,
  freezes: (symbol) => `Accounts of ${symbol} begin frozen: what arrives cannot be moved until its maker allows it.`,
  binds: (symbol) => `${symbol} cannot be passed on by whoever holds it.`,
  pauses: (symbol) => `Whoever made ${symbol} may stop all its transfers.`,
}
