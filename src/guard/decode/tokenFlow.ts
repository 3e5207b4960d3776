import { native, sameAddress } from './evm/address'
import type { ContractCall, Effect } from './evm/call'

/** What one decoded transaction may take from the person, and what it pays to whom. */
export type TokenFlow = {
  /** The most that leaves the person's account, by token. Native coins sent along count in full. */
  readonly outflows: readonly Outflow[]
  /** The least that is paid out, and to whom. */
  readonly inflows: readonly Inflow[]
  /** Shares of a token that are paid as fees. */
  readonly fees: readonly FeeShare[]
  /** The most that the contract may keep at the end: anyone can take it from there. */
  readonly stranded: readonly Outflow[]
  /** The most native coins that swaps, wrapping and bridges take of those sent along. */
  readonly coinsUsed: bigint
  /** Wrapped coins that the contract takes from the person where a stranger's code took the coins sent along. */
  readonly instead: readonly Outflow[]
  readonly deadlines: readonly bigint[]
}

export type Outflow = { readonly token: string; readonly amount: bigint }
export type Inflow = {
  readonly token: string
  readonly to: string
  readonly minimum: bigint
  readonly by: ContractCall
}
export type FeeShare = { readonly token: string; readonly bps: bigint; readonly recipient: string }

/** Whether an address is a token or a contract that the deployment names: code of anyone else is a stranger's. */
export type IsNamed = (address: string) => boolean

/**
 * Adds up the effects of a call as the contract would: what it holds for the person is followed until it is paid out.
 */
export function tokenFlowOf(call: ContractCall, wrapped: string | undefined, isNamed: IsNamed): TokenFlow {
  const balances = new HeldBalances(call, wrapped, isNamed)
  balances.apply(call)
  return balances.close()
}

/** The balances that a contract holds for the person during one transaction. */
class HeldBalances {
  readonly #outflows: Outflow[] = []
  readonly #inflows: Inflow[] = []
  readonly #fees: FeeShare[] = []
  readonly #deadlines: bigint[] = []
  readonly #instead: Outflow[] = []
  #coinsUsed = 0n
  /** By token in lower case. */
  readonly #held = new Map<string, Holding>()

  readonly #top: ContractCall
  readonly #wrapped: string | undefined
  readonly #isNamed: IsNamed

  constructor(top: ContractCall, wrapped: string | undefined, isNamed: IsNamed) {
    this.#top = top
    this.#wrapped = wrapped
    this.#isNamed = isNamed
    if (top.value === 0n) return
    this.#outflows.push({ token: native, amount: top.value })
    this.#hold(native, top.value, top.value)
  }

