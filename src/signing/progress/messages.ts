import { grouped } from '../../domain/text/figure'
import { locale } from '../../domain/text/locale'
import type { Intent } from '../../guard/intent'
import type { OfferedAction } from '../../orders/actions/orderActions'
import type { BlockedReason } from '../../orders/order'
import { defineMessages } from '../../ui/messages'

/** Facts used in the sentences of an order. */
export type StatusFacts = {
  readonly kind: Intent['kind']
  /** `100 USDC`, exact where it is paid by hand; for a completed deposit, the amounts paid according to its logs. */
  readonly sold: string
  /** The amount received according to the logs, as text; empty until then. */
  readonly arrived: string
  /** The confirmed minimum as text; empty without one. */
  readonly minimum: string
  /** The position's number; empty if unknown. */
  readonly position: string
  readonly symbol: string
  readonly chain: string
  readonly destinationChain: string
  /** Whether arrivals on the destination chain can be observed. */
  readonly isDestinationReadable: boolean
  /** The purpose of the current step: `allowance`, `swap`. */
  readonly step: string
  readonly wallet: string
  /** Text of others: the sentence of a failure, the reason of a revert. */
  readonly said: string
  /** The person rejected the network switch, not the step. */
  readonly isSwitch: boolean
  /** How the step would be requested again. */
  readonly repeat: Repeat
}

/** The amounts that one transaction moved, as text; empty if its logs do not show them. */
type Moved = { readonly spent: string; readonly received: string }

type StatusText = (facts: StatusFacts) => string
type StatusCopy = { readonly title: StatusText; readonly now: StatusText; readonly next: StatusText }

const unreadNext = 'We keep checking and resend nothing automatically. Check an explorer, or try again.'

