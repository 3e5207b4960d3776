import { type FactsOf, type FactsSpec, fact, hasFacts, oneOf } from './factTypes'

export type ReasonCode = keyof typeof reasonFacts
export type ReasonFacts = { readonly [Code in ReasonCode]: FactsOf<(typeof reasonFacts)[Code]> }

/** Why something could not be decoded, fetched or simulated: a code and its facts. */
export type Reason<Code extends ReasonCode = ReasonCode> = {
  [One in Code]: { readonly code: One; readonly facts: ReasonFacts[One] }
}[Code]

/** `reason('call.named', { name })` */
export function reason<Code extends ReasonCode>(code: Code, facts: ReasonFacts[Code]): Reason<Code> {
  return { code, facts }
}

/** Whether a value read from storage is a reason that this version knows. */
export function isReason(value: unknown): value is Reason {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('facts' in value)) return false
  const { code, facts } = value
  const specs: Readonly<Record<string, FactsSpec>> = reasonFacts
  const spec = typeof code === 'string' && Object.hasOwn(specs, code) ? specs[code] : undefined
  return spec !== undefined && hasFacts(spec, facts)
}

const { text, number, units, address } = fact

/** Every reason why something could not be decoded, fetched or simulated. Stored: never change the facts of a code. */
const reasonFacts = {
  // The original message of a node or a network.
  'node.said': { text: text },
  'node.none': {},
  'node.not-simulated': {},
  'node.fails-with-stand-in': {},
  'node.gas-unknown': {},
  'node.no-later-block': {},
  'node.too-slow': {},
  'node.no-answer': { text: text },
  'node.other-solana-network': {},
  'node.no-simulation': {},
  'plan.paid-by-hand': { chain: text },
  'plan.nothing-to-simulate': {},
  // Why a call of a contract is not understood.
  'call.unknown-function': { selector: text },
  'call.bad-arguments': { name: text },
  'call.no-wrapped-coin': {},
  'call.named': { name: text },
  // Effects of a call that no plan needs.
  'forbidden.sends-tokens': {},
  'forbidden.refunds-others': {},
  'forbidden.lets-spend': {},
  'forbidden.hands-over-ownership': {},
  'forbidden.acts-for-another': {},
  'forbidden.changes-positions': {},
  // Why a transaction of an answer is not understood.
  'answer.other-chain': { chain: number },
  'answer.other-kind': { said: text, chain: text, kind: text },
  'data.not-hex': {},
  'value.missing': {},
  'value.fits-nothing': { said: text },
  'value.ambiguous': { said: text },
  'memo.psbt': {},
  'memo.not-carried': { memo: text },
  'memo.untypable': {},
  'memo.too-long': { length: number, most: number },
  'psbt.no-value': {},
  'wire.later-version': {},
  'wire.no-transaction': {},
  // The right or asset that an instruction gives away.
  'surrender.calls-program': { program: oneOf('stake', 'vote', 'config', 'loader', 'tables') },
  'surrender.assigns-account': { account: address },
  'surrender.durable-nonce': {},
  'surrender.reserves-space': { account: address },
  'surrender.moves-derived-coins': {},
  'surrender.lets-spend': { delegate: address, account: address },
  'surrender.changes-authority': { account: address },
  'surrender.burns': { account: address },
  // How a transaction changes who controls an account.
  'shift.account-owner': {},
  'shift.token-owner': { account: address, owner: address },
  'shift.delegate': { account: address, delegate: address },
  'shift.closer': { account: address, closer: address },
  'shift.network-account': { account: address },
  // How a wallet changed the Solana transaction it was given.
  'signed.other-payer': {},
  'signed.other-signatures': {},
  'signed.rewritten': {},
  'signed.other-lifetime': {},
  'signed.missing-instruction': {},
  'signed.added-call': { program: address },
  'signed.higher-fees': { lamports: units, cap: units },
  'signed.breaks-signature': {},
} satisfies Readonly<Record<string, FactsSpec>>
