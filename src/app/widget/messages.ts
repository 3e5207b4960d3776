import { defineMessages } from '../../ui/messages'

/** The words of the swap widget that the app itself does not have. */
export const widgetMessages = defineMessages({
  pageWallet: 'Wallet of this page',
  opening: 'Loading…',
  noGateway: 'This widget needs the attribute “gateway” with the address of a Tidegate gateway.',
  unreachable: (gateway: string) =>
    `${gateway} cannot be reached from this page. Its operator must list the origin of this page in TIDEGATE_WIDGET_ORIGINS.`,
  checkedBy: (host: string) => `Swaps by ${host}. Every transaction is checked before you sign.`,
})
