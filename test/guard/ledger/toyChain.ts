import type { LedgerEffect, Promised, Quantity, Right } from '../../../src/guard/ledger/effect'

/*
 * A chain with nothing but balances. It executes effects as contracts do. An adversary decides the rest: prices above the
 * minimum, leftover balances, and thefts by code of third parties.
 */

/** An adversary's choices: a share from 0 to 1, drawn again for each. */
export type Adversary = () => number

/** By account or contract, and asset. */
export type Balances = ReadonlyMap<string, bigint>

export type Outcome = {
  /** Whether the last unit was carried out; otherwise the balances are those before it. */
  readonly isDone: boolean
  /** How the balances of accounts changed since the beginning. */
  readonly changes: Balances
  /** The balances of contracts. */
  readonly held: Balances
  /** The amounts that spenders may still take, by `rightKey`. */
  readonly rights: Balances
  /** The debts of contracts on other chains, by `promiseKey`. */
  readonly owed: Balances
}

type State = Omit<Outcome, 'isDone'>

/** A price that is far above the minimum. */
const mostAbove = 1_000

export const keyOf = (owner: string, asset: string) => `${owner} ${asset}`
export const promiseKey = ({ by, account, asset }: Promised) => `${by} owes ${account} ${asset}`
export const rightKey = ({ owner, spender, token, through = '' }: Right) => `${owner} ${spender} ${token} ${through}`

/** Carries out units one after the other, up to the first that reverts. `leftovers`: balances of contracts that belong to others. */
export function carryOut(
  units: readonly (readonly LedgerEffect[])[],
  contracts: readonly string[],
  adversary: Adversary,
  leftovers: Balances = new Map(),
): readonly Outcome[] {
  const outcomes: Outcome[] = []
  let state: State = { changes: new Map(), held: leftovers, rights: new Map(), owed: new Map() }
  for (const effects of units) {
    const unit = new Unit(state, contracts, adversary)
    try {
      for (const effect of effects) unit.apply(effect)
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      return [...outcomes, { isDone: false, ...state }]
    }
    // Anyone may act between two units.
    unit.takeByRights()
    const { changes, held, rights, owed } = unit
    state = { changes, held, rights, owed }
    outcomes.push({ isDone: true, ...state })
  }
  return outcomes
}

class Reverted extends Error {}

class Unit {
  readonly changes: Map<string, bigint>
  readonly held: Map<string, bigint>
  readonly rights: Map<string, bigint>
  readonly owed: Map<string, bigint>
  readonly #contracts: readonly string[]
  readonly #adversary: Adversary

  constructor(before: State, contracts: readonly string[], adversary: Adversary) {
    this.changes = new Map(before.changes)
    this.held = new Map(before.held)
    this.rights = new Map(before.rights)
    this.owed = new Map(before.owed)
    this.#contracts = contracts
    this.#adversary = adversary
  }

  apply(effect: LedgerEffect): void {
    switch (effect.does) {
      case 'debit':
        this.#change(effect.account, effect.asset, -effect.amount)
        if (effect.to !== undefined) this.#change(effect.to, effect.asset, effect.amount)
        break
      case 'credit':
        this.#change(effect.account, effect.asset, this.#atLeast(effect.least))
        break
      case 'trade': {
        const { by, payer, sells, quantity, coin, isExact, buys, least, to } = effect
        const most = quantity === 'all held' ? this.#of(by, sells) : quantity
        const amount = isExact ? most : this.#upTo(most)
        if (coin !== undefined && this.#of(by, coin) >= amount) this.#take(by, coin, amount)
        else if (quantity === 'all held') this.#take(by, sells, amount)
        else if (payer !== undefined && this.#contracts.includes(payer)) this.#take(payer, sells, amount)
        else if (payer !== undefined) this.#change(payer, sells, -amount)
        this.#change(to, buys, this.#atLeast(least))
        break
      }
      case 'spend': {
        const { by, asset, quantity, bps } = effect
        const all = this.#amount(by, asset, quantity)
        this.#take(by, asset, bps === undefined ? all : (all * (bps > 10_000n ? 10_000n : bps)) / 10_000n)
        break
      }
      case 'pass': {
        const { by, asset, as, quantity, least, to } = effect
        const amount = this.#amount(by, asset, quantity)
        if (amount < least) throw new Reverted()
        this.#take(by, asset, amount)
        this.#change(to, as, amount)
        break
      }
      case 'grant':
        this.rights.set(rightKey(effect), effect.amount)
        break
      case 'promise':
        this.owed.set(promiseKey(effect), (this.owed.get(promiseKey(effect)) ?? 0n) + this.#atLeast(effect.least))
        break
      case 'run stranger':
        this.takeByRights()
        for (const [key, amount] of this.held) this.held.set(key, this.#taken(amount))
        break
    }
  }

  /** Spenders take what they may, or a part of it. */
  takeByRights(): void {
    for (const [key, amount] of this.rights) {
      const [owner = '', , token = ''] = key.split(' ')
      const taken = amount - this.#taken(amount)
      this.#change(owner, token, -taken)
      this.rights.set(key, amount - taken)
    }
  }

  #amount(by: string, asset: string, quantity: Quantity): bigint {
    return quantity === 'all held' ? this.#of(by, asset) : quantity
  }

  #of(by: string, asset: string): bigint {
    return this.held.get(keyOf(by, asset)) ?? 0n
  }

  #take(by: string, asset: string, amount: bigint): void {
    if (this.#of(by, asset) < amount) throw new Reverted()
    this.#change(by, asset, -amount)
  }

  #change(owner: string, asset: string, by: bigint): void {
    const balances = this.#contracts.includes(owner) ? this.held : this.changes
    balances.set(keyOf(owner, asset), (balances.get(keyOf(owner, asset)) ?? 0n) + by)
  }

  /** Mostly the very least: the adversary gives nothing away. */
  #atLeast(least: bigint): bigint {
    return this.#adversary() < 0.7 ? least : least + BigInt(Math.floor(this.#adversary() * mostAbove))
  }

  #upTo(most: bigint): bigint {
    const roll = this.#adversary()
    return roll < 0.3 ? 0n : roll < 0.6 ? most : (most * BigInt(Math.floor(this.#adversary() * 100))) / 100n
  }

  #taken(amount: bigint): bigint {
    const roll = this.#adversary()
    if (roll < 0.4) return 0n
    if (roll < 0.7) return amount
    return roll < 0.85 ? (amount > 0n ? amount - 1n : 0n) : amount / 2n
  }
}
