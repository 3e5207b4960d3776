import { getAddress, isAddress } from 'viem'
import type { LedgerEffect, Quantity } from '../../ledger/effect'
import { native, sameAddress } from './address'
import { type ContractCall, type Effect, everyCall } from './call'

/** Whether an address is a token or a contract that the deployment names: code of anyone else is a third party's. */
export type IsNamed = (address: string) => boolean

/** The effects of a decoded call in the order in which they happen, with checksummed addresses. */
export function effectsOf(top: ContractCall, wrapped: string | undefined, isNamed: IsNamed): readonly LedgerEffect[] {
  const { to, caller, value } = top
  const sent: LedgerEffect = {
    does: 'debit',
    account: accountId(caller),
    asset: native,
    amount: value,
    to: accountId(to),
  }
  const calls = everyCall(top).filter(({ effect }) => effect.does !== 'batch')
  const effects = calls.flatMap((call) => {
    const own = effectsOfOne(call, top, wrapped)
    if (!runsStranger(call, top, isNamed)) return own
    // Code of a third party may call the contract, which has no lock, and take its custody.
    return [...(isPaidFirst(call, isNamed) ? [] : [stranger]), ...own, stranger]
  })
  return value === 0n ? effects : [sent, ...effects]
}

const stranger: LedgerEffect = { does: 'run stranger' }

function runsStranger({ to, effect }: ContractCall, top: ContractCall, isNamed: IsNamed): boolean {
  if (effect.does === 'unknown' || (effect.does === 'swap' && effect.isRouteUnread)) return true
  // A payment in native coins, or in a token with hooks (ERC-777), runs the code of its recipient.
  if (effect.does === 'fee' && !isNamed(effect.recipient)) return true
  return (!sameAddress(to, top.to) && !isNamed(to)) || !tokensMovedBy(effect).every(isNamed)
}

/** Along a path that is sold exactly, the first pool is paid before a token behind the next one moves. */
function isPaidFirst({ effect }: ContractCall, isNamed: IsNamed): boolean {
  if (effect.does !== 'swap' || !effect.isExactIn || effect.isRouteUnread) return false
  return [effect.tokenIn, effect.via[0] ?? effect.tokenOut].every(isNamed)
}

function effectsOfOne(call: ContractCall, top: ContractCall, wrapped: string | undefined): readonly LedgerEffect[] {
  const { effect } = call
  // Custody is followed at the contract that is called: others in a batch trade for it.
  const [by, caller] = [accountId(top.to), accountId(top.caller)]
  const isOther = !sameAddress(call.to, top.to)
  const debit = (token: string, amount: bigint) =>
    ({ does: 'debit', account: caller, asset: accountId(token), amount }) satisfies LedgerEffect
  const pass = (token: string, as: string, quantity: Quantity, least: bigint, to: string) => {
    const assets = { asset: accountId(token), as: accountId(as) }
    return { does: 'pass', by, ...assets, quantity, least, to: accountId(to) } satisfies LedgerEffect
  }
  switch (effect.does) {
    case 'swap': {
      // A swap called through another contract is paid by that contract.
      const payer = effect.payer === 'router' ? by : sameAddress(call.caller, caller) ? caller : undefined
      // Routers pay a wrapped amount with the native coin where that covers all of it, and take the caller's token otherwise.
      const paysInCoins = !effect.takesNoCoins && sameAddress(effect.tokenIn, wrapped)
      const swap: LedgerEffect = {
        ...{ does: 'trade', by, sells: accountId(effect.tokenIn), quantity: effect.amountIn },
        ...(payer !== undefined && { payer }),
        ...(paysInCoins && { coin: native }),
        isExact: effect.isExactIn && !effect.stopsEarly,
        ...{ buys: accountId(effect.tokenOut), least: effect.minimumReceived, to: accountId(effect.recipient) },
      }
      return [swap]
    }
    case 'wrap':
      return [{ ...pass(native, effect.token, effect.amount, 0n, effect.recipient), isUsed: true }]
    case 'unwrap': {
      const { token, amount, minimum, recipient } = effect
      // The wrapped coin's contract unwraps its caller's balance; a router its own.
      if (sameAddress(call.to, token) && amount !== 'all held')
        return [debit(token, amount), { does: 'credit', account: accountId(recipient), asset: native, least: minimum }]
      return isOther ? [] : [pass(token, native, 'all held', minimum, recipient)]
    }
    case 'sweep': {
      const { token, minimum, recipient } = effect
      // Another contract in a batch pays out its own balance, which is unknown, and not this one's.
      return isOther ? [] : [{ ...pass(token, token, 'all held', minimum, recipient), mayBeNothing: true }]
    }
    case 'pull':
      return [{ ...debit(effect.token, effect.amount), to: by }]
    case 'fee':
      return [{ does: 'spend', by, asset: accountId(effect.token), quantity: 'all held', bps: effect.bps }]
    case 'bridge': {
      const { token, amount, onTheWay } = effect
      // Native coins sent along are the sold amount, or pay for the bridge.
      const message: LedgerEffect = { does: 'spend', by, asset: native, quantity: 'all held' }
      const paid: readonly LedgerEffect[] =
        token === native ? [{ ...message, quantity: amount, isUsed: true }, message] : [message, debit(token, amount)]
      const refund = onTheWay
        ? { asset: accountId(onTheWay.token), least: onTheWay.minimum, isBought: true as const }
        : { asset: accountId(token), least: amount }
      const owed = { account: accountId(effect.recipient), asset: accountId(effect.tokenOut) }
      return [...paid, { does: 'promise', by: accountId(call.to), ...owed, least: effect.minimumReceived, refund }]
    }
    case 'approve': {
      const { through, amount, until } = effect
      const [token, owner, spender] = [accountId(effect.token), accountId(effect.owner), accountId(effect.spender)]
      return [{ does: 'grant', token, owner, spender, ...(through && { through }), amount, until }]
    }
    case 'mint':
      return [debit(effect.token0, effect.amount0), debit(effect.token1, effect.amount1)]
    default:
      return []
  }
}

/** The tokens whose code runs when a call is carried out. */
function tokensMovedBy(effect: Effect): readonly string[] {
  if (effect.does === 'swap') return [effect.tokenIn, ...effect.via, effect.tokenOut]
  if (effect.does === 'mint') return [effect.token0, effect.token1]
  if (effect.does === 'bridge') return [effect.token, effect.onTheWay?.token ?? effect.token]
  return 'token' in effect ? [effect.token] : []
}

/** One spelling for each address. */
export function accountId(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address
}
