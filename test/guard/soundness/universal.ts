import { type Address, concat, encodeAbiParameters, encodePacked, getAddress, type Hex, isHex, toHex } from 'viem'
import type { SwapIntent } from '../../../src/guard/intent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { statedMinimum } from '../attacks/adversary'
import { approveData } from '../fixtures'
import { type Command, commandInputs, executeData, permit2Approval, slotsOf } from './calldata'
import type { Cast } from './mutations'

/* The local exchange's swaps as calls of the universal router, with allowances behind Permit2. */

/** The router's word for itself as recipient. */
export const itself: Address = toHex(2n, { size: 20 })

/** The same swap through the universal router; nothing where the answer is no swap along a path of one chain. */
export function throughUniversal(
  intent: SwapIntent,
  answer: SwapAnswer,
  { universal, me }: Cast,
  time: bigint,
): SwapAnswer | undefined {
  const { sell, buy } = intent
  const last = answer.transactions.at(-1)
  const path = last && pathIn(last.data)
  if (!path || sell.token.chain.chainId !== buy.chain.chainId) return undefined
  const minimum = statedMinimum(answer, buy)
  const swap = command(0x00, [buy.isNative ? itself : me, sell.units, minimum, path, !sell.token.isNative])
  const commands = [
    ...(sell.token.isNative ? [command(0x0b, [itself, sell.units])] : []),
    swap,
    ...(buy.isNative ? [command(0x0c, [me, minimum])] : []),
  ]
  const data = executeData(commands, time + 600n)
  const value = sell.token.isNative ? `${sell.units}` : '0'
  const called = { ...last, to: universal, data, value }
  if (sell.token.isNative) return ordered(answer, [called])
  const sold = getAddress(sell.token.address)
  const allowed = { ...last, type: 'approve', value: '0', to: sold, data: approveData(getAddress(permit2), sell.units) }
  const behind = { ...allowed, to: permit2, data: permit2Approval(sold, universal, sell.units, Number(time) + 1_500) }
  return ordered(answer, [allowed, behind, called])
}

/** The same crossing at another bridge. */
export function throughBridge(answer: SwapAnswer, from: Address, to: Address): SwapAnswer | undefined {
  const isFrom = (address: unknown) => typeof address === 'string' && address.toLowerCase() === from.toLowerCase()
  if (!answer.transactions.some((each) => isFrom(each.to))) return undefined
  return {
    ...answer,
    transactions: answer.transactions.map((each) => {
      const spender = slotsOf(each.data).find(({ name, value }) => name === 'spender' && isFrom(value))
      return { ...each, to: isFrom(each.to) ? to : each.to, data: spender ? spender.write(to) : each.data }
    }),
  }
}

export function command(code: number, values: readonly unknown[]): Command {
  return { code, input: encodeAbiParameters(commandInputs.get(code) ?? [], values) }
}

/** In their given order. */
export function ordered(answer: SwapAnswer, transactions: readonly TransactionRecord[]): SwapAnswer {
  return { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

/** The way that a swap of the router takes. */
export function pathIn(data: unknown): Hex | undefined {
  const slots = slotsOf(data)
  const valueIn = (name: string) => slots.find((slot) => slot.name === name)?.value
  const path = valueIn('path')
  if (typeof path === 'string' && isHex(path)) return path
  const [tokenIn, tokenOut, fee] = [valueIn('tokenIn'), valueIn('tokenOut'), valueIn('fee')]
  if (typeof tokenIn !== 'string' || typeof tokenOut !== 'string' || typeof fee !== 'number') return undefined
  return concat([getAddress(tokenIn), encodePacked(['uint24'], [fee]), getAddress(tokenOut)])
}
