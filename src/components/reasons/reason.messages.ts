import { solText } from '../../domain/text/figure'
import type { ReasonCode, ReasonFacts } from '../../guard/findings/reason'
import { defineMessages } from '../../ui/messages'

/** A text for each reason; a missing one is a compile error. */
type ReasonTexts = { readonly [Code in ReasonCode]: (facts: ReasonFacts[Code]) => string }

const reasons: ReasonTexts = {
  'node.said': ({ text }) => text || 'The node gave no reason.',
  'node.none': () => 'no node is configured for it.',
  'node.not-simulated': () => 'no node could simulate it.',
  'node.gas-unknown': () => 'The gas a later transaction needs is known only once the earlier one is sent.',
  'node.no-later-block': () => 'the node can only simulate the latest block',
  'node.fails-with-stand-in': () => 'the simulation with a placeholder account fails. It may still work with yours.',
  'node.too-slow': () => 'The node did not respond in time.',
  'node.no-answer': ({ text }) => `The node did not respond. ${text}`,
  'node.other-solana-network': () => 'The node belongs to another Solana network.',
  'node.no-simulation': () => 'The node did not return a simulation.',
  'plan.paid-by-hand': ({ chain }) => `A payment on ${chain} cannot be simulated: you make it from your own wallet.`,
  'plan.nothing-to-simulate': () => 'There is nothing to simulate.',
  'call.unknown-function': ({ selector }) => `the function ${selector} is unknown`,
  'call.bad-arguments': ({ name }) => `the arguments do not fit ${name}`,
  'call.no-wrapped-coin': () => 'the wrapped token of this network is unknown',
  'call.named': ({ name }) => `“${name}”`,
  'forbidden.sends-tokens': () => 'sends tokens away',
  'forbidden.refunds-others': () => 'lets someone else have the refund, or cancel the order',
  'forbidden.lets-spend': () => 'lets others spend',
  'forbidden.hands-over-ownership': () => 'hands over ownership or voting power',
  'forbidden.acts-for-another': () => 'acts through another account',
  'forbidden.changes-positions': () => 'changes liquidity positions',
  'answer.other-chain': ({ chain }) => `A transaction is for network ${chain}, which has no part in this swap.`,
  'answer.other-kind': ({ said, chain, kind }) => `A transaction is marked as ${said}, but ${chain} is ${kind}.`,
  'data.not-hex': () => 'The data is not hexadecimal.',
  'value.missing': () => 'The amount of native tokens to send is missing.',
  'value.fits-nothing': ({ said }) => `${said} native tokens match neither the amount you pay nor a fee.`,
  'value.ambiguous': ({ said }) => `“${said}” native tokens can be read in two ways.`,
  'memo.psbt': () => 'This transaction needs a wallet to sign it. You cannot pay it by hand.',
  'memo.not-carried': ({ memo }) => `The transaction does not carry the memo “${memo}”.`,
  'memo.untypable': () => 'The memo has characters that cannot be typed.',
  'memo.too-long': ({ length, most }) => `The memo has ${length} characters; at most ${most} can be attached.`,
  'psbt.no-value': () => 'The transaction to sign does not prove how much it spends.',
  'wire.later-version': () => 'The transaction is in a newer format than this app can read.',
  'wire.no-transaction': () => 'This cannot be read as one Solana transaction in base64, base58 or hex.',
  'surrender.calls-program': ({ program }) => `calls ${programs[program]}, which can hand over what you own`,
  'surrender.assigns-account': ({ account }) => `gives the account ${account} to another program`,
  'surrender.durable-nonce': () => 'uses a durable nonce, so that the transaction could be held back and sent later',
  'surrender.reserves-space': ({ account }) => `reserves space in the account ${account}`,
  'surrender.moves-derived-coins': () => 'moves SOL out of a derived account',
  'surrender.lets-spend': ({ delegate, account }) => `lets ${delegate} spend from ${account}`,
  'surrender.changes-authority': ({ account }) => `changes who controls ${account}`,
  'surrender.burns': ({ account }) => `burns tokens of ${account}`,
  'shift.account-owner': () => 'Your account itself would be given to another program.',
  'shift.token-owner': ({ account, owner }) => `Your token account ${account} would be given to ${owner}.`,
  'shift.delegate': ({ account, delegate }) => `${delegate} could spend from your token account ${account}.`,
  'shift.closer': ({ account, closer }) => `${closer} could close your token account ${account}.`,
  'shift.network-account': ({ account }) => `Your stake or other system account ${account} would change.`,
  'signed.other-payer': () => 'Another account would pay the fees.',
  'signed.other-signatures': () => 'The transaction now needs different signatures.',
  'signed.rewritten': () => 'The wallet rewrote a transaction with lookup tables.',
  'signed.other-lifetime': () => 'The wallet changed how long the transaction is valid.',
  'signed.missing-instruction': () => 'An instruction is missing or was changed.',
  'signed.added-call': ({ program }) => `The wallet added a call to ${program}.`,
  'signed.higher-fees': ({ lamports, cap }) =>
    `The fees could now reach ${solText(lamports)}; the limit is ${solText(cap)}.`,
  'signed.breaks-signature': () =>
    'The wallet changed the transaction, so the signature of the exchange is no longer valid.',
}

const programs = {
  stake: 'the stake program',
  vote: 'the vote program',
  config: 'the configuration program',
  loader: 'the program loader',
  tables: 'the lookup table program',
}

/** Why something could not be read, requested or simulated. */
export const reasonMessages = defineMessages({ reasons })

export type ReasonMessages = (typeof reasonMessages)['english']