  /** While a stranger's code runs it may call the contract, which has no lock, and take what it holds for the person. */
  apply(call: ContractCall): void {
    const isOpen = this.#runsStranger(call)
    if (isOpen && !this.#isPaidFirst(call)) this.#expose()
    this.#add(call)
    if (isOpen) this.#expose()
  }

  #runsStranger({ to, effect }: ContractCall): boolean {
    if (effect.does === 'batch') return false
    if (effect.does === 'unknown') return true
    if (effect.does === 'swap' && effect.isRouteUnread) return true
    return (!sameAddress(to, this.#top.to) && !this.#isNamed(to)) || !tokensMovedBy(effect).every(this.#isNamed)
  }

  /** Along a path that is sold exactly, the first pool is paid before a token behind the next one moves. */
  #isPaidFirst({ effect }: ContractCall): boolean {
    if (effect.does !== 'swap' || !effect.isExactIn || effect.isRouteUnread) return false
    return [effect.tokenIn, effect.via[0] ?? effect.tokenOut].every(this.#isNamed)
  }

  #expose(): void {
    for (const [token, { most, meant }] of this.#held) this.#held.set(token, { least: 0n, most, meant })
  }

  #add(call: ContractCall): void {
    const { effect } = call
    if ('deadline' in effect && effect.deadline !== undefined) this.#deadlines.push(effect.deadline)
    switch (effect.does) {
      case 'batch':
        for (const inner of effect.calls) this.apply(inner)
        break
      case 'swap':
        this.#trade(call, effect)
        break
      case 'wrap': {
        const held = this.#held.get(native) ?? nothing
        const { least, most } = this.#spend(native, effect.amount)
        this.#coinsUsed += most
        this.#payOut(call, effect.token, effect.recipient, smaller(least, held.least), most)
        break
      }
      case 'unwrap':
        this.#unwrap(call, effect)
        break
      case 'sweep': {
        // Another contract in a batch pays out its own balance, which no one knows, and not this one's.
        if (!sameAddress(call.to, this.#top.to)) break
        const { least, most } = this.#spend(effect.token, 'all held')
        if (most > 0n) this.#payOut(call, effect.token, effect.recipient, larger(least, effect.minimum), most)
        break
      }
      case 'pull':
        this.#outflows.push({ token: effect.token, amount: effect.amount })
        this.#hold(effect.token, effect.amount, effect.amount)
        break
      case 'fee': {
        this.#fees.push({ token: effect.token, bps: effect.bps, recipient: effect.recipient })
        const { least, most } = this.#spend(effect.token, 'all held')
        this.#hold(effect.token, (least * positive(10_000n - effect.bps)) / 10_000n, most)
        break
      }
      case 'bridge':
        // Native coins sent along are the sold amount, or pay for the bridge.
        this.#spend(native, 'all held')
        if (effect.token === native) this.#coinsUsed += effect.amount
        else this.#outflows.push({ token: effect.token, amount: effect.amount })
        if (effect.fee) this.#fees.push({ token: effect.token, ...effect.fee })
        break
      case 'mint':
        this.#outflows.push(
          { token: effect.token0, amount: effect.amount0 },
          { token: effect.token1, amount: effect.amount1 },
        )
        break
    }
  }

  close(): TokenFlow {
    const kept = [...this.#held].filter(([, { most }]) => most > 0n)
    return {
      outflows: this.#outflows,
      inflows: this.#inflows,
      fees: this.#fees,
      stranded: kept.map(([token, { most }]) => ({ token, amount: most })),
      coinsUsed: this.#coinsUsed,
      instead: this.#instead,
      deadlines: this.#deadlines,
    }
  }

  /** What is paid out of what others left in a router promises nothing: anyone may take that first. */
  #trade(call: ContractCall, effect: Extract<Effect, { does: 'swap' }>): void {
    const { payer, amountIn, tokenIn, tokenOut, recipient, minimumReceived } = effect
    const isOwn = (token: string) => (this.#held.get(key(token))?.most ?? 0n) > 0n
    const isOwnCoin = sameAddress(tokenIn, this.#wrapped) && isOwn(native)
    const isPaid = (payer === 'caller' && amountIn !== 'all held') || isOwn(tokenIn) || isOwnCoin
    this.#pay(call, effect)
    this.#payOut(call, tokenOut, recipient, isPaid ? minimumReceived : 0n, unbounded)
  }

  #pay(call: ContractCall, effect: Extract<Effect, { does: 'swap' }>): void {
    const { tokenIn, amountIn, payer, takesNoCoins, isExactIn, stopsEarly } = effect
    const isExact = isExactIn && !stopsEarly
    // Routers pay wrapped coins out of coins where those are enough for all of it, and take the caller's token otherwise.
    const coins = !takesNoCoins && sameAddress(tokenIn, this.#wrapped) ? this.#held.get(native) : undefined
    if (coins && (amountIn === 'all held' || amountIn <= coins.meant)) {
      if (amountIn !== 'all held' && coins.least < amountIn && payer === 'caller')
        this.#instead.push({ token: tokenIn, amount: amountIn })
      this.#use(native, amountIn, isExact)
    } else if (payer === 'router' || amountIn === 'all held') this.#use(tokenIn, amountIn, isExact)
    // A swap called through another contract is paid by that contract.
    else if (sameAddress(call.caller, this.#top.caller)) this.#outflows.push({ token: tokenIn, amount: amountIn })
  }

  /** The wrapped coin's contract unwraps its caller's balance; a router its own. */
  #unwrap(call: ContractCall, { token, amount, minimum, recipient }: Extract<Effect, { does: 'unwrap' }>): void {
    if (sameAddress(call.to, token) && amount !== 'all held') {
      this.#outflows.push({ token, amount })
      this.#payOut(call, native, recipient, minimum, minimum)
      return
    }
    if (!sameAddress(call.to, this.#top.to)) return
    const { least, most } = this.#spend(token, 'all held')
    this.#payOut(call, native, recipient, most > 0n ? larger(least, minimum) : 0n, most)
  }

  /** An exact-output swap, or one with a price limit, may use less than its maximum: all of it may be left over. */
  #use(token: string, amount: bigint | 'all held', isExact: boolean): void {
    const before = this.#held.get(key(token))
    const { most } = this.#spend(token, amount)
    if (token === native) this.#coinsUsed += most
    if (!isExact && before) this.#held.set(key(token), { least: 0n, most: before.most, meant: 0n })
  }

  #payOut(by: ContractCall, token: string, to: string, least: bigint, most: bigint): void {
    if (sameAddress(to, this.#top.to)) this.#hold(token, least, most)
    else this.#inflows.push({ token, to, minimum: least, by })
  }

  #hold(token: string, least: bigint, most: bigint): void {
    const before = this.#held.get(key(token)) ?? nothing
    this.#held.set(key(token), {
      least: before.least + least,
      most: before.most + most,
      meant: before.meant + least,
    })
  }

  #spend(token: string, amount: bigint | 'all held'): Holding {
    const before = this.#held.get(key(token)) ?? nothing
    const spent = amount === 'all held' ? before : { least: amount, most: amount, meant: amount }
    const rest = {
      least: positive(before.least - spent.least),
      most: positive(before.most - spent.most),
      meant: positive(before.meant - spent.meant),
    }
    if (rest.most > 0n) this.#held.set(key(token), rest)
    else this.#held.delete(key(token))
    return spent
  }
}

type Holding = {
  readonly least: bigint
  readonly most: bigint
  /** The least if no stranger's code had run in between. */
  readonly meant: bigint
}

/** The tokens whose code runs when a call is carried out. */
function tokensMovedBy(effect: Effect): readonly string[] {
  switch (effect.does) {
    case 'swap':
      return [effect.tokenIn, ...effect.via, effect.tokenOut]
    case 'mint':
      return [effect.token0, effect.token1]
    case 'bridge':
      return [effect.token, ...(effect.onTheWay ? [effect.onTheWay.token] : [])]
    case 'approve':
    case 'wrap':
    case 'unwrap':
    case 'sweep':
    case 'pull':
    case 'fee':
      return [effect.token]
    default:
      return []
  }
}

const nothing: Holding = { least: 0n, most: 0n, meant: 0n }
const unbounded = 2n ** 256n

function key(token: string): string {
  return token.toLowerCase()
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n
}
