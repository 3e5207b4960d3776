import { larger, smaller } from '../../domain/bigints'
import type { AccountId, AssetId, LedgerEffect, Promised, Quantity, Right } from './effect'

/** The sums over the effects of one unit, which the chain carries out as a whole or not at all. */
export type Sums = {
  /** The most that accounts pay. */
  readonly debits: readonly Debit[]
  /** The least that is paid out to accounts. */
  readonly credits: readonly Credit[]
  /** The most that contracts still hold for the person at the end: anyone can take it from there. */
  readonly custody: readonly Held[]
  /** Wrapped coins that the payer pays instead where a third party's code took the native coin of the contract. */
  readonly instead: readonly Debit[]
  /** The most of the custody that is traded, wrapped or given to a bridge. */
  readonly used: readonly Held[]
  /** All given rights in order: a spender may use each before a later one replaces it. */
  readonly rights: readonly Right[]
  /** The debts of bridges. */
  readonly promises: readonly Promised[]
}

export type Debit = { readonly account: AccountId; readonly asset: AssetId; readonly amount: bigint }
export type Credit = { readonly account: AccountId; readonly asset: AssetId; readonly least: bigint }
export type Held = { readonly by: AccountId; readonly asset: AssetId; readonly amount: bigint }

/**
 * Adds up the effects of one unit, in the order in which the chain carries them out. Debits count at their most, credits at
 * their least, and what a contract holds is followed until it is paid out. Once a third party's code has run, custody counts
 * as nothing for credits: only the minimum of a later payout counts. `contracts`: those whose custody is followed.
 */
export function fold(effects: readonly LedgerEffect[], contracts: readonly AccountId[]): Sums {
  const debits: Debit[] = []
  const credits: Credit[] = []
  const instead: Debit[] = []
  const used: Held[] = []
  const rights: Right[] = []
  const promises: Promised[] = []
  const custody = new Custody()

  const payOut = (to: AccountId, asset: AssetId, least: bigint, most: bigint) => {
    if (contracts.includes(to)) custody.add(to, asset, { least, most, meant: least })
    else credits.push({ account: to, asset, least })
  }
  for (const effect of effects) {
    switch (effect.does) {
      case 'debit': {
        const { account, asset, amount, to } = effect
        debits.push({ account, asset, amount })
        if (to !== undefined) custody.add(to, asset, exactly(amount))
        break
      }
      case 'credit':
        payOut(effect.account, effect.asset, effect.least, unbounded)
        break
      case 'trade': {
        const { by, payer, sells, quantity, coin, isExact, buys, least, to } = effect
        const coins = coin === undefined ? nothing : custody.of(by, coin)
        const isCustody = payer !== undefined && contracts.includes(payer)
        const isAll = quantity === 'all held'
        const paysInCoins = coin !== undefined && coins.most > 0n && (isAll || quantity <= coins.meant)
        // More than the least may have been paid in: the native coin may be enough after all, and then pays instead.
        const mayPayInCoins = coin !== undefined && !paysInCoins && !isAll && quantity <= coins.most
        const before = custody.of(by, sells)
        const sources = [...(paysInCoins ? [coin] : []), ...(isAll || (isCustody && !paysInCoins) ? [sells] : [])]
        // Leftover balances of others pay for nothing: anyone may take them first.
        const isPaid = (!isCustody && !isAll) || [custody.of(by, sells), coins].some(({ most }) => most > 0n)
        if (sources.length === 0 && !isAll && payer !== undefined)
          debits.push({ account: payer, asset: sells, amount: quantity })
        if (paysInCoins && !isCustody && !isAll && payer !== undefined && coins.least < quantity)
          instead.push({ account: payer, asset: sells, amount: quantity })
        for (const asset of sources) {
          const { most } = custody.of(by, asset)
          const spent = custody.take(by, asset, quantity)
          used.push({ by, asset, amount: spent.most })
          // Of two sources either one pays, and what the other one holds stays.
          const isEither = sources.length > 1 || (paysInCoins && payer === undefined && coins.least < spent.least)
          if (!isExact || isEither) custody.set(by, asset, { least: 0n, most, meant: 0n })
        }
        if (mayPayInCoins) {
          custody.set(by, coin, { least: 0n, most: coins.most, meant: 0n })
          if (isCustody) custody.set(by, sells, { ...custody.of(by, sells), most: before.most })
        }
        payOut(to, buys, isPaid ? least : 0n, unbounded)
        break
      }
      case 'spend': {
        const { by, asset, quantity, bps, isUsed } = effect
        if (bps === undefined) {
          const spent = custody.take(by, asset, quantity)
          if (isUsed) used.push({ by, asset, amount: spent.most })
          break
        }
        const { least, most } = custody.of(by, asset)
        const left = bps < full ? (least * (full - bps)) / full : 0n
        if (most > 0n) custody.set(by, asset, { least: left, most, meant: left })
        break
      }
      case 'pass': {
        const { by, asset, as, quantity, least, to, isUsed, mayBeNothing } = effect
        const before = custody.of(by, asset)
        const { most } = custody.take(by, asset, quantity)
        if (isUsed) used.push({ by, asset, amount: most })
        if (most === 0n && mayBeNothing) break
        const surely = quantity === 'all held' || before.least < quantity ? before.least : quantity
        payOut(to, as, most > 0n ? larger(surely, least) : 0n, most)
        break
      }
      case 'grant':
        rights.push(effect)
        break
      case 'promise':
        promises.push(effect)
        break
      case 'run stranger':
        custody.expose()
        break
    }
  }
  return { debits, credits, custody: custody.all(), instead, used, rights, promises }
}

