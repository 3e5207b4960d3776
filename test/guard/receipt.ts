import type { Amount } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import { sameAddress } from '../../src/guard/decode/evm/address'
import type { SwapIntent } from '../../src/guard/intent'
import type { EvmStep } from '../../src/guard/plan'

/** A log of a mined transaction. */
export type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** What one mined step really moved, read from its logs. `undefined`: nothing of that kind. */
export type Moved = { readonly received: Amount | undefined; readonly spent: Amount | undefined }

const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `Deposit(address dst, uint256 wad)` and `Withdrawal(address src, uint256 wad)` of wrapped coins. */
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * Reads what the recipient got and the sender gave. Native coins leave no log of their own: what came out is what
 * the wrapped coin paid to the called contract, which hands all of it on (a router's unwrap), or to the sender; what
 * went in is what that contract wrapped, the rest having been refunded. A contract that does neither is not
 * understood: then what was sent along counts as spent, and nothing is claimed to be received.
 */
export function receiptOf(
  step: EvmStep,
  logs: readonly Log[],
  { sell, buy, sender, recipient }: SwapIntent,
  wrapped: string | undefined,
): Moved {
  const movedCoins = (kind: string, account: string) => wrappedMoves(logs, wrapped, kind, account)
  const handler = sameAddress(step.to, wrapped) ? step.from : step.to
  const received = buy.isNative ? movedCoins(withdrawal, handler) : tokenMoves(logs, buy, recipient)
  const into = movedCoins(deposit, handler)
  const spent = sell.token.isNative
    ? into > 0n && into < step.value
      ? into
      : step.value
    : -tokenMoves(logs, sell.token, sender)
  // An unwrapped token leaves by being burnt, which old wrapped coins log as a withdrawal only.
  const unwrapped = sameAddress(sell.token.address, wrapped) && sameAddress(step.to, wrapped) && spent === 0n
  return {
    received: amount(buy, received),
    spent: amount(sell.token, unwrapped ? movedCoins(withdrawal, step.from) : spent),
  }
}

/** All steps of a plan together. */
export function addUp(moves: readonly Moved[]): Moved {
  return moves.reduce(
    (all, each) => ({ received: plus(all.received, each.received), spent: plus(all.spent, each.spent) }),
    {
      received: undefined,
      spent: undefined,
    },
  )
}

/** What an account gained of a token; negative when it lost some. */
function tokenMoves(logs: readonly Log[], { address, isNative }: Token, account: string): bigint {
  return logs.reduce(
    (sum, { address: emitter, topics, data }) => {
      const [kind, from, to] = topics
      if (isNative || kind !== transfer || topics.length !== 3 || !sameAddress(emitter, address)) return sum
      const units = unitsIn(data)
      return sum + (isIn(to, account) ? units : 0n) - (isIn(from, account) ? units : 0n)
    },
    mintedByWrapping(logs, address, account),
  )
}

/** Wrapping gives wrapped coins without a transfer: the deposit is the only log. */
function mintedByWrapping(logs: readonly Log[], token: string, account: string): bigint {
  const hasTransfers = logs.some(({ address, topics }) => sameAddress(address, token) && topics[0] === transfer)
  return hasTransfers ? 0n : wrappedMoves(logs, token, deposit, account)
}

function wrappedMoves(logs: readonly Log[], wrapped: string | undefined, kind: string, account: string): bigint {
  return logs.reduce(
    (sum, { address, topics, data }) =>
      topics[0] === kind && sameAddress(address, wrapped) && isIn(topics[1], account) ? sum + unitsIn(data) : sum,
    0n,
  )
}

function amount(token: Token, units: bigint): Amount | undefined {
  return units > 0n ? { token, units } : undefined
}

function plus(a: Amount | undefined, b: Amount | undefined): Amount | undefined {
  return a && b ? { ...a, units: a.units + b.units } : (a ?? b)
}

function unitsIn(data: string): bigint {
  return /^0x[0-9a-f]{64}/i.test(data) ? BigInt(data.slice(0, 66)) : 0n
}

function isIn(topic: string | undefined, account: string): boolean {
  return topic !== undefined && sameAddress(`0x${topic.slice(-40)}`, account)
}
