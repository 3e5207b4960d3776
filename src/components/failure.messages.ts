import { quotedText } from '../domain/text/label'
import type {
  DeviceProblem,
  Failure,
  FailureCode,
  FailureFacts,
  NodeProblem,
  SolanaNodeProblem,
  SolanaWalletProblem,
} from '../orders/failure'
import { defineMessages, type Localized } from '../ui/messages'
import { haltMessages } from './halt.messages'
import { reasonText } from './reasons/reasonText'
import { refusalText } from './refusal.messages'

type Particular = Exclude<FailureFacts, { is: 'code alone' }>
type FactsBy = { readonly [Facts in Particular as Facts['is']]: Facts }
/** A sentence for each failure; a missing one is a compile error. */
type Sentences = { readonly [Is in keyof FactsBy]: (facts: FactsBy[Is]) => string }

/** The failure, and the next thing to do. */
export function failureSentence({ code, facts }: Failure, messages: FailureMessages): string {
  return facts.is === 'code alone' ? messages.byCode[code] : sentenceOf(facts, messages.particular)
}

function sentenceOf<Is extends keyof FactsBy>(facts: FactsBy[Is] & { readonly is: Is }, sentences: Sentences): string {
  return sentences[facts.is](facts)
}

const byCode: Readonly<Record<FailureCode, string>> = {
  rejected: 'You declined the request in your wallet. Nothing was sent.',
  locked: 'Your wallet is locked or no longer connected to this page. Unlock it and connect again.',
  unsupported: 'Your wallet does not support this request. Another wallet may.',
  'wrong chain': 'Your wallet is on another network. Switch it there, and the order continues.',
  'wrong account': 'Your wallet uses a different account than this order. Switch back to continue.',
  'insufficient funds': 'Not enough native tokens for the amount and network cost.',
  nonce: 'Your wallet used a nonce that the network does not expect. The transaction may already have been sent.',
  underpriced: 'The fee was too low. Raise it in your wallet and try again.',
  timeout: 'Your wallet or its node took too long to respond. The transaction may have been sent.',
  busy: 'A request is already open in your wallet. Confirm or reject it there, then try again.',
  unreachable: 'The network cannot be reached. Nothing is lost; try again in a moment.',
  expired: 'The transaction has expired. Get a new quote.',
  reverted: 'The transaction would fail on chain, so it was not sent.',
  'not a hash': 'Your wallet did not return a transaction hash. The transaction may have been sent.',
  refused: 'The checks do not allow this.',
  tampered: 'The transaction is not the one that was checked.',
  unknown: 'Your wallet reported an unclear error. The transaction may have been sent.',
}

const solanaWallet: Readonly<Record<SolanaWalletProblem, string>> = {
  declined: 'You declined in your wallet. Nothing was sent.',
  'not connected': 'Your wallet is not connected. Unlock it and connect again.',
  'not ready': 'Your wallet is not ready. Install or open it, then try again.',
  silent: 'Your wallet did not respond. Open it and try again.',
  simulation: 'Your wallet simulated the transaction itself and refused it. Get a new quote, or use another wallet.',
  unexpected: 'Your wallet sent an unexpected response. Nothing was sent by this app.',
}

const solanaNode: Readonly<Record<SolanaNodeProblem, string>> = {
  'none answers': 'No Solana node responds. Try again in a moment.',
  expired: 'The quote expired before it was sent. Nothing left your wallet. Get a new quote.',
  'insufficient funds': 'Not enough in your account for the amount and the fees.',
  busy: 'The Solana node limits our requests. Try again in a moment.',
  behind: 'The Solana nodes do not have the latest blocks yet. Try again in a moment.',
  away: 'The Solana node does not respond. Try again in a moment.',
  refused: 'The network refused the transaction. Nothing left your wallet.',
}

const node: Readonly<Record<NodeProblem, string>> = {
  limited: 'The nodes of this network limit our requests.',
  behind: 'The nodes of this network do not have the latest blocks yet.',
  refused: 'A node of this network refused to answer what this step needs.',
}