const said = {
  waiting: {
    title: () => 'Getting ready',
    now: ({ step }) => `Next: ${step}.`,
    next: () => 'Nothing for you to do yet.',
  },
  checking: {
    title: () => 'Checking one last time',
    now: () => 'Then your wallet opens.',
    next: () => 'Nothing for you to do yet.',
  },
  switching: {
    title: ({ chain }) => `Switch to ${chain} in your wallet`,
    now: () => 'It is on another network.',
    next: () => 'Confirm the switch in your wallet. If you see no request, switch the network there yourself.',
  },
  signing: {
    title: ({ step }) => `Confirm the ${step} in your wallet`,
    now: () => 'Nothing is sent until you confirm.',
    next: () => 'Compare with the steps.',
  },
  taken: {
    title: ({ wallet }) => `${wallet} is sending the transaction`,
    now: () => 'All steps or none.',
    next: () => 'You can close this window.',
  },
  queued: {
    title: () => 'Your smart account will send this later',
    now: () => 'It has the request.',
    next: ({ step, wallet }) =>
      `${wallet} has the ${step}. It is sent once the owners or the provider of your account send it. Confirm it in the app of your account if it asks for that. You can close this: we keep watching.`,
  },
  sent: {
    title: ({ step }) => `The ${step} was sent`,
    now: ({ chain }) => `Confirming on ${chain}…`,
    next: () => 'You can close this window.',
  },
  confirming: {
    title: ({ step }) => `Confirming the ${step}`,
    now: ({ chain }) => `It is in a block on ${chain}.`,
    next: () => 'You can close this window.',
  },
  done: {
    title: () => 'Done',
    now: () => 'All steps are confirmed.',
    next: () => 'Nothing left to do.',
  },
  short: {
    title: ({ arrived }) => (arrived ? 'Less than your minimum arrived' : 'Nothing arrived'),
    now: ({ arrived, minimum }) =>
      [`The receipt shows ${arrived || 'no payment to the recipient'}.`, minimum && `Your minimum was ${minimum}.`]
        .filter(Boolean)
        .join(locale.gap),
    next: () => 'Keep the transaction hashes and contact support. If an approval remains, it is below: revoke it.',
  },
  unread: {
    title: () => 'Confirmed, but what arrived is unknown',
    now: () => 'All steps are confirmed. The receipts do not show how much the recipient got.',
    next: () => 'Compare the recipient’s balance with your minimum before you continue.',
  },

  'handed over': {
    title: ({ chain }) => `Sent from ${chain}`,
    now: ({ destinationChain }) => `The bridge delivers on ${destinationChain}.`,
    next: () => 'You can close this window.',
  },
  refunded: {
    title: ({ chain }) => `Refunded on ${chain}`,
    now: ({ destinationChain }) => `The bridge could not deliver on ${destinationChain}.`,
    next: () => 'Nothing left to do. Get a new quote to try again.',
  },
  late: {
    title: ({ destinationChain }) => `Delayed: nothing received on ${destinationChain} in time`,
    now: ({ chain }) => `The bridge holds your payment on ${chain} and missed its deadline.`,
    next: () => 'Claim a refund below if the bridge allows it. Otherwise send the transaction hash to bridge support.',
  },
  unseen: {
    title: ({ destinationChain, isDestinationReadable }) =>
      isDestinationReadable ? `We could not read ${destinationChain}` : `We cannot track ${destinationChain}`,
    now: ({ destinationChain, isDestinationReadable }) =>
      isDestinationReadable
        ? `${destinationChain} could not be read when the order started, so we cannot see which tokens are new.`
        : `Only the recipient can see whether the tokens arrived.`,
    next: ({ destinationChain, isDestinationReadable }) =>
      isDestinationReadable
        ? `Check the recipient’s balance on ${destinationChain}. The payment is linked below.`
        : `Look up the recipient in an explorer for ${destinationChain}. We still watch for a refund.`,
  },

  'payment awaited': {
    title: ({ sold }) => `Send ${sold}`,
    now: ({ chain }) => `Waiting for your payment on ${chain}, from your own wallet.`,
    next: () => 'Pay to the address below, then enter the transaction ID. You can close this in the meantime.',
  },
  'payment reported': {
    title: ({ sold }) => `Waiting for your ${sold} payment`,
    now: () => 'Do not pay again.',
    next: ({ chain, destinationChain }) =>
      `We cannot track ${chain}. Confirmation takes about an hour; then you receive your tokens on ${destinationChain}. Nothing to do: we watch ${destinationChain}, even after you close this.`,
  },
  'payment unanswered': {
    title: ({ destinationChain }) => `Delayed: nothing received on ${destinationChain} yet`,
    now: ({ chain }) => `You marked it as paid on ${chain} hours ago, and nothing arrived. We keep checking.`,
    next: ({ chain }) =>
      `Look up the transaction in an explorer for ${chain}. If it is confirmed, contact support with its ID; a refund goes to your address. Do not pay again.`,
  },
  'payment expired': {
    title: () => 'Payment expired',
    now: () => 'The quoted price has expired. A late payment may be kept, or refunded minus a fee.',
    next: () => 'Do not pay: get a new quote. If you paid in time, enter the transaction ID.',
  },
  'payment ended': {
    title: () => 'Payment cancelled',
    now: () => 'You marked it as not paid.',
    next: () => 'Nothing left to do. If you did pay, enter the transaction ID.',
  },

  'wrong network': {
    title: ({ chain }) => `Your wallet is not on ${chain}`,
    now: ({ chain }) => `The order continues when your wallet is on ${chain}.`,
    next: ({ chain }) => `Switch to ${chain} in your wallet.`,
  },
  'wallet gone': {
    title: () => 'Your wallet is not connected',
    now: () => 'The order waits for the wallet that started it.',
    next: () => 'Unlock or reconnect it; the order continues automatically.',
  },
  'other account': {
    title: () => 'Wrong account selected',
    now: () => 'This order belongs to another account of your wallet.',
    next: () => 'Select the account that started the order; it continues automatically.',
  },
  'other tab': {
    title: () => 'Open in another tab',
    now: () => 'Only one tab can send requests to your wallet. This one shows the live status.',
    next: () => 'Continue in the other tab, or take over here.',
  },
  'other order': {
    title: () => 'Waiting for another order',
    now: () => 'It is ahead of this one.',
    next: () =>
      'It belongs to the same account and network. This one continues automatically. Check whether the other order needs your action.',
  },
  offline: {
    title: () => 'You are offline',
    now: () => 'Nothing new is sent while you are offline. Sent transactions continue.',
    next: () => 'The order continues when you reconnect.',
  },
  unreachable: {
    title: ({ chain }) => `No answer from ${chain} so far`,
    now: () => 'We cannot read its status. This does not mean that something failed.',
    next: () => unreadNext,
  },
  limited: {
    title: ({ chain }) => `The nodes of ${chain} limit our requests`,
    now: () => 'They respond, and take no more requests for now. This does not mean that something failed.',
    next: () => unreadNext,
  },
  behind: {
    title: ({ chain }) => `The nodes of ${chain} are behind`,
    now: () => 'They respond, and do not have the latest blocks yet. This does not mean that something failed.',
    next: () => unreadNext,
  },
  refused: {
    title: ({ chain }) => `The nodes of ${chain} refuse our request`,
    now: () => 'They respond, and do not answer what we need to know. This does not mean that something failed.',
    next: () => unreadNext,
  },
  'no details': {
    title: ({ step }) => `The ${step} is in a block`,
    now: ({ chain }) => `The nodes of ${chain} do not show yet what it moved.`,
    next: () => 'We keep asking. There is nothing to sign again; an explorer may show more.',
  },
  'no answer': {
    title: () => 'Waiting for your wallet',
    now: ({ step }) =>
      `Your wallet has not responded to the ${step} for a minute. The request may be behind another window.`,
    next: () => 'Open your wallet and confirm or reject the request, or report what you did.',
  },
  'older request': {
    title: () => 'An older request may still be open',
    now: ({ step }) =>
      `Your wallet never answered an earlier request for the ${step}. If you confirm that one and a new one, both can be carried out.`,
    next: () => 'Open your wallet and reject the older request first. Then press “I rejected it”.',
  },
  'not accepted': {
    title: ({ step }) => `The ${step} was not accepted yet`,
    now: () => 'Nothing to sign again.',
    next: ({ chain, step }) =>
      `You signed the ${step}, and no node of ${chain} has accepted it so far. We send the same signed transaction again until it is confirmed or expires.`,
  },
  'not found': {
    title: () => 'Not found on chain yet',
    now: ({ chain, step }) =>
      `The ${step} was sent, and no node of ${chain} shows it. Whether it was included is not known yet.`,
    next: () =>
      'We keep looking, and ask for nothing again until that is certain. Some wallets send privately, which can take minutes: if your wallet shows another hash, paste it here.',
  },
  'price moved': {
    title: () => 'The price changed',
    now: () => 'The new quote gives you less than you accepted.',
    next: () => 'Compare both quotes below. Nothing is sent until you accept.',
  },
  paused: {
    title: () => 'Order paused',
    now: () => 'Nothing is sent until you continue.',
    next: () => 'You see a new quote before you sign.',
  },

  rejected: {
    title: ({ isSwitch }) => (isSwitch ? 'Network switch declined' : 'Rejected in your wallet'),
    now: ({ step, isSwitch }) => (isSwitch ? 'Nothing was sent.' : `The ${step} was not sent.`),
    next: () => 'You can try again at any time.',
  },
  failed: {
    title: ({ step }) => `The ${step} was not sent`,
    now: ({ said }) => said,
    next: () => 'You can try again at any time.',
  },
  reverted: {
    title: ({ step }) => `The ${step} failed on chain`,
    now: ({ said }) => (said ? `The contract returned: ${said}.` : 'The reason is unknown.'),
    next: () => 'You only paid the network cost. Trying again gets a new quote first.',
  },
  cancelled: {
    title: () => 'Cancelled in your wallet',
    now: ({ step }) => `You replaced the ${step} with an empty transaction, so it will not happen.`,
    next: () => 'Trying again gets a new quote first.',
  },
  'passed over': {
    title: () => 'Your account will no longer send this',
    now: ({ step }) =>
      `It carried out another transaction with the same nonce instead, so the ${step} will not happen.`,
    next: () => 'Open your account’s app to see the transaction that was sent instead. Trying again requests it again.',
  },
  replaced: {
    title: () => 'Replaced by another transaction',
    now: ({ step }) => `Another transaction from this account replaced the ${step}. Both are linked below.`,
    next: () => 'Check it before you try again: it may have done the same.',
  },
  altered: {
    title: () => 'Your wallet sent a different transaction',
    now: ({ step }) => `The transaction on chain is not the ${step} we checked, so the order stopped.`,
    next: () =>
      'Compare it with the steps below in the explorer. If you did not change it yourself, check your wallet.',
  },
  lowered: {
    title: () => 'You approved a smaller amount',
    now: ({ step }) => `The ${step} in your wallet is lower than this order needs, so the order stopped.`,
    next: () => 'Try again, and leave the amount in your wallet unchanged.',
  },
  expired: {
    title: () => 'Expired',
    now: ({ step }) => `The ${step} was not included in time and can no longer happen.`,
    next: () => 'Trying again gets a new quote first.',
  },
  unknown: {
    title: () => 'Status unknown',
    now: ({ said }) =>
      said || 'The response of your wallet was lost, and the account has sent other transactions since.',
    next: () => 'Check the activity in your wallet. If you find the transaction, paste its hash here.',
  },
  'not seen': {
    title: () => 'Not found on chain',
    now: ({ said }) =>
      said || 'The network has not seen this transaction, and your account has sent nothing else since.',
    next: ({ repeat }) => nextIfNotSeen[repeat],
  },
  dismissed: {
    title: () => 'Cancelled',
    now: () => 'You cancelled this order. Nothing more goes to your wallet.',
    next: () => 'Nothing left to do.',
  },
  'dismissed unsettled': {
    title: () => 'Cancelled, but not settled',
    now: () => 'You cancelled this order. One of its requests may still be open in your wallet, or be sent late.',
    next: () => 'Open your wallet and reject it there. We keep watching, and show it here if it is sent.',
  },
} satisfies Readonly<Record<string, StatusCopy>> & Readonly<Record<BlockedReason, StatusCopy>>

