import { getAddress, isAddress } from 'viem'
import type { LedgerEffect, Quantity } from '../../ledger/effect'
import { native, sameAddress } from './address'
import type { ContractCall, Effect } from './call'

/** Whether an address is a token or a contract that the deployment names: code of anyone else is a third party's. */
export type IsNamed = (address: string) => boolean

/** The effects of a decoded call in the order in which they happen, with checksummed addresses. */
export function effectsOf(call: ContractCall, wrapped: string | undefined, isNamed: IsNamed): readonly LedgerEffect[] {
  const scene: Scene = { top: call, wrapped, isNamed }
  const sent: readonly LedgerEffect[] =
    call.value === 0n
      ? []
      : [{ does: 'debit', account: accountId(call.caller), asset: native, amount: call.value, to: accountId(call.to) }]
  return [...sent, ...effectsIn(call, scene)]
}

type Scene = { readonly top: ContractCall; readonly wrapped: string | undefined; readonly isNamed: IsNamed }

function effectsIn(call: ContractCall, scene: Scene): readonly LedgerEffect[] {
  const { effect } = call
  if (effect.does === 'batch') return effect.calls.flatMap((inner) => effectsIn(inner, scene))
  const own = effectsOfOne(call, scene)
  if (!runsStranger(call, scene)) return own
  // Code of a third party may call the contract, which has no lock, and take its custody.
  return [...(isPaidFirst(call, scene) ? [] : [stranger]), ...own, stranger]
}

const stranger: LedgerEffect = { does: 'run stranger' }

function runsStranger({ to, effect }: ContractCall, { top, isNamed }: Scene): boolean {
  if (effect.does === 'unknown') return true
  if (effect.does === 'swap' && effect.isRouteUnread) return true
  // A payment in native coins runs the code of its recipient.
  if (effect.does === 'fee' && (effect.isInCoins || effect.token === native) && !isNamed(effect.recipient)) return true
  return (!sameAddress(to, top.to) && !isNamed(to)) || !tokensMovedBy(effect).every(isNamed)
}

/** Along a path that is sold exactly, the first pool is paid before a token behind the next one moves. */
function isPaidFirst({ effect }: ContractCall, { isNamed }: Scene): boolean {
  if (effect.does !== 'swap' || !effect.isExactIn || effect.isRouteUnread) return false
  return [effect.tokenIn, effect.via[0] ?? effect.tokenOut].every(isNamed)
}

function effectsOfOne(call: ContractCall, { top, wrapped }: Scene): readonly LedgerEffect[] {
  const { effect } = call
  // Custody is followed at the contract that is called: others in a batch trade for it.
  const [by, caller] = [accountId(top.to), accountId(top.caller)]
  const isOther = !sameAddress(call.to, top.to)
  const debit = (token: string, amount: bigint) =>
    ({ does: 'debit', account: caller, asset: accountId(token), amount }) satisfies LedgerEffect
  const pass = (token: string, as: string, quantity: Quantity, least: bigint, recipient: string) =>
    ({
      ...{ does: 'pass', by, asset: accountId(token), as: accountId(as), quantity, least, to: accountId(recipient) },
    }) satisfies LedgerEffect
  switch (effect.does) {
    case 'swap':
      return [swapOf(call, effect, { by, caller, wrapped })]
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
      // Native coins sent along are the sold amount, or pay for the bridge.
      const message: LedgerEffect = { does: 'spend', by, asset: native, quantity: 'all held' }
      const paid: readonly LedgerEffect[] =
        effect.token === native
          ? [{ ...message, quantity: effect.amount, isUsed: true }, message]
          : [message, debit(effect.token, effect.amount)]
      return [...paid, promiseOf(call, effect)]
    }
    case 'approve': {
      const { through, amount, until } = effect
      const right = {
        token: accountId(effect.token),
        owner: accountId(effect.owner),
        spender: accountId(effect.spender),
      }
      return [{ does: 'grant', ...right, ...(through && { through }), amount, until }]
    }
    case 'mint':
      return [debit(effect.token0, effect.amount0), debit(effect.token1, effect.amount1)]
    default:
      return []
  }
}

type Parties = { readonly by: string; readonly caller: string; readonly wrapped: string | undefined }

function swapOf(
  call: ContractCall,
  effect: Extract<Effect, { does: 'swap' }>,
  { by, caller, wrapped }: Parties,
): LedgerEffect {
  // A swap called through another contract is paid by that contract.
  const payer = effect.payer === 'router' ? by : sameAddress(call.caller, caller) ? caller : undefined
  // Routers pay a wrapped amount with the native coin where that covers all of it, and take the caller's token otherwise.
  const paysInCoins = !effect.takesNoCoins && sameAddress(effect.tokenIn, wrapped)
  return {
    ...{ does: 'trade', by, sells: accountId(effect.tokenIn), quantity: effect.amountIn },
    ...(payer !== undefined && { payer }),
    ...(paysInCoins && { coin: native }),
    isExact: effect.isExactIn && !effect.stopsEarly,
    ...{ buys: accountId(effect.tokenOut), least: effect.minimumReceived, to: accountId(effect.recipient) },
  }
}

function promiseOf({ to }: ContractCall, effect: Extract<Effect, { does: 'bridge' }>): LedgerEffect {
  const { token, amount, tokenOut, minimumReceived: least, recipient, onTheWay } = effect
  const kept = onTheWay ? { ...onTheWay, isBought: true as const } : { token, minimum: amount }
  const { token: asset, minimum, ...how } = kept
  return {
    ...{ does: 'promise', by: accountId(to), account: accountId(recipient), asset: accountId(tokenOut), least },
    refund: { asset: accountId(asset), least: minimum, ...how },
  }
}

/** The tokens whose code runs when a call is carried out. */
function tokensMovedBy(effect: Effect): readonly string[] {
  switch (effect.does) {
    case 'swap':
      return [effect.tokenIn, ...effect.via, effect.tokenOut]
    case 'mint':
      return [effect.token0, effect.token1]
    case 'bridge':
      return [effect.token, effect.onTheWay?.token ?? effect.token]
    default:
      return 'token' in effect ? [effect.token] : []
  }
}

/** One spelling for each address. */
export function accountId(address: string): string {
  return isAddress(address, { strict: false }) ? getAddress(address) : address
}
