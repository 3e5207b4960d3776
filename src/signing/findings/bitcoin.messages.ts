import { reasonText } from '../../components/reasons/reasonText'
import type { bitcoinFindings } from '../../guard/findings/bitcoinFindings'
import { factAmountText } from './factText'
import type { FindingTexts } from './findingTexts'

export const bitcoinTexts: Pick<FindingTexts, keyof typeof bitcoinFindings> = {
  'V-001.no-payment': () => 'The service returned nothing to pay.',
  'V-001.payments': ({ count }) => `The service asks for ${count} payments; by hand there is only ever one.`,
  'V-001.one-payment': () => 'One payment.',
  'V-003.only-coin': ({ chain, symbol }) => `Only the coin of ${chain} can be paid by hand, not ${symbol}.`,
  'V-016.only-promised': () => 'The minimum is a word of the service: a payment in bitcoin cannot insist on it.',
  'V-016.not-promised': ({ symbol }) => `The service does not say how much ${symbol} you receive at least.`,
  'V-036.whole-promise': ({ to }) =>
    `What arrives on ${to} is a promise of the service; nothing of it can be tried out beforehand.`,
  'B-1.no-address': () => 'It names no address to pay to.',
  'B-1.bad-address': ({ said }) => `"${said}" is no Bitcoin address.`,
  'B-1.other-network': ({ to, chain }) =>
    `${to} is no address of ${chain}: its checksum is wrong, or it is of another network.`,
  'B-1.own-address': () => 'You would pay yourself: the address to pay to is the one for refunds.',
  'B-1.right': ({ network }) => `The address adds up and is one of the ${networks[network]}.`,
  'B-2.no-amount': ({ sold }) => `The service names no amount; you pay the ${factAmountText(sold)} that you sell.`,
  'B-2.other-amount': ({ said, sold }) => `It asks for ${said}, which is not the ${factAmountText(sold)} you sell.`,
  'B-2.exact': ({ sold }) => `It asks for exactly ${factAmountText(sold)}.`,
  'B-3.unreadable': ({ why }) => reasonText(why),
  'B-3.none': () => 'No memo is asked for.',
  'B-3.gives-away': ({ bps }) => `The memo gives ${bps / 100} % to somebody else.`,
  'B-3.names-others': ({ addresses, recipient, isNamed }) =>
    `The memo names ${addresses.join(' and ')}, ${isNamed ? 'besides' : 'and not'} your recipient ${recipient}.`,
  'B-3.other-action': ({ action }) => `The memo does not ask for a swap: it starts with ${action}.`,
  'B-3.other-recipient': ({ said, recipient }) => `The memo pays ${said}, not ${recipient}.`,
  'B-3.other-asset': ({ said, symbol }) => `The memo asks for ${said}; you buy ${symbol}.`,
  'B-3.no-limit': () => 'The memo accepts any outcome: its limit is zero.',
  'B-3.low-limit': ({ said, minimum }) =>
    `The memo accepts ${said}, less than your minimum of ${factAmountText(minimum)}.`,
  'B-3.names-recipient': () => 'The memo names your recipient.',
  'B-3.opaque': () => 'What the memo means to the service cannot be checked. Attach it letter by letter.',
  'B-4.over': () => 'The time to pay was over before the answer came. Ask again.',
  'B-4.short': ({ minutes }) => `Only ${minutes} minutes are left to pay. A payment that comes later may be kept.`,
  'B-4.assumed': ({ minutes }) =>
    `The service names no deadline; we count ${minutes} minutes, then ask for a new price.`,
  'B-4.enough': ({ minutes }) => `There are ${minutes} minutes to pay.`,
  'B-5.right': () => 'Your own address, for refunds, adds up.',
  'B-5.wrong': ({ said, chain }) => `${said} is no address of ${chain}: a refund could not reach you.`,
  'B-6.vouched': () => 'This deployment vouches for the address.',
  'B-6.unknown': ({ to }) =>
    `Nobody can check whose address ${to} is. What you pay there cannot be called back; only the service can return it.`,
}

const networks = { main: 'Bitcoin network', test: 'test network', regtest: 'local test network' }
