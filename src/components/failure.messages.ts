import type {
  DeviceProblem,
  Failure,
  FailureCode,
  FailureFacts,
  SolanaNodeProblem,
  SolanaWalletProblem,
} from '../orders/failure'
import { defineMessages, type Localized } from '../ui/messages'
import { haltMessages } from './halt.messages'
import { reasonText } from './reasons/reasonText'
import { refusalText } from './refusal.messages'

type Particular = Exclude<FailureFacts, { is: 'code alone' }>
type FactsBy = { readonly [Facts in Particular as Facts['is']]: Facts }
/** A failure without a sentence does not compile. */
type Sentences = { readonly [Is in keyof FactsBy]: (facts: FactsBy[Is]) => string }

/** What happened, and what to do next. */
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
  'wrong chain': 'Your wallet is on another network. Switch it in the wallet, and the order goes on.',
  'wrong account':
    'Your wallet is on another account than the order. Switch back in the wallet, and the order goes on.',
  'insufficient funds': 'There is not enough of the native coin to pay for the transaction and its fee.',
  nonce: 'The wallet’s transaction count does not fit the chain’s. The transaction may have been sent already.',
  underpriced: 'The fee was too low to be accepted. Raise it in the wallet and try again.',
  timeout: 'The wallet or its node took too long to answer. It may have sent the transaction all the same.',
  busy: 'A request is already waiting in your wallet. Open the wallet, answer it there, then try again.',
  unreachable: 'The network’s node could not be reached. Nothing is lost; try again in a moment.',
  expired: 'The transaction is too old to be accepted. Ask for a fresh one.',
  reverted: 'The transaction would fail on chain, so it should not be sent.',
  'not a hash': 'The wallet answered with something that is no transaction hash. It may have sent the transaction.',
  refused: 'The checks do not allow this.',
  tampered: 'The transaction is not the one that was checked.',
  unknown: 'The wallet reported an error that is not clear. It may have sent the transaction all the same.',
}

const solanaWallet: Readonly<Record<SolanaWalletProblem, string>> = {
  declined: 'You declined in the wallet. Nothing was sent; everything is kept.',
  'not connected': 'The wallet is not connected. Unlock it and connect again.',
  'not ready': 'The wallet is not ready. Install or open it, then try again.',
  silent: 'The wallet did not answer. Open it and try again.',
  unexpected: 'The wallet answered with something unexpected. Nothing was sent by this app.',
}

const solanaNode: Readonly<Record<SolanaNodeProblem, string>> = {
  'none answers': 'No Solana node answers. Try again in a moment.',
  expired: 'The offer expired before it was sent. Nothing left your wallet. Get a new quote.',
  'insufficient funds': 'There is not enough in the account for this and its fees.',
  busy: 'The Solana node is busy. Try again in a moment.',
  away: 'The Solana node does not answer. Try again in a moment.',
  refused: 'The network refused the transaction. Nothing left your wallet.',
}

const device: Readonly<Record<DeviceProblem, string>> = {
  locked: 'Your hardware wallet is locked. Nothing was signed. Unlock the device, then try again.',
  'wrong app':
    'Another app is open on your hardware wallet. Nothing was signed. Open the app of this network, then try again.',
  'blind signing':
    'Your hardware wallet does not show contract calls yet. Nothing was signed. Allow blind signing in the settings of its app and compare what the device shows, or use another wallet.',
  away: 'Your hardware wallet is not connected. Nothing was signed. Plug it in or bring it near, then try again.',
}

const particular: Sentences = {
  'stored sentence': ({ sentence }) => sentence,
  'pop-up blocked': () =>
    'Your browser kept the wallet’s window from opening. Allow pop-ups for this page, then try again.',
  'no wallet connected': () => 'No wallet is connected. Connect the one you began with, and the order goes on.',
  'wallet locked': () => 'Your wallet is locked. Unlock it, and the order goes on.',
  'wallet gone': () => 'This wallet is no longer there. Reload the page and try again.',
  'no account given': () => 'The wallet connected without an account. Unlock it and try again.',
  'code expired': () => 'The code was not used in time. Choose the wallet again for a new one.',
  'hardware wallet': ({ problem }) => device[problem],
  'no wallets': ({ kind }) => `There are no wallets for ${kind} chains here yet.`,
  'other account': ({ wanted, current }) =>
    current === undefined
      ? `Your wallet is on another account than ${wanted}. Switch back, and the order goes on.`
      : `The wallet is on ${current}; this order belongs to ${wanted}. Switch back to it.`,
  'not on chain': ({ chain }) => `Your wallet is not on ${chain}. Switch it, and the order goes on.`,
  'left chain': ({ chain }) => `Your wallet left ${chain}. Switch it back, and the order goes on.`,
  'switch declined': ({ chain }) => `You declined to switch to ${chain}. Nothing was sent.`,
  'switch failed': ({ chain }) =>
    `Your wallet did not switch to ${chain}. Switch it in the wallet, and the order goes on.`,
  'add chain manually': ({ chain, chainId, currency }) =>
    `Your wallet cannot be switched from here. Add ${chain} in the wallet by hand (chain number ${chainId}, currency ${currency}) and go there.`,
  'unknown chain': ({ chainId }) => `This deployment does not know the chain number ${chainId}.`,
  'other chain kind': () => 'This step is not for an EVM wallet.',
  'signed something else': ({ difference }) =>
    `The wallet signed something else than was checked: ${reasonText(difference)} It was not sent.`,
  'no signature': () => 'The wallet answered without a signature. Nothing was sent.',
  'no atomic batch': () =>
    'Your wallet does not carry all steps out as one transaction, so it was not asked. Try again for a quote without it.',
  'batch given up': () => 'Your wallet did not send the transaction. Nothing left your account.',
  'would revert': ({ reason }) =>
    reason === ''
      ? 'The transaction would fail on chain. The wallet was not asked.'
      : `The transaction would fail on chain: ${reason}. The wallet was not asked.`,
  'Solana wallet': ({ problem }) => solanaWallet[problem],
  'Solana node': ({ problem }) => solanaNode[problem],
  'stored plan changed': () =>
    'The stored plan is not the one that was reviewed, so the wallet was not asked. Start again from the form.',
  'quotes too old': () => 'Every new quote was too old before the wallet could be asked. Try again in a moment.',
  'price moved': () => 'The price has moved: less would arrive now than was promised, so the wallet was not asked.',
  'step expired': () =>
    'The offer for this step has expired, so the wallet was not asked. The steps before it stand. Start again from the form with what is left.',
  'not written': () => 'This browser did not let the order be written down, so the wallet was not asked.',
  halted: ({ message }) => haltMessages.english.halted(message),
  'halt unknown': () => haltMessages.english.unknown,
  // What they found is said by the catalogue of findings.
  'blocked by checks': () => 'The checks found something wrong.',
  'refused by service': ({ refusal, said }) => refusalText({ code: refusal, said }),
}

/** One sentence for each failure of a wallet, a node, the service or an order. */
export const failureMessages = defineMessages({ byCode, particular })

export type FailureMessages = Localized<{ readonly byCode: typeof byCode; readonly particular: Sentences }>
