import type { Intent } from '../../guard/intent'
import type { OfferedAction } from '../../orders/orderActions'
import { defineMessages } from '../../ui/messages'
import type { OrderStatusView } from './orderStatus'

/** Facts that the sentences of an order are made of. */
export type StatusFacts = {
  readonly kind: Intent['kind']
  /** `100 USDC` */
  readonly sold: string
  readonly symbol: string
  readonly chain: string
  readonly farChain: string
  /** Whether anybody here can see what arrives there. */
  readonly isFarSeen: boolean
  /** What the current step is for: `allowance`, `swap`. */
  readonly step: string
  readonly wallet: string
  /** What somebody else said: a failure's sentence, a revert's reason. */
  readonly said: string
}

type StatusText = (facts: StatusFacts) => string
type StatusCopy = { readonly title: StatusText; readonly now: StatusText; readonly next: StatusText }

const said: Readonly<Record<OrderStatusView['is'], StatusCopy>> = {
  waiting: {
    title: () => 'Getting ready',
    now: ({ step }) => `The ${step} is next.`,
    next: () => 'Nothing to do for you yet.',
  },
  checking: {
    title: () => 'Checking once more',
    now: ({ step }) => `The ${step} is checked again right before your wallet is asked.`,
    next: () => 'Nothing to do for you yet.',
  },
  switching: {
    title: ({ chain }) => `Switch to ${chain} in your wallet`,
    now: ({ chain }) => `Your wallet is on another network and is asked to switch to ${chain}.`,
    next: () => 'Confirm the switch in your wallet. If it does not ask, choose the network there by hand.',
  },
  signing: {
    title: ({ step }) => `Confirm the ${step} in your wallet`,
    now: () => 'Your wallet shows one request. Nothing is sent before you confirm it there.',
    next: () => 'Compare it with the list below, then confirm or reject it in your wallet.',
  },
  sent: {
    title: ({ step }) => `The ${step} was sent`,
    now: ({ chain }) => `It is on its way to ${chain} and not in a block yet.`,
    next: () => 'You may close this; it is watched and found again under Activity.',
  },
  confirming: {
    title: ({ step }) => `The ${step} is being confirmed`,
    now: ({ chain }) => `${chain} has it in a block and is building on it.`,
    next: () => 'You may close this; it is watched and found again under Activity.',
  },
  done: {
    title: () => 'Done',
    now: () => 'All steps are on chain.',
    next: () => 'Nothing is left to do.',
  },

  'handed over': {
    title: ({ chain }) => `Paid on ${chain}`,
    now: ({ farChain }) => `The bridge has it and owes what you bought on ${farChain}.`,
    next: () => 'You may close this; the far side is watched and found again under Activity.',
  },
  refunded: {
    title: ({ chain }) => `Given back on ${chain}`,
    now: ({ farChain }) => `The bridge could not pay out on ${farChain} as agreed, so it paid back.`,
    next: () => 'Nothing is left to do. Ask for a new quote if you still want to go there.',
  },
  late: {
    title: ({ farChain }) => `What was promised has not arrived on ${farChain} in time`,
    now: ({ chain }) => `The bridge kept what you paid on ${chain} and did not pay out before its deadline.`,
    next: () => 'Take it back below if the bridge allows it; otherwise keep the hash for the support of the bridge.',
  },
  unseen: {
    title: ({ farChain, isFarSeen }) =>
      isFarSeen ? `We could not see ${farChain}` : `What arrives on ${farChain} cannot be seen from here`,
    now: ({ farChain, isFarSeen }) =>
      isFarSeen
        ? `${farChain} did not answer when the order began, so we cannot tell what has arrived since.`
        : `Nobody here reads ${farChain}, so only the recipient can tell whether what you bought has arrived.`,
    next: ({ farChain, isFarSeen }) =>
      isFarSeen
        ? `Look at the recipient’s balance on ${farChain}. The payment is linked below.`
        : `Look up the recipient’s address in an explorer of ${farChain}. Whether it is paid back instead is watched.`,
  },

  'payment awaited': {
    title: ({ sold }) => `Pay ${sold} by hand`,
    now: ({ chain }) => `The service waits for your payment on ${chain}. No wallet is asked; you pay with your own.`,
    next: () => 'Pay to the address below, then enter the id of the transaction. You may close this meanwhile.',
  },
  'payment told': {
    title: ({ sold }) => `${sold} paid, as you say`,
    now: ({ chain, farChain }) =>
      `Nobody here sees ${chain}. The payment takes some blocks there, an hour or so; then it is answered on ${farChain}.`,
    next: ({ farChain }) => `Nothing to do: ${farChain} is watched, also after you close this. Do not pay again.`,
  },
  'payment unanswered': {
    title: ({ farChain }) => `What was promised has not arrived on ${farChain} yet`,
    now: ({ chain }) =>
      `You said hours ago that it was paid on ${chain}, and it has not been answered. We go on looking.`,
    next: ({ chain }) =>
      `Look the transaction up in an explorer of ${chain}. If it has confirmations, turn to the service with its id; a refund goes to your address. Do not pay again.`,
  },
  'payment expired': {
    title: () => 'The time to pay is over',
    now: () => 'The price was held only so long. A payment that comes now may be kept, or sent back less a fee.',
    next: () => 'Do not pay any more: ask for a new quote. If you had paid in time, enter the id of the transaction.',
  },
  'payment ended': {
    title: () => 'You ended it without paying',
    now: () => 'The service was not paid, as you say, so nothing is owed.',
    next: () => 'Nothing is left to do. If you did pay, enter the id of the transaction.',
  },

  'wrong network': {
    title: ({ chain }) => `Your wallet is not on ${chain}`,
    now: ({ chain }) => `The order waits until your wallet is on ${chain}.`,
    next: ({ chain }) => `Switch to ${chain} in your wallet; the order goes on by itself.`,
  },
  'wallet gone': {
    title: () => 'Your wallet is not connected',
    now: () => 'The order waits for the wallet it began with.',
    next: () => 'Unlock or connect it again; the order goes on by itself.',
  },
  'other account': {
    title: () => 'Another account is chosen',
    now: () => 'This order belongs to another account than the one your wallet shows now.',
    next: () => 'Choose the account it began with in your wallet; the order goes on by itself.',
  },
  'other tab': {
    title: () => 'Another tab carries this order',
    now: () => 'You see it live here; only one tab may ask your wallet.',
    next: () => 'Go on in the other tab, or take it over here.',
  },
  'other order': {
    title: () => 'Another order comes first',
    now: () => 'One request at a time: an order of this account and network is before this one.',
    next: () => 'It goes on by itself. Look at the other order if it waits for you.',
  },
  offline: {
    title: () => 'You are offline',
    now: () => 'Nothing is asked or sent without a network. What was sent goes on without us.',
    next: () => 'The order goes on by itself when the network is back.',
  },
  unreachable: {
    title: ({ chain }) => `${chain} does not answer`,
    now: () => 'We cannot see what happens there. That does not mean that anything failed.',
    next: () => 'We keep asking, and send nothing again by itself. Look yourself in an explorer, or try again.',
  },
  'no answer': {
    title: () => 'Your wallet has not answered',
    now: ({ step }) =>
      `The request for the ${step} has been open for a minute. It may be hidden behind another window.`,
    next: () => 'Open your wallet and answer it there, or say what you did.',
  },
  'price moved': {
    title: () => 'The price has moved',
    now: () => 'Asked again, the service offers less than you agreed to.',
    next: () => 'Compare the two below. Nothing goes on before you accept.',
  },
  paused: {
    title: () => 'This order was interrupted',
    now: () => 'The page was closed or reloaded before the next step.',
    next: () => 'Go on: the service is asked for a fresh answer first, and you see it before anything is signed.',
  },

  rejected: {
    title: () => 'You rejected it',
    now: ({ step }) => `The ${step} was not sent.`,
    next: () => 'Try again whenever you like; nothing is lost.',
  },
  failed: {
    title: ({ step }) => `The ${step} was not sent`,
    now: ({ said }) => said,
    next: () => 'Try again when that is put right.',
  },
  reverted: {
    title: ({ step }) => `The ${step} was refused on chain`,
    now: ({ said }) => (said ? `The contract said: ${said}.` : 'The contract gave no reason.'),
    next: () => 'Only its network cost was paid. Trying again asks for a fresh quote first.',
  },
  cancelled: {
    title: () => 'Cancelled in your wallet',
    now: ({ step }) => `You replaced the ${step} by an empty transaction; it will not happen.`,
    next: () => 'Trying again asks for a fresh quote first.',
  },
  replaced: {
    title: () => 'Replaced by another transaction',
    now: ({ step }) => `Another transaction of this account took the place of the ${step}. Both are linked below.`,
    next: () => 'Look at it before you try again: it may have done the same thing.',
  },
  altered: {
    title: () => 'Your wallet sent something else',
    now: ({ step }) => `What is on chain is not the ${step} that was checked. We stopped here.`,
    next: () =>
      'Look at it in the explorer. Take back the allowance below, and distrust that wallet until you know why.',
  },
  expired: {
    title: () => 'It came too late',
    now: ({ step }) => `The ${step} was not taken in time and can no longer happen.`,
    next: () => 'Trying again asks for a fresh quote first.',
  },
  unknown: {
    title: () => 'We cannot tell whether it was sent',
    now: ({ said }) => said || 'The answer of your wallet was lost, and the account has moved on since.',
    next: () => 'Look at the activity in your wallet. If you find the transaction, paste its hash here.',
  },
  'not seen': {
    title: () => 'Not seen on chain',
    now: ({ said }) => said || 'The chain has not seen this transaction, and your account has sent nothing else since.',
    next: () =>
      'Look in your wallet first. Trying again uses the same place in line, so that only one of the two can happen.',
  },
  'put away': {
    title: () => 'Put away',
    now: () => 'You ended this order. Nothing more is asked of your wallet for it.',
    next: () => 'Nothing is left to do.',
  },
}

