import type { PoolRemark } from '../../domain/pools/pool'
import { defineMessages } from '../../ui/messages'
import { hookText } from './hook.messages'

const remarkMessages = defineMessages({ remark: sentenceOf })

/** The contradictions in a record, as sentences. */
export function remarkText(remark: PoolRemark): string {
  return remarkMessages.english.remark(remark)
}

function sentenceOf(remark: PoolRemark): string {
  switch (remark.is) {
    case 'tokens against address order':
      return remark.areTicksInverted
        ? 'The record lists the tokens in reverse order of their addresses, and its ticks follow that order.'
        : 'The record lists the tokens in reverse order of their addresses, but its ticks follow the addresses.'
    case 'tick against sqrt price':
      return `The tick is ${remark.tick}, but the sqrt price is at tick ${remark.tickOfPrice}: the sqrt price is used.`
    case 'price against sqrt price':
      return `\`${remark.member}\`, ${remark.reported}, does not match the sqrt price, which is ${remark.computed}.`
    case 'price against tick':
      return `\`${remark.member}\`, ${remark.reported}, does not match the price at the tick, which is ${remark.computed}.`
    case 'other decimals':
      return `The record gives ${remark.symbol} ${remark.reported} decimals, the chain list ${remark.listed}: the list is used.`
    case 'token not listed':
      return 'A token of this pool is not in the chain list.'
    case 'more than two tokens':
      return `The pool holds ${remark.count} tokens; the first two are shown.`
    case 'hook contract':
      return hookText(remark.address)
    case 'unreadable entries':
      return remark.part === 'positions'
        ? `${remark.count} of its positions could not be read.`
        : `${remark.count} of its ticks could not be read.`
  }
}
