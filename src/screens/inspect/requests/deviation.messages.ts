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
      return `a ${reason.entry} that cannot be read is left out`
    case 'not a plain number':
      return 'should be a whole number in plain digits'
    case 'no list of pools':
      return 'holds no list of pools'
    case 'pool not an object':
      return 'a pool that is no object is left out'
    case 'pool too large':
      return `a pool of ${reason.members} fields is left out`
    case 'other content type':
      return 'JSON under another content type'
    case 'chain number not positive':
      return 'a chain whose number is not positive is left out'
    case 'chain listed twice':
      return 'a chain listed twice, taken as one'
    case 'chains of one number':
      return `different chains of one number are left out: ${reason.names.join(', ')}`
    case 'chains of one id':
      return `different chains of one id are left out: ${reason.names.join(', ')}`
    case 'chain kind unknown':
      return `type names no kind of chain, taken as ${reason.takenAs}`
    case 'chain without tokens':
      return 'a chain without tokens'
    case 'chain known by another name':
      return `is known here as ${reason.name}`
    case 'nested chain differs':
      return `differs from ${reason.chain}, the chain that lists the token`
    case 'token of another chain':
      return 'a token that belongs to another chain is left out'
    case 'token listed twice':
      return 'a second entry for the same token is left out'
    case 'token id not unique':
      return 'an id that stands for several tokens: all of them are left out'
    case 'impossible decimals':
      return 'impossible decimals: the token is left out'
    case 'address of another kind':
      return `no address on a chain of kind ${reason.kind}: the token is left out`
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
