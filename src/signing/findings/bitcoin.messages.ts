import { reasonText } from '../../components/reasons/reasonText'
import type { bitcoinFindings } from '../../guard/findings/bitcoinFindings'
import { factAmountText, factPercentText } from './factText'
import type { FindingTexts } from './findingTexts'

export const bitcoinTexts: Pick<FindingTexts, keyof typeof bitcoinFindings> = {
  'V-001.no-payment': () => 'The quote asks for no payment.',
  'V-001.payments': ({ count }) => `The quote asks for ${count} payments; there should be one.`,
  'V-003.only-coin': ({ chain, symbol }) =>
    `Only the native token of ${chain} can be paid from your own wallet, not ${symbol}.`,
  'V-016.only-promised': () => 'The minimum depends on the exchange: a Bitcoin payment cannot enforce it.',
  'V-016.not-promised': ({ symbol }) => `The quote has no minimum of ${symbol}.`,
  'V-036.whole-promise': ({ to }) => `Delivery on ${to} depends on the exchange: it cannot be simulated.`,
  'B-1.no-address': () => 'The quote has no address to pay to.',
  'B-1.bad-address': ({ said }) => `“${said}” is not a Bitcoin address.`,
  'B-1.other-network': ({ to, chain }) =>
    `${to} is not an address on ${chain}: its checksum is wrong, or it belongs to another network.`,
  'B-1.own-address': () => 'You would pay yourself: the address to pay is your refund address.',
  'B-2.no-amount': ({ sold }) => `The quote has no amount; you pay ${factAmountText(sold)}.`,
  'B-2.other-amount': ({ said, sold }) => `The quote asks for ${said}, not for the ${factAmountText(sold)} you pay.`,
  'B-3.unreadable': ({ why }) => reasonText(why),
  'B-3.gives-away': ({ bps }) => `The memo gives ${factPercentText(bps)} to someone else.`,
  'B-3.odd-share': () => 'The memo gives a share to someone else, and how much cannot be read.',
  'B-3.names-others': ({ addresses, recipient, isNamed }) =>
    `The memo names ${addresses.join(' and ')}, ${isNamed ? 'besides' : 'and not'} your recipient ${recipient}.`,
  'B-3.other-action': ({ action }) => `The memo does not ask for a swap: it begins with “${action}”.`,
  'B-3.other-recipient': ({ said, recipient }) => `The memo pays ${said}, not ${recipient}.`,
  'B-3.other-asset': ({ said, symbol }) => `The memo asks for ${said}; you chose ${symbol}.`,
  'B-3.other-chain': ({ said, chain }) => `The memo asks for ${said}, which is not on ${chain}.`,
  'B-3.unknown-chain': ({ said, chain }) => `The memo asks for ${said}. We cannot check that it is on ${chain}.`,
  'B-3.other-token': ({ said, symbol }) => `The memo asks for ${said}, not for the ${symbol} you chose.`,
  'B-3.other-refund': ({ said, wanted }) => `A failed swap would be refunded to ${said}, not to ${wanted}.`,
  'B-3.not-paid-out': ({ said, chain }) =>
    `The memo asks for ${said}, which the exchange keeps for you instead of paying it out on ${chain}.`,
  'B-3.through-contract': ({ contract, symbol }) =>
    `The exchange would hand the payment to a contract (${contract}) that swaps it for ${symbol}.`,
  'B-3.no-limit': () => 'The memo sets no minimum: you could receive nothing.',
  'B-3.no-recipient': ({ recipient }) =>
    `The memo names no recipient; yours is ${recipient}. Exchanges return such a payment minus a fee, or keep it.`,
  'B-3.low-limit': ({ said, minimum }) =>
    `The memo accepts ${said}, less than your minimum of ${factAmountText(minimum)}.`,
  'B-3.opaque': () => 'We cannot check what the memo means.',
  'B-3.unprintable': () => 'The memo has bytes that are not text, so we cannot check whom it pays.',
  'B-4.over': () => 'The quote had already expired when it arrived. Get a new one.',
  'B-4.short': ({ minutes }) => `Only ${minutes} minutes left to pay. A later payment may be kept.`,
  'B-4.assumed': ({ minutes }) => `The quote has no deadline. Pay within ${minutes} minutes, or get a new one.`,
  'B-5.wrong': ({ said, chain }) => `${said} is not an address on ${chain}: a refund could not reach you.`,
  'B-7.unreadable': ({ why }) => reasonText(why),
  'B-7.others': ({ owner }) => `The transaction spends inputs of ${owner}, not only yours.`,
  'B-8.not-paid': ({ to }) => `The transaction does not pay ${to}.`,
  'B-8.other-amount': ({ paid, sold }) =>
    `The transaction pays ${factAmountText(paid)}, not the ${factAmountText(sold)} you pay.`,
  'B-8.outsider': ({ to, paid }) => `The transaction also pays ${factAmountText(paid)} to ${to}.`,
  'B-8.no-address': ({ paid }) => `The transaction also pays ${factAmountText(paid)} to a script without an address.`,
  'B-8.memos': () => 'The transaction carries data that is not a single memo.',
  'B-8.scattered': ({ count }) =>
    `The rest returns to you in ${count} pieces. Small pieces cost more to spend than they hold.`,
  'B-9.negative': () => 'The transaction pays out more than it takes in, so no network accepts it.',
  'B-9.too-high': ({ fee, most }) =>
    `The network cost is ${factAmountText(fee)}, above the limit of ${factAmountText(most)}.`,
  'B-9.high-rate': ({ rate, fee }) => `The network cost is high: ${rate} sat/vB, ${factAmountText(fee)} in all.`,
  'B-9.low-rate': ({ fee }) => `The network cost of ${factAmountText(fee)} is too low: the payment may never confirm.`,
  'B-10.signed': () => 'The transaction already has signatures.',
  'B-10.partial': () => 'Your signature would not cover the whole transaction: others could change it.',
  'B-10.later': () => 'The transaction only becomes valid at a later block or time.',
  'B-6.no-memo': () =>
    'The address is known and shared by all payers. Without a memo, the exchange may credit your payment to someone else.',
  'B-6.unknown': ({ to }) =>
    `We cannot check who owns ${to}. A payment cannot be reversed; only the exchange can return it.`,
}
