import { defineMessages } from '../ui/messages'
import type { NoDeployment } from './widgetServices'

/** The words of the swap widget that the app itself does not have. */
export const widgetMessages = defineMessages({
  pageWallet: 'Wallet of this page',
  opening: 'Loading…',
  noGateway: 'This widget needs the attribute “gateway” with the address of a Tidegate gateway.',
  problem: {
    offline: () => 'You are offline. Nothing can be swapped until you are back online.',
    'not named': (gateway) => `${gateway} does not allow this page.`,
    unreachable: (gateway) => `${gateway} cannot be reached from this page. Try again in a moment.`,
    refused: (gateway) => `${gateway} answered, but has no settings for swaps.`,
    unreadable: (gateway) => `${gateway} answered with settings that this version of the widget cannot read.`,
    'not started': () => 'The swap form could not start. This page may not let it store data in your browser.',
  } satisfies Record<NoDeployment['problem'], (gateway: string) => string>,
  owner: 'For the owner of this page',
  forOwner: {
    'not named': 'The operator of the gateway must list the origin of this page in TIDEGATE_WIDGET_ORIGINS.',
    unreachable:
      'The gateway may be down, this origin may be missing from TIDEGATE_WIDGET_ORIGINS, or this page’s CSP (connect-src) may block it.',
  },
  checkedBy: (host: string) => `Swaps by ${host}. Every transaction is checked before you sign.`,
})