/** The states of an order that a person is shown. */
export type StatusName = keyof typeof said

/** How a request is repeated. With the nonce or the batch id of the first, only one of the two can be carried out. */
const nextIfNotSeen = {
  'same nonce': 'Check your wallet first. Trying again uses the same nonce, so that only one of the two is mined.',
  'same batch': 'Check your wallet first. Trying again asks for the same batch, which a wallet carries out only once.',
  'new request':
    'Check your wallet first: if the first request is still there, it and a new one can both be carried out.',
}

export type Repeat = keyof typeof nextIfNotSeen

/** All texts of an order in progress. */
export const progressMessages = defineMessages({
  title: 'Your order',
  details: 'Details',
  and: ' and ',
  yourPosition: 'position',
  close: 'Close',
  inActivity: 'Find this order in Activity.',
  steps: 'Steps',
  order: 'Order',
  connect: 'Connect wallet',
  someWallet: 'your wallet',
  hash: 'Transaction hash',
  hashNote: 'From your wallet or an explorer. We look it up before we use it.',
  follow: 'Track it',
  given: 'You pay',
  goesTo: 'Recipient',
  ownAccount: 'Your account',
  goesElsewhere: 'Not the account you pay from. Check the full address.',
  offerReview: 'Review again',
  offerChecking: 'Checking the transactions again.',
  agreedTo: 'Minimum you accepted',
  nowOffered: 'Minimum received now',
  notReported: 'Unavailable',
  replacedBy: 'Replaced by',
  confirmations: (count: number) => (count === 1 ? '1 confirmation' : `${count} confirmations`),

  receipt: 'Receipt',
  deposited: (paid: string) => `Deposited ${paid}`,
  withdrew: (got: string) => `Received ${got}`,
  positionOf: (pair: string, id: bigint | undefined) => (id === undefined ? pair : `${pair}, position #${id}`),
  swapped: (paid: string, received: string) => `Swapped ${paid} for ${received}`,
  receivedFor: (paid: string, comparison: string | undefined) =>
    comparison ? `for ${paid}, ${comparison}` : `for ${paid}`,
  cost: (dollars: string) => `${dollars} network cost`,
  onNetwork: (network: string) => `on ${network}.`,
  copyLink: 'Copy link',
  copyText: 'Copy result',
  showInWallet: (symbol: string) => `Add ${symbol} to wallet`,
  watchOutcome: { asked: 'Request sent to your wallet.', refused: 'Your wallet did not add it.' },
  paid: 'You paid',
  payer: 'Paid from',
  recipient: 'Recipient',
  received: 'You received',
  receivedBy: (recipient: string) => `Received by ${recipient}`,
  quoted: 'Quoted amount',
  minimum: 'Minimum received',
  fees: 'Network cost',
  refunded: 'Nothing: it was refunded',
  copyHash: 'Copy transaction hash',
  notInLogs: 'Not in the logs yet',
  atLeast: (amount: string) => `At least ${amount}`,
  sharedArrival: 'Native tokens of another order arrived at the same time, so the exact amount is unknown.',
  asQuoted: 'exactly as quoted',
  moreThanQuoted: (percent: string) => `${percent} more than quoted`,
  lessThanQuoted: (percent: string) => `${percent} less than quoted`,
  lessThanAgreed: (percent: string) =>
    `${percent} less than the minimum you accepted. Keep the transaction hashes and contact support.`,
  again: 'Swap again',
  positions: 'View your positions',
  position: 'Position',
  number: (id: bigint) => `#${id}`,
  grew: (liquidity: bigint) => `Grew by ${grouped(String(liquidity))} units of liquidity, as reviewed.`,
  grewOtherwise:
    'The added liquidity differs from what you reviewed. Keep the transaction hashes, and check the position before you add more.',
  leftoversLooking: 'Checking for remaining approvals…',
  noLeftovers: 'No remaining approvals.',
  leftoversUnknown: 'Could not read remaining approvals.',
  doneButAllowed: 'An approval remains: keep it for the next order, or revoke it below.',
  leftover: (who: string, amount: string) => `${who} can still spend ${amount}.`,
  revoke: 'Revoke',
  statusTitle: (is: StatusName, facts: StatusFacts) => said[is].title(facts),
  statusNow: (is: StatusName, facts: StatusFacts) => said[is].now(facts),
  statusNext: (is: StatusName, facts: StatusFacts) => said[is].next(facts),
  money: {
    unsettled: ({ sold, chain }: StatusFacts) =>
      `Nothing of this order is on ${chain} so far. Your ${sold} may still be spent if the request in your wallet is confirmed.`,
    untouched: ({ sold, chain }: StatusFacts) => `Your ${sold} is still in your account on ${chain}.`,
    allowed: ({ symbol }: StatusFacts) => `The approval for ${symbol} remains.`,
    moving: ({ sold, chain }: StatusFacts) =>
      `A transaction that spends your ${sold} may be pending on ${chain}. Do not send it again elsewhere.`,
    between: ({ sold }: StatusFacts) => `A step below spent your ${sold}, and the next step has not followed yet.`,
    promised: ({ sold, chain, destinationChain }: StatusFacts) =>
      `Your ${sold} left your account on ${chain} and is with the bridge. It should arrive on ${destinationChain} soon.`,
    overdue: ({ sold, chain }: StatusFacts) => `Your ${sold} is still with the bridge on ${chain}.`,
    reclaimed: ({ chain }: StatusFacts) => `Only you can claim the refund that the bridge holds on ${chain}.`,
    returned: ({ chain }: StatusFacts) => `Your refund is in your account on ${chain}, in the token of the bridge.`,
    'by hand': ({ sold, chain }: StatusFacts) => `Until you pay, your ${sold} is in your own wallet on ${chain}.`,
    reported: ({ sold, chain, destinationChain }: StatusFacts) =>
      `You marked your ${sold} as paid on ${chain}. It should arrive on ${destinationChain} after confirmation.`,
    short: ({ sold }: StatusFacts) => `Your ${sold} was spent.`,
    aside: () => 'This order moves no funds.',
    arrived: ({ kind, sold, arrived, position, destinationChain }: StatusFacts) => {
      if (kind === 'swap') return `Your tokens arrived on ${destinationChain}.`
      if (kind === 'withdraw') return `Received in your account: ${arrived || 'the removed tokens'}.`
      return position ? `${sold} went into position #${position}.` : `${sold} went into the pool.`
    },
  },
  openRequest: 'An older request may still be open in your wallet',
  openRequestNext: 'Open your wallet and reject it. If it is confirmed anyway, it shows here.',
  late: {
    done: {
      title: (step: string) => `The ${step} happened a second time`,
      now: ({ spent, received }: Moved) =>
        [
          'Your wallet confirmed an older request as well.',
          spent && `It took ${spent} from your account${received ? ` and gave you ${received}` : ''}.`,
        ]
          .filter(Boolean)
          .join(locale.gap),
    },
    pending: {
      title: (step: string) => `A second ${step} was sent`,
      now: () => 'Your wallet confirmed an older request as well. It is not in a block yet.',
    },
    allowed: {
      title: (step: string) => `An older ${step} was sent as well`,
      now: () => 'It moves no funds.',
    },
    reverted: {
      title: (step: string) => `An earlier ${step} failed on chain`,
      now: () => 'You paid the network cost, and nothing else moved.',
    },
    altered: {
      title: (step: string) => `An earlier ${step} differs from what you reviewed`,
      now: () => 'Your wallet changed it before it was sent.',
    },
  } satisfies Record<string, { title: (step: string) => string; now: (moved: Moved) => string }>,
  lateNext:
    'Confirmed transactions are final: to undo them, swap back. Reject every other request of this order that is open in your wallet.',
  choice: {
    accept: 'Accept and continue',
    resume: 'Continue',
    retry: 'Try again',
    'open wallet': 'Open the wallet again',
    'rejected it': 'I rejected it',
    look: 'Search on chain',
    'paste hash': 'Paste transaction hash',
    'not sent': 'It was not sent',
    'take over': 'Take over here',
    dismiss: 'Cancel order',
  } satisfies Record<OfferedAction, string>,
  stepOf: (position: number, count: number) => `Step ${position} of ${count}`,
  purpose: {
    approve: 'approval',
    reset: 'approval reset',
    swap: 'swap',
    wrap: 'wrap',
    unwrap: 'unwrap',
    reclaim: 'refund',
    deposit: 'deposit',
    withdraw: 'withdrawal',
    collect: 'fee collection',
    opaque: 'transaction',
    payment: 'payment',
  },
  paymentState: (at: string) =>
    at === 'sent' ? 'Marked as paid' : at === 'rejected' ? 'Not paid' : 'Waiting for your payment',
  state: {
    waiting: 'Waiting',
    checking: 'Checking',
    switching: 'Switching network',
    signing: 'In your wallet',
    sent: 'Sent',
    confirming: 'Confirming',
    done: 'Done',
    failed: 'Not sent',
    rejected: 'Rejected',
    replaced: 'Replaced',
    reverted: 'Failed on chain',
    expired: 'Expired',
    unknown: 'Unknown',
  },
})

export type ProgressMessages = (typeof progressMessages)['english']
