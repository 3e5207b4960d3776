import type { DeviationReason } from '../../../protocol/deviation'

type Reasons = {
  readonly [Is in DeviationReason['is']]: (facts: Extract<DeviationReason, { readonly is: Is }>) => string
}

const reasons: Reasons = {
  missing: () => 'is missing',
  'wrong type': ({ expected }) => `should be ${types[expected]}`,
  'read as': ({ type }) => `read as ${types[type]}`,
  'unreadable entry': ({ entry }) => `an unreadable ${entry} is ignored`,
  'not a plain number': () => 'should be a whole number in plain digits',
  'no list of pools': () => 'has no list of pools',
  'pool not an object': () => 'a pool that is not an object is ignored',
  'pool too large': ({ members }) => `a pool with ${members} fields is ignored`,
  'other content type': () => 'JSON under another content type',
  'chain number not positive': () => 'a chain without a positive number is ignored',
  'chain listed twice': () => 'a chain listed twice counts once',
  'chains of one number': ({ names }) => `different chains with one number are ignored: ${names.join(', ')}`,
  'chains of one id': ({ names }) => `different chains with one ID are ignored: ${names.join(', ')}`,
  'chain kind unknown': ({ takenAs }) => `unknown chain type, read as ${takenAs}`,
  'chain without tokens': () => 'a chain without tokens',
  'chain known by another name': ({ name }) => `is known here as ${name}`,
  'nested chain differs': ({ chain }) => `differs from ${chain}, the chain that lists the token`,
  'token of another chain': () => 'a token of another chain is ignored',
  'token listed twice': () => 'a second entry for the same token is ignored',
  'token id not unique': () => 'an ID used by several tokens: all of them are ignored',
  'impossible decimals': () => 'impossible decimals: the token is ignored',
  'address of another kind': ({ kind }) => `not an address on a ${kind} chain: the token is ignored`,
  'impossible price': () => 'an impossible price is ignored',
}

/** How an answer differed from the specification, in words: behind the place where it did. */
export function deviationText(reason: DeviationReason): string {
  // Each text gets the facts of its own reason. The type of the table ensures that; a union cannot.
  return reasons[reason.is](reason as never)
}

const types = {
  object: 'an object',
  list: 'a list',
  'whole number': 'a whole number',
  number: 'a number',
  text: 'text',
  'true or false': 'true or false',
} as const
