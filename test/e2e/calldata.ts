import { decodeFunctionData, encodeFunctionData, type Hex, isHex } from 'viem'
import { abi } from '../guard/fixtures'
import type { Answer, Transaction } from './tamperingProxy'

/* Honest transactions of the exchange, with one member changed. */

/** The terms of a swap of the exchange, for any function that it calls. */
type SwapTerms = {
  readonly path: Hex
  readonly recipient: Hex
  readonly deadline: bigint
  readonly amountIn: bigint
  readonly amountOutMinimum: bigint
}

/** The swap transaction: the last one of an answer. */
export function swapIn({ transactions }: Answer): Transaction {
  const swap = transactions.at(-1)
  if (!swap) throw new Error('There is no swap in the answer.')
  return swap
}

export function approvalIn({ transactions }: Answer): Transaction {
  const [approval] = transactions
  if (!approval || transactions.length < 2) throw new Error('There is no approval in the answer.')
  return approval
}

/** The same answer with other transactions, numbered in order. */
export function listed(answer: Answer, ...transactions: readonly Transaction[]): Answer {
  return { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

/** The answer with another transaction between the approval and the swap. */
export function inserted(answer: Answer, more: Transaction): Answer {
  return listed(answer, ...answer.transactions.slice(0, -1), { ...swapIn(answer), ...more }, swapIn(answer))
}

/** The answer with another swap transaction. */
export function withSwap(answer: Answer, more: Transaction): Answer {
  return listed(answer, ...answer.transactions.slice(0, -1), { ...swapIn(answer), ...more })
}

/** The answer with changed swap terms. */
export function onTerms(answer: Answer, change: (terms: SwapTerms) => Partial<SwapTerms>): Answer {
  return withSwap(answer, { data: changeTerms(dataOf(swapIn(answer)), change) })
}

export function termsOf(answer: Answer): SwapTerms {
  let found: SwapTerms | undefined
  changeTerms(dataOf(swapIn(answer)), (terms) => {
    found = terms
    return {}
  })
  if (!found) throw new Error('The exchange swaps in another way than these tests know.')
  return found
}

export function dataOf({ data }: Transaction): Hex {
  if (isHex(data)) return data
  throw new Error(`${String(data)} is not calldata.`)
}

export function targetOf({ to }: Transaction): Hex {
  if (isHex(to)) return to
  throw new Error(`${String(to)} is no target.`)
}

function changeTerms(data: Hex, change: (terms: SwapTerms) => Partial<SwapTerms>): Hex {
  const call = decodeFunctionData({ abi, data })
  if (call.functionName === 'exactInput') {
    const [terms] = call.args
    return encodeFunctionData({ abi, functionName: 'exactInput', args: [{ ...terms, ...change(terms) }] })
  }
  if (call.functionName !== 'multicall') return data
  const inner = call.args[0].map((each) => changeTerms(each, change))
  return encodeFunctionData({ abi, functionName: 'multicall', args: [inner] })
}