const stepNames = {
  approve: (symbol: string) => `Allow ${symbol}`,
  reset: (symbol: string) => `Reset the allowance for ${symbol}`,
  swap: () => 'Swap',
  wrap: () => 'Wrap',
  unwrap: () => 'Unwrap',
  reclaim: () => 'Take back from the bridge',
  deposit: () => 'Deposit',
  withdraw: () => 'Withdrawal',
  opaque: () => 'Transaction',
  payment: () => 'Payment by hand',
}

/** Every word of an order under way. */
export const progressMessages = defineMessages({
  title: 'Your order',
  and: ' and ',
  yourPosition: 'position',
  close: 'Close',
  inActivity: 'It stays under Activity, also when you close this.',
  steps: 'Steps',
  order: 'Order',
  connect: 'Connect wallet',
  someWallet: 'your wallet',
  hash: 'Transaction hash',
  hashNote: 'From the activity of your wallet or an explorer. It is looked up before it is believed.',
  follow: 'Follow it',
  given: 'You pay',
  goesTo: 'Goes to',
  ownAccount: 'Your own account',
  goesElsewhere: 'This is not the account you pay from. Compare every character.',
  agreedTo: 'You agreed to at least',
  nowOffered: 'Now offered, at least',
  notTold: 'Not told',
  replacedBy: 'Replaced by',
  confirmations: (count: number) => (count === 1 ? '1 confirmation' : `${count} confirmations`),
  stepName: (does: keyof typeof stepNames, symbol: string) => stepNames[does](symbol),

  receipt: 'Receipt',
  paid: 'You paid',
  received: 'You received',
  quoted: 'Quoted',
  minimum: 'Minimum agreed to',
  fees: 'Network fees',
  notInLogs: 'Not seen in the logs yet',
  asQuoted: 'exactly as quoted',
  moreThanQuoted: (percent: string) => `${percent} more than quoted`,
  lessThanQuoted: (percent: string) => `${percent} less than quoted`,
  lessThanAgreed: (percent: string) =>
    `${percent} less than the least you agreed to. Keep the hashes, and ask the service why.`,
  again: 'Swap again',
  positions: 'See your positions',
  position: 'Position',
  number: (id: bigint) => `No. ${id}`,
  grew: (liquidity: bigint) => `It grew by ${liquidity} units of liquidity, as reviewed.`,
  grewOtherwise:
    'What the chain says was added is not what you reviewed. Keep the hashes, and look at the position before you add again.',
  noLeftovers: 'No allowance is left behind.',
  leftoversUnknown: 'Whether an allowance is left could not be read.',
  leftover: (who: string, amount: string) => `${who} may still spend ${amount} of yours.`,
  anything: 'any amount of',
  revoke: 'Revoke',
  tellTitle: (is: OrderStatusView['is'], facts: StatusFacts) => said[is].title(facts),
  tellNow: (is: OrderStatusView['is'], facts: StatusFacts) => said[is].now(facts),
  tellNext: (is: OrderStatusView['is'], facts: StatusFacts) => said[is].next(facts),
  money: {
    untouched: ({ sold, chain }: StatusFacts) =>
      `Your ${sold} is in your account on ${chain}; nothing of it has moved.`,
    allowed: ({ symbol }: StatusFacts) => `The allowance for ${symbol} was given and remains.`,
    moving: ({ sold, chain }: StatusFacts) =>
      `A transaction that spends your ${sold} may be on its way on ${chain}. Do not send it again elsewhere.`,
    between: ({ sold }: StatusFacts) => `Your ${sold} was spent by a step below, and a later step did not follow yet.`,
    promised: ({ sold, chain, farChain }: StatusFacts) =>
      `Your ${sold} left your account on ${chain} and is with the bridge. What arrives on ${farChain} is its promise.`,
    overdue: ({ sold, chain }: StatusFacts) => `Your ${sold} is still with the bridge on ${chain}.`,
    reclaimed: ({ chain }: StatusFacts) =>
      `What the bridge keeps on ${chain} is yours to take back; nobody else gets it.`,
    returned: ({ chain }: StatusFacts) =>
      `What you paid is back in your account on ${chain}, in the token the bridge travels with.`,
    'by hand': ({ sold, chain }: StatusFacts) =>
      `As long as you have not paid, your ${sold} is in your own wallet on ${chain}, where we cannot see it.`,
    told: ({ sold, chain, farChain }: StatusFacts) =>
      `Your ${sold} is on its way to the service on ${chain}, as you say. What arrives on ${farChain} is its promise.`,
    aside: () => 'Nothing is moved by it.',
    arrived: ({ kind, sold, farChain }: StatusFacts) => {
      if (kind === 'swap') return `What you bought has arrived on ${farChain}.`
      return kind === 'withdraw' ? 'What you took out is in your account.' : `Your ${sold} now work in the pool.`
    },
  },
  choice: {
    accept: 'Accept and go on',
    resume: 'Go on',
    retry: 'Try again',
    'open wallet': 'Open the wallet again',
    'rejected it': 'I rejected it',
    look: 'Look for it on chain',
    'paste hash': 'Paste the hash',
    'not sent': 'It was not sent',
    'take over': 'Take over here',
    dismiss: 'End this order',
  } satisfies Record<OfferedAction, string>,
  stepOf: (position: number, count: number) => `Step ${position} of ${count}`,
  purpose: {
    approve: 'allowance',
    reset: 'reset of the old allowance',
    swap: 'swap',
    wrap: 'wrapping',
    unwrap: 'unwrapping',
    reclaim: 'refund',
    deposit: 'deposit',
    withdraw: 'withdrawal',
    opaque: 'transaction',
    payment: 'payment',
  },
  paymentState: (at: string) =>
    at === 'sent' ? 'Paid, as you say' : at === 'rejected' ? 'Not paid' : 'Waiting for your payment',
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
    reverted: 'Refused on chain',
    expired: 'Too late',
    unknown: 'Unknown',
  },
})

export type ProgressMessages = (typeof progressMessages)['english']
