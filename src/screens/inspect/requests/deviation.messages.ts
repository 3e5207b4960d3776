import type { DeviationReason } from '../../../protocol/deviation'
import { defineMessages } from '../../../ui/messages'

/** How an answer differed from the specification, in words: behind the place where it did. */
export const deviationMessages = defineMessages({ reason })

function reason(reason: DeviationReason): string {
  switch (reason.is) {
    case 'missing':
      return 'is missing'
    case 'wrong type':
      return `should be ${types[reason.expected]}`
    case 'read as':
      return `read as ${types[reason.type]}`
    case 'unreadable entry':
      return `an unreadable ${reason.entry} is ignored`
    case 'not a plain number':
      return 'should be a whole number in plain digits'
    case 'no list of pools':
      return 'has no list of pools'
    case 'pool not an object':
      return 'a pool that is not an object is ignored'
    case 'pool too large':
      return `a pool with ${reason.members} fields is ignored`
    case 'other content type':
      return 'JSON under another content type'
    case 'chain number not positive':
      return 'a chain without a positive number is ignored'
    case 'chain listed twice':
      return 'a chain listed twice counts once'
    case 'chains of one number':
      return `different chains with one number are ignored: ${reason.names.join(', ')}`
    case 'chains of one id':
      return `different chains with one ID are ignored: ${reason.names.join(', ')}`
    case 'chain kind unknown':
      return `unknown chain type, read as ${reason.takenAs}`
    case 'chain without tokens':
      return 'a chain without tokens'
    case 'chain known by another name':
      return `is known here as ${reason.name}`
    case 'nested chain differs':
      return `differs from ${reason.chain}, the chain that lists the token`
    case 'token of another chain':
      return 'a token of another chain is ignored'
    case 'token listed twice':
      return 'a second entry for the same token is ignored'
    case 'token id not unique':
      return 'an ID used by several tokens: all of them are ignored'
    case 'impossible decimals':
      return 'impossible decimals: the token is ignored'
    case 'address of another kind':
      return `not an address on a ${reason.kind} chain: the token is ignored`
    case 'impossible price':
      return 'an impossible price is ignored'
  }
}

const types = {
  object: 'an object',
  list: 'a list',
  'whole number': 'a whole number',
  number: 'a number',
  text: 'text',
  'true or false': 'true or false',
} as const
