import type { LedgerEffect, Quantity } from '../../../src/guard/ledger/effect'
import type { Sums } from '../../../src/guard/ledger/fold'

/*
 * The sums of one unit, written a second time without anything of `fold`: one table of all holdings, and no lists of debits
 * and credits. Both must agree.
 */

/** The holdings at the end of a unit, by owner and asset: of accounts the least, and of contracts the most. Rights: all that is given. */
export type Ending = Readonly<Record<string, bigint>>

/** `sure` is left if third parties steal what they can, `planned` if they steal nothing, and `most` is the upper end. */
type Cell = { sure: bigint; planned: bigint; most: bigint }

const endless = 2n ** 256n
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const rest = (a: bigint, b: bigint) => (a > b ? a - b : 0n)

export function plainFold(effects: readonly LedgerEffect[], contracts: readonly string[]): Ending {
  const accounts: Record<string, bigint> = {}
  const cells: Record<string, Cell> = {}
  const allowed: Record<string, bigint> = {}
  const owed: Record<string, bigint> = {}
  const cell = (owner: string, asset: string): Cell => {
    const key = `${owner} ${asset}`
    cells[key] ??= { sure: 0n, planned: 0n, most: 0n }
    return cells[key]
  }
  const pay = (owner: string, asset: string, amount: bigint) => {
    accounts[`${owner} ${asset}`] = (accounts[`${owner} ${asset}`] ?? 0n) + amount
  }
  const give = (owner: string, asset: string, amount: bigint, most: bigint) => {
    if (!contracts.includes(owner)) return pay(owner, asset, amount)
    const held = cell(owner, asset)
    held.sure += amount
    held.planned += amount
    held.most += most
  }
  /** The most that was taken. */
  const take = (owner: string, asset: string, quantity: Quantity): bigint => {
    const held = cell(owner, asset)
    const { most } = held
    const left = (amount: bigint) => (quantity === 'all held' ? 0n : rest(amount, quantity))
    Object.assign(held, { sure: left(held.sure), planned: left(held.planned), most: left(held.most) })
    return quantity === 'all held' ? most : quantity
  }
  /** A part of unknown size goes: nothing surely stays, and all of it may. */
  const loosen = (owner: string, asset: string, most: bigint) =>
    Object.assign(cell(owner, asset), { sure: 0n, planned: 0n, most })

  for (const effect of effects)
    switch (effect.does) {
      case 'debit':
        pay(effect.account, effect.asset, -effect.amount)
        if (effect.to !== undefined) {
          const held = cell(effect.to, effect.asset)
          held.sure += effect.amount
          held.planned += effect.amount
          held.most += effect.amount
        }
        break
      case 'credit':
        give(effect.account, effect.asset, effect.least, endless)
        break
      case 'trade': {
        const { by, payer, sells, quantity, coin, isExact, buys, to } = effect
        const all = quantity === 'all held'
        const ownFunds = payer !== undefined && contracts.includes(payer)
        const coins = coin === undefined ? undefined : cell(by, coin)
        const inCoins = coins !== undefined && coins.most > 0n && (all || quantity <= coins.planned)
        const holdsNothing = cell(by, sells).most === 0n && (coins?.most ?? 0n) === 0n
        // A contract that is not followed pays where too little of the native coin is left, which then stays.
        const strangerPays = inCoins && !all && payer === undefined && (coins?.sure ?? 0n) < quantity
        const bonusPays = coins !== undefined && !inCoins && !all && quantity <= coins.most
        const soldBefore = cell(by, sells).most
        const from: string[] = []
        if (inCoins && coin !== undefined) from.push(coin)
        if (all || (ownFunds && !inCoins)) from.push(sells)
        if (!all && !ownFunds && payer !== undefined) {
          // The account pays where the contract has no native coin for it, or may have too little after a theft.
          if (!inCoins || (coins?.sure ?? 0n) < quantity) pay(payer, sells, -quantity)
        }
        for (const asset of from) {
          const { most } = cell(by, asset)
          take(by, asset, quantity)
          if (!isExact || from.length === 2 || strangerPays) loosen(by, asset, most)
        }
        if (bonusPays && coin !== undefined) {
          loosen(by, coin, coins.most)
          if (ownFunds) cell(by, sells).most = soldBefore
        }
        give(to, buys, (all || ownFunds) && holdsNothing ? 0n : effect.least, endless)
        break
      }
      case 'spend': {
        const { by, asset, quantity, bps } = effect
        if (bps === undefined) take(by, asset, quantity)
        else {
          const held = cell(by, asset)
          const kept = (held.sure * rest(10_000n, bps)) / 10_000n
          Object.assign(held, { sure: kept, planned: kept })
        }
        break
      }
      case 'pass': {
        const { by, asset, as, quantity, to, mayBeNothing } = effect
        const sure = quantity === 'all held' ? cell(by, asset).sure : least(cell(by, asset).sure, quantity)
        const most = take(by, asset, quantity)
        if (most > 0n) give(to, as, sure > effect.least ? sure : effect.least, most)
        else if (!mayBeNothing) give(to, as, 0n, most)
        break
      }
      case 'grant': {
        const key = `${effect.owner} lets ${effect.spender} take ${effect.token} by ${effect.through}`
        allowed[key] = (allowed[key] ?? 0n) + effect.amount
        break
      }
      case 'promise': {
        const { by, account, asset, refund } = effect
        for (const [what, amount] of [
          [asset, effect.least],
          [`${refund.asset} back`, refund.least],
        ] as const)
          owed[`${by} owes ${account} ${what}`] = (owed[`${by} owes ${account} ${what}`] ?? 0n) + amount
        break
      }
      case 'run stranger':
        for (const held of Object.values(cells)) held.sure = 0n
        break
    }
  const held = Object.entries(cells).map(([key, { most }]) => [key, most] as const)
  return withoutZeros([
    ...Object.entries(allowed),
    ...Object.entries(owed),
    ...Object.entries(accounts),
    ...held.filter(([key]) => !(key in accounts)),
  ])
}

/** The same of the sums of the guard. */
export function endingOf({ debits, credits, instead, custody, rights, promises }: Sums): Ending {
  const sums = new Map<string, bigint>()
  const add = (owner: string, asset: string, amount: bigint) =>
    sums.set(`${owner} ${asset}`, (sums.get(`${owner} ${asset}`) ?? 0n) + amount)
  for (const { account, asset, amount } of [...debits, ...instead]) add(account, asset, -amount)
  for (const one of credits) add(one.account, one.asset, one.least)
  for (const { by, asset, amount } of custody) add(by, asset, amount)
  for (const { owner, spender, token, through, amount } of rights)
    add(`${owner} lets ${spender}`, `take ${token} by ${through}`, amount)
  for (const { by, account, asset, least, refund } of promises) {
    add(`${by} owes ${account}`, asset, least)
    add(`${by} owes ${account}`, `${refund.asset} back`, refund.least)
  }
  return withoutZeros([...sums])
}

function withoutZeros(entries: readonly (readonly [string, bigint])[]): Ending {
  return Object.fromEntries(entries.filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)))
}
