import { reasonText } from '../../components/reasons/reasonText'
import { factAmountText, factPercentText } from './factText'
import type { FindingTexts } from './findingTexts'

export const bitcoinTexts = {
  'V-003.only-coin': ({ chain, symbol }) =>
    `Only the native token of ${chain} can be paid from your own wallet, not ${symbol}.`,
  'V-016.only-promised': () => 'The minimum depends on the exchange: a Bitcoin payment cannot enforce it.',
  'V-016.not-promised': ({ symbol }) => `The quote has no minimum of ${symbol}.`,
  'V-001.no-address': () => 'The quote has no address to pay to.',
  'V-035.other-network': ({ to, chain }) =>
    `${to} is not an address on ${chain}: its checksum is wrong, or it belongs to another network.`,
  'V-035.own-address': () => 'You would pay yourself: the address to pay is your refund address.',
  'V-015.no-amount': ({ sold }) => `The quote has no amount; you pay ${factAmountText(sold)}.`,
  'V-015.asks-other-amount': ({ said, sold }) =>
    `The quote asks for ${said}, not for the ${factAmountText(sold)} you pay.`,
  'V-036.unreadable-memo': ({ why }) =>
    why ? reasonText(why) : 'The memo is unclear, or cannot be attached to this payment.',
  'V-036.gives-away': ({ bps }) => `The memo gives ${factPercentText(bps)} to someone else.`,
  'V-036.odd-share': () => 'The memo gives a share to someone else, and how much cannot be read.',
  'V-036.names-others': ({ addresses, recipient, isNamed }) =>
    `The memo names ${addresses.join(' and ')}, ${isNamed ? 'besides' : 'and not'} your recipient ${recipient}.`,
  'V-036.other-action': ({ action }) => `The memo does not ask for a swap: it begins with “${action}”.`,
  'V-036.memo-token': ({ said, symbol }) => `The memo asks for ${said}, not for the ${symbol} you chose.`,
  'V-036.other-refund': ({ said, wanted }) => `A failed swap would be refunded to ${said}, not to ${wanted}.`,
  'V-036.through-contract': ({ contract, symbol }) =>
    `The exchange would hand the payment to a contract (${contract}) that swaps it for ${symbol}.`,
  'V-036.no-limit': () => 'The memo sets no minimum: you could receive nothing.',
  'V-036.no-recipient': ({ recipient }) =>
    `The memo names no recipient; yours is ${recipient}. Exchanges return such a payment minus a fee, or keep it.`,
  'V-036.low-limit': ({ said, minimum }) =>
    `The memo accepts ${said}, less than your minimum of ${factAmountText(minimum)}.`,
  'V-036.opaque': () => 'We cannot check what the memo means.',
  'V-036.unprintable': () => 'The memo has bytes that are not text, so we cannot check whom it pays.',
  'V-017.short': ({ minutes }) => `Only ${minutes} minutes left to pay. A later payment may be kept.`,
  'V-017.assumed': ({ minutes }) => `The quote has no deadline. Pay within ${minutes} minutes, or get a new one.`,
  'V-008.wrong-refund': ({ said, chain }) => `${said} is not an address on ${chain}: a refund could not reach you.`,
  'V-008.unreadable': ({ why }) => (why ? reasonText(why) : 'The transaction to sign cannot be read with certainty.'),
  'V-008.others': ({ owner }) => `The transaction spends inputs of ${owner}, not only yours.`,
  'V-015.not-paid': ({ to }) => `The transaction does not pay ${to}.`,
  'V-015.outsider': ({ to, paid }) => `The transaction also pays ${factAmountText(paid)} to ${to}.`,
  'V-015.memos': () => 'The transaction carries data that is not a single memo.',
  'V-015.scattered': ({ count }) =>
    `The rest returns to you in ${count} pieces. Small pieces cost more to spend than they hold.`,
  'V-015.small-outputs': ({ spent }) =>
    `The transaction also spends small outputs of yours, ${factAmountText(spent)} in all, which the payment does not need. An inscription or token on them would be lost.`,
  'V-055.negative': () => 'The transaction pays out more than it takes in, so no network accepts it.',
  'V-055.cost-too-high': ({ fee, most }) =>
    `The network cost is ${factAmountText(fee)}, above the limit of ${factAmountText(most)}.`,
  'V-055.high-rate': ({ rate, fee }) => `The network cost is high: ${rate} sat/vB, ${factAmountText(fee)} in all.`,
  'V-055.low-rate': ({ fee }) =>
    `The network cost of ${factAmountText(fee)} is too low: the payment may never confirm.`,
  'V-011.signed': () => 'The transaction already has signatures.',
  'V-011.partial': () => 'Your signature would not cover the whole transaction: others could change it.',
  'V-017.later': () => 'The transaction only becomes valid at a later block or time.',
  'V-035.no-memo': () =>
    'The address is known and shared by all payers. Without a memo, the exchange may credit your payment to someone else.',
  'V-035.unknown-payee': ({ to }) =>
    `We cannot check who owns ${to}. A payment cannot be reversed; only the exchange can return it.`,
} satisfies Partial<FindingTexts>