const device: Readonly<Record<DeviceProblem, string>> = {
  locked: 'Your hardware wallet is locked. Unlock the device, then try again.',
  'wrong app': 'Another app is open on your hardware wallet. Open the app of this network, then try again.',
  'blind signing':
    'Your hardware wallet cannot show this contract call. Allow blind signing in the settings of its app and compare what the device shows, or use another wallet.',
  away: 'Your hardware wallet is not connected. Plug it in or bring it near, then try again.',
}

const particular: Sentences = {
  'pop-up blocked': () => 'Your browser blocked the wallet window. Allow pop-ups for this page, then try again.',
  'no wallet connected': () => 'No wallet is connected. Connect the one that started this order, and it continues.',
  'wallet locked': () => 'Your wallet is locked. Unlock it, and the order continues.',
  'wallet gone': () => 'This wallet is no longer available. Reload the page and try again.',
  'no account given': () => 'The wallet connected without an account. Unlock it and try again.',
  'no answer': () => 'Your wallet did not answer. The request may still be open there, and be confirmed later.',
  'code expired': () => 'The code was not used in time. Choose the wallet again for a new one.',
  'hardware wallet': ({ problem }) => device[problem],
  'no wallets': ({ kind }) => `There are no wallets for ${kind} networks here yet.`,
  'other account': ({ wanted, current }) =>
    current === undefined
      ? `Your wallet uses a different account than ${wanted}. Switch back to continue.`
      : `Your wallet is on ${current}; this order belongs to ${wanted}. Switch back to it.`,
  'not on chain': ({ chain }) => `Your wallet is not on ${chain}. Switch it, and the order continues.`,
  'left chain': ({ chain }) => `Your wallet switched away from ${chain}. Switch back to continue.`,
  'switch declined': ({ chain }) => `You declined to switch to ${chain}. Nothing was sent.`,
  'switch failed': ({ chain }) => `Your wallet did not switch to ${chain}. Switch it there, and the order continues.`,
  'add chain manually': ({ chain, chainId, currency }) =>
    `This page cannot switch your wallet. Add ${chain} in the wallet yourself (chain ID ${chainId}, currency ${currency}), then select it.`,
  'unknown chain': ({ chainId }) => `Network ${chainId} is not configured here.`,
  'signed something else': ({ difference }) =>
    `Your wallet signed something other than what was checked: ${reasonText(difference)} It was not sent.`,
  'no signature': () => 'Your wallet returned no signature. Nothing was sent.',
  'no atomic batch': () => 'Your wallet cannot send all steps as one transaction. Try again to sign them one by one.',
  'nonce awaited': ({ nonce }) =>
    `An earlier request for this step and another transaction share nonce ${nonce}, and neither is mined. Wait until one is mined, then try again. Retrying now could send this twice.`,
  'batch given up': () => 'Your wallet did not send the transaction. Nothing left your account.',
  node: ({ problem }) => `${node[problem]} Nothing went to your wallet. Try again in a moment.`,
  'would revert': ({ reason }) =>
    reason === ''
      ? 'The transaction would fail on chain, so it did not go to your wallet.'
      : `The transaction would fail on chain: the contract returned ${quotedText(reason)}. It did not go to your wallet.`,
  'Solana wallet': ({ problem }) => solanaWallet[problem],
  'Solana node': ({ problem }) => solanaNode[problem],
  'stored plan changed': () =>
    'The stored order is not the one you reviewed, so it did not go to your wallet. Start again from the form.',
  'quotes too old': () => 'Every new quote expired before it could go to your wallet. Try again in a moment.',
  'price moved': () => 'The price moved: you would receive less than the minimum, so nothing went to your wallet.',
  'step expired': () =>
    'The quote for this step expired, so it did not go to your wallet. Earlier steps stay done. Start again from the form with your remaining tokens.',
  'not written': () => 'This browser could not save the order, so nothing was sent.',
  halted: ({ message }) => haltMessages.english.halted(message),
  'halt unknown': () => haltMessages.english.unknown,
  // The findings themselves have their own catalogue.
  'blocked by checks': () => 'The checks found something wrong.',
  'refused by service': ({ refusal, said }) => refusalText({ code: refusal, said }),
}

/** One sentence for each failure of a wallet, a node, the service or an order. */
export const failureMessages = defineMessages({ byCode, particular })

export type FailureMessages = Localized<{ readonly byCode: typeof byCode; readonly particular: Sentences }>