/** The payments of accounts in one asset, and their additional holdings, where a plan stops after some units. */
export type Change = { readonly asset: AssetId; readonly paid: bigint; readonly received: bigint }

/** The sums of several units for some accounts: a later unit may pay out of what an earlier one brought. */
export function changesOf(units: readonly Sums[], accounts: readonly AccountId[]): readonly Change[] {
  const changes = new Map<AssetId, Change>()
  for (const { debits, credits } of units) {
    for (const { asset, amount } of debits.filter(({ account }) => accounts.includes(account))) {
      const { paid, received } = changes.get(asset) ?? { paid: 0n, received: 0n }
      const reused = smaller(received, amount)
      changes.set(asset, { asset, paid: paid + amount - reused, received: received - reused })
    }
    for (const { asset, least } of credits.filter(({ account }) => accounts.includes(account))) {
      const { paid, received } = changes.get(asset) ?? { paid: 0n, received: 0n }
      changes.set(asset, { asset, paid, received: received + least })
    }
  }
  return [...changes.values()]
}

type Holding = {
  readonly least: bigint
  readonly most: bigint
  /** The least if no third party's code had run in between. */
  readonly meant: bigint
}

/** The assets that contracts hold for the person, by contract and asset. */
class Custody {
  readonly #held = new Map<string, Holding & { readonly by: AccountId; readonly asset: AssetId }>()

  of(by: AccountId, asset: AssetId): Holding {
    return this.#held.get(`${by} ${asset}`) ?? nothing
  }

  set(by: AccountId, asset: AssetId, { least, most, meant }: Holding): void {
    if (most > 0n) this.#held.set(`${by} ${asset}`, { by, asset, least, most, meant })
    else this.#held.delete(`${by} ${asset}`)
  }

  add(by: AccountId, asset: AssetId, { least, most, meant }: Holding): void {
    const before = this.of(by, asset)
    this.set(by, asset, { least: before.least + least, most: before.most + most, meant: before.meant + meant })
  }

  /** Returns the removed amount: the fixed one, or the whole balance. */
  take(by: AccountId, asset: AssetId, quantity: Quantity): Holding {
    const before = this.of(by, asset)
    if (quantity === 'all held') this.set(by, asset, nothing)
    else
      this.set(by, asset, {
        least: larger(before.least - quantity, 0n),
        most: larger(before.most - quantity, 0n),
        meant: larger(before.meant - quantity, 0n),
      })
    return quantity === 'all held' ? before : exactly(quantity)
  }

  expose(): void {
    for (const [key, held] of this.#held) this.#held.set(key, { ...held, least: 0n })
  }

  all(): readonly Held[] {
    return [...this.#held.values()].map(({ by, asset, most }) => ({ by, asset, amount: most }))
  }
}

const exactly = (amount: bigint): Holding => ({ least: amount, most: amount, meant: amount })
const nothing = exactly(0n)
const unbounded = 2n ** 256n
/** Basis points of the whole. */
const full = 10_000n
