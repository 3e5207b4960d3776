import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountId, effectsOf } from '../../../src/guard/decode/decodedPlan'
import { native } from '../../../src/guard/decode/evm/address'
import type { LedgerEffect } from '../../../src/guard/ledger/effect'
import { changesOf, fold, type Sums } from '../../../src/guard/ledger/fold'
import { isNamedBy } from '../../../src/guard/pinnedTokens'
import { draws } from '../../depth'
import { honestCases } from '../corpus/honest'
import { tamperedCases } from '../corpus/tampered'
import { decodedCase } from '../corpus/world'
import { known } from '../fixtures'
import { createRandom } from '../soundness/random'
import { endingOf, plainFold } from './plainFold'
import { type Balances, carryOut, keyOf, promiseKey, rightKey } from './toyChain'

/* The sums of the ledger contain every outcome on a chain whose prices, leftovers and third parties an adversary decides. */

const people = ['sender', 'recipient'] as const
const contracts = ['router', 'vault']
const assets = ['coin', 'wrapped', 'sold', 'bought'] as const

const account = fc.constantFrom(...people)
const contract = fc.constantFrom(...contracts)
const anyone = fc.oneof(account, contract)
const asset = fc.constantFrom(...assets)
const amount = fc.oneof(fc.constantFrom(0n, 1n, 10n, 1_000n), fc.bigInt({ min: 0n, max: 2_000n }))
const quantity = fc.oneof(amount, fc.constant('all held' as const))

const moved = { by: contract, asset, quantity }
const deposit = fc.record({ does: fc.constant('debit' as const), account, asset, amount, to: contract })
const effect: fc.Arbitrary<LedgerEffect> = fc.oneof(
  fc.record({ does: fc.constant('debit' as const), account, asset, amount }),
  deposit,
  fc.record({ does: fc.constant('credit' as const), account: anyone, asset, least: amount }),
  fc
    .record({
      effect: fc.record({
        does: fc.constant('trade' as const),
        ...{ by: contract, sells: asset, quantity, buys: asset, least: amount, to: anyone, isExact: fc.boolean() },
      }),
      usesCoins: fc.boolean(),
      payer: fc.constantFrom(...people, 'itself', 'another contract'),
    })
    .map(({ effect, usesCoins, payer }) => ({
      ...effect,
      ...(usesCoins && effect.sells === 'wrapped' && { coin: 'coin' }),
      ...(payer !== 'another contract' && { payer: payer === 'itself' ? effect.by : payer }),
    })),
  fc.record({ does: fc.constant('spend' as const), ...moved }),
  fc.record({
    does: fc.constant('spend' as const),
    ...{ by: contract, asset, quantity: fc.constant('all held' as const), bps: fc.bigInt({ min: 0n, max: 11_000n }) },
  }),
  fc.record({ does: fc.constant('pass' as const), ...moved, as: asset, least: amount, to: anyone }),
  fc.record({
    does: fc.constant('pass' as const),
    ...{ ...moved, as: asset, least: amount, to: anyone, mayBeNothing: fc.constant(true as const) },
  }),
  fc.record(
    {
      ...{ does: fc.constant('grant' as const), owner: account, spender: contract, token: asset, amount },
      ...{ through: fc.constant('vault'), until: fc.constant(undefined) },
    },
    { requiredKeys: ['does', 'owner', 'spender', 'token', 'amount', 'until'] },
  ),
  fc.record({
    ...{ does: fc.constant('promise' as const), by: contract, account, asset, least: amount },
    refund: fc.record({ asset, least: amount }),
  }),
  fc.constant({ does: 'run stranger' as const }),
)

/** A program: units of effects, and the seed of the adversary. */
const program = fc.record({
  units: fc.array(
    fc.tuple(fc.array(deposit, { maxLength: 3 }), fc.array(effect, { maxLength: 6 })).map((parts) => parts.flat()),
    { minLength: 1, maxLength: 4 },
  ),
  seed: fc.nat(),
  leftovers: fc.array(fc.tuple(contract, asset, amount), { maxLength: 3 }),
})

const shortfalls = (sums: readonly Sums[], changes: Balances): readonly string[] =>
  people.flatMap((owner) =>
    assets.flatMap((what) => {
      const [change] = changesOf(sums, [owner]).filter((one) => one.asset === what)
      const instead = sums
        .flatMap((one) => one.instead)
        .filter((debit) => debit.account === owner && debit.asset === what)
        .reduce((sum, debit) => sum + debit.amount, 0n)
      const allowed = sums
        .flatMap((one) => one.rights)
        .filter((right) => right.owner === owner && right.token === what)
        .reduce((sum, right) => sum + right.amount, 0n)
      const least = (change?.received ?? 0n) - (change?.paid ?? 0n) - instead - allowed
      const real = changes.get(keyOf(owner, what)) ?? 0n
      return real < least ? [`${owner} has ${real} of ${what}, not ${least}`] : []
    }),
  )

/** Custody that the sums do not contain. A native coin that did not pay, because a part of it was stolen, also stays. */
const leftBehind = (sums: Sums, held: Balances): readonly string[] =>
  contracts.flatMap((by) =>
    assets.flatMap((what) => {
      const stated = sums.custody.filter((one) => one.by === by && one.asset === what)
      const instead = what === 'coin' ? sums.instead.reduce((sum, one) => sum + one.amount, 0n) : 0n
      const most = stated.reduce((sum, one) => sum + one.amount, instead)
      const real = held.get(keyOf(by, what)) ?? 0n
      return real > most ? [`${by} holds ${real} of ${what}, not ${most}`] : []
    }),
  )

/** Rights that are larger than the last one given. */
const leftAllowed = (sums: readonly Sums[], rights: Balances): readonly string[] =>
  [...rights].flatMap(([key, left]) => {
    const last = sums.flatMap((one) => one.rights).findLast((right) => rightKey(right) === key)
    return left > (last?.amount ?? 0n) ? [`${key}: ${left}, not ${last?.amount}`] : []
  })

/** Promises that no contract made. */
const promisedTooMuch = (sums: readonly Sums[], owed: Balances): readonly string[] => {
  const promises = sums.flatMap((one) => one.promises)
  return [...new Set(promises.map(promiseKey))].flatMap((key) => {
    const least = promises.reduce((sum, one) => (promiseKey(one) === key ? sum + one.least : sum), 0n)
    const real = owed.get(key) ?? 0n
    return real < least ? [`${key}: ${real}, not ${least}`] : []
  })
}

type Program = typeof program extends fc.Arbitrary<infer Value> ? Value : never

/** Every way in which the outcome on the toy chain, after each unit, is outside of the sums. */
function violations({ units, seed, leftovers }: Program, count = fold): readonly string[] {
  const others = new Map(leftovers.map(([by, what, units]) => [keyOf(by, what), units]))
  const outcomes = carryOut(units, contracts, createRandom(seed).roll, others)
  const sums = units.map((effects) => count(effects, contracts))
  return outcomes.flatMap(({ isDone, changes, held, rights, owed }, index) => {
    const done = sums.slice(0, isDone ? index + 1 : index)
    const isFirst = index === 0 && isDone && others.size === 0
    return [
      ...shortfalls(done, changes),
      ...leftAllowed(done, rights),
      ...promisedTooMuch(done, owed),
      ...(isFirst ? leftBehind(sums[0]!, held) : []),
    ]
  })
}

const numRuns = draws(2_000, 300_000)

/** Many draws take minutes on a machine that does something else as well. */
const longRun = { timeout: 900_000, retry: 0 }

describe('the sums of the ledger', () => {
  test('the sums contain the balances of accounts and contracts after each unit, for every adversary', longRun, () => {
    fc.assert(
      fc.property(program, (one) => {
        expect(violations(one)).toEqual([])
      }),
      { numRuns },
    )
  })

  test('the same programs refute sums that ignore code of third parties', () => {
    const trusting: typeof fold = (effects, followed) =>
      fold(
        effects.filter(({ does }) => does !== 'run stranger'),
        followed,
      )
    expect(isRefuted(trusting)).toBe(true)
  })

  test('the same programs refute sums that ignore price limits', () => {
    const exact: typeof fold = (effects, followed) =>
      fold(
        effects.map((one) => (one.does === 'trade' ? { ...one, isExact: true } : one)),
        followed,
      )
    expect(isRefuted(exact)).toBe(true)
  })

  test('the same programs refute sums that forget a right which a later one replaces', () => {
    const last: typeof fold = (effects, followed) => {
      const sums = fold(effects, followed)
      return { ...sums, rights: sums.rights.slice(-1) }
    }
    expect(isRefuted(last)).toBe(true)
  })

  test('a stolen native coin refutes sums that leave out the wrapped coin which pays instead', () => {
    const units: LedgerEffect[][] = [
      [
        { does: 'debit', account: 'sender', asset: 'coin', amount: 10n, to: 'router' },
        { does: 'run stranger' },
        {
          ...{
            does: 'trade',
            by: 'router',
            payer: 'sender',
            sells: 'wrapped',
            quantity: 10n,
            coin: 'coin',
            isExact: true,
          },
          ...{ buys: 'bought', least: 5n, to: 'recipient' },
        },
      ],
    ]
    const found = (count: typeof fold) =>
      Array.from({ length: 20 }, (_, seed) => violations({ units, seed, leftovers: [] }, count)).flat()
    expect(found((effects, followed) => ({ ...fold(effects, followed), instead: [] }))).not.toEqual([])
    expect(found(fold)).toEqual([])
  })

  test('a native coin above its minimum may pay, and the wrapped coin then stays in the contract', () => {
    const units: LedgerEffect[][] = [
      [
        { does: 'debit', account: 'sender', asset: 'wrapped', amount: 1_000n, to: 'router' },
        { does: 'credit', account: 'router', asset: 'coin', least: 5n },
        {
          ...{
            does: 'trade',
            by: 'router',
            payer: 'router',
            sells: 'wrapped',
            quantity: 10n,
            coin: 'coin',
            isExact: true,
          },
          ...{ buys: 'bought', least: 5n, to: 'recipient' },
        },
        { does: 'pass', by: 'router', asset: 'coin', as: 'coin', quantity: 'all held', least: 0n, to: 'recipient' },
      ],
    ]
    const found = Array.from({ length: 200 }, (_, seed) => violations({ units, seed, leftovers: [] }))
    expect(found.flat()).toEqual([])
    const { credits, custody } = fold(units[0]!, contracts)
    expect(custody).toEqual([{ by: 'router', asset: 'wrapped', amount: 1_000n }])
    expect(credits.find(({ asset }) => asset === 'coin')?.least).toBe(0n)
  })

  test('a stolen native coin stays in a contract that another contract pays instead', () => {
    const units: LedgerEffect[][] = [
      [
        { does: 'debit', account: 'sender', asset: 'coin', amount: 10n, to: 'router' },
        { does: 'run stranger' },
        {
          ...{ does: 'trade', by: 'router', sells: 'wrapped', quantity: 10n, coin: 'coin', isExact: true },
          ...{ buys: 'bought', least: 5n, to: 'recipient' },
        },
      ],
    ]
    const found = Array.from({ length: 40 }, (_, seed) => violations({ units, seed, leftovers: [] }))
    expect(found.flat()).toEqual([])
    expect(fold(units[0]!, contracts).custody).toEqual([{ by: 'router', asset: 'coin', amount: 10n }])
  })

  test('most programs have units that do not revert', () => {
    const outcomes = fc
      .sample(program, 500)
      .flatMap(({ units, seed }) => carryOut(units, contracts, createRandom(seed).roll))
    expect(outcomes.filter(({ isDone }) => isDone).length).toBeGreaterThan(300)
  })

  test('the net sum falls with each larger debit and each lower minimum', () => {
    fc.assert(
      fc.property(fc.array(effect, { maxLength: 8 }), fc.nat(), (effects, place) => {
        const index = place % Math.max(1, effects.length)
        const worse = effects.map((one, at) => (at === index ? harder(one) : one))
        const [before, after] = [effects, worse].map((each) => fold(each, contracts)) as [Sums, Sums]
        for (const owner of people)
          for (const what of assets) expect(netOf(after, owner, what)).toBeLessThanOrEqual(netOf(before, owner, what))
      }),
      { numRuns: draws(1_000, 100_000) },
    )
  })
})

/** Names as three kinds of chains write accounts and assets. */
const kinds = {
  evm: (name: string) => `741001:0x${Buffer.from(name.padEnd(20, '-')).toString('hex')}`,
  solana: (name: string) => `741003:${name.padEnd(32, 'A')}pUmP`,
  bitcoin: (name: string) => `8332:0014${Buffer.from(name.padEnd(20, '-')).toString('hex')}`,
}

describe('P10 the ledger knows no kind of chain', () => {
  test.each(Object.entries(kinds))('the sums are the same under the ids of every kind of chain: %s', (_, idOf) => {
    const names: readonly string[] = [...people, ...contracts, ...assets]
    const renamed = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value, (_, each) =>
          typeof each === 'bigint' ? `${each}n` : names.includes(each) ? idOf(each) : each,
        ),
        (_, each) => (typeof each === 'string' && /^-?\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each),
      )
    fc.assert(
      fc.property(fc.array(fc.oneof(deposit, effect), { maxLength: 10 }), (list) => {
        expect(fold(renamed(list), contracts.map(idOf))).toEqual(renamed(fold(list, contracts)))
      }),
      { numRuns: draws(500, 5_000) },
    )
  })
})

describe('a second fold, written without the first', () => {
  const effects = fc.array(fc.oneof(deposit, effect), { maxLength: 10 })
  const disagree = (count: typeof fold, list: readonly LedgerEffect[]) =>
    JSON.stringify(endingOf(count(list, contracts)), asText) !== JSON.stringify(plainFold(list, contracts), asText)

  test('both folds agree on random lists of effects', longRun, () => {
    fc.assert(
      fc.property(effects, (list) => {
        expect(endingOf(fold(list, contracts))).toEqual(plainFold(list, contracts))
      }),
      { numRuns: draws(2_000, 100_000) },
    )
  })

  test('both folds agree on each transaction of the corpus', () => {
    const lists = [...honestCases, ...tamperedCases].flatMap((one) => {
      const chains = one.known?.chains ?? known.chains
      return (decodedCase(one)?.steps ?? []).map(({ call, step: { chainId } }) => {
        const settings = chains.find((chain) => chain.chainId === chainId)
        const isNamed = (address: string) => address === native || isNamedBy(settings, address, chainId)
        return { list: effectsOf(call, settings?.wrappedNative, isNamed), followed: [accountId(call.to)] }
      })
    })
    expect(lists.filter(({ list }) => list.length > 0).length).toBeGreaterThan(300)
    for (const { list, followed } of lists) expect(endingOf(fold(list, followed))).toEqual(plainFold(list, followed))
  })

  test('the second fold contains the outcomes of the toy chain after each unit', longRun, () => {
    fc.assert(
      fc.property(program, ({ units, seed, leftovers }) => {
        const others = new Map(leftovers.map(([by, what, units]) => [keyOf(by, what), units]))
        const ends = units.map((list) => plainFold(list, contracts))
        carryOut(units, contracts, createRandom(seed).roll, others).forEach(({ isDone, changes }, index) => {
          const done = ends.slice(0, isDone ? index + 1 : index)
          for (const owner of people)
            for (const what of assets) {
              const sumOf = (isCounted: (key: string) => boolean) =>
                done
                  .flatMap((end) => Object.entries(end))
                  .reduce((sum, [key, n]) => (isCounted(key) ? sum + n : sum), 0n)
              const allowed = sumOf((key) => key.startsWith(`${owner} lets `) && key.includes(` take ${what} by `))
              const least = sumOf((key) => key === keyOf(owner, what)) - allowed
              expect(changes.get(keyOf(owner, what)) ?? 0n).toBeGreaterThanOrEqual(least)
            }
        })
      }),
      { numRuns },
    )
  })

  test.each<[string, typeof fold]>([
    [
      'ignores code of third parties',
      (list, all) =>
        fold(
          list.filter(({ does }) => does !== 'run stranger'),
          all,
        ),
    ],
    ['forgets what pays instead of coins', (list, all) => ({ ...fold(list, all), instead: [] })],
    ['counts custody as nothing', (list, all) => ({ ...fold(list, all), custody: [] })],
    ['promises nothing', (list, all) => ({ ...fold(list, all), promises: [] })],
    ['gives no rights', (list, all) => ({ ...fold(list, all), rights: [] })],
    ['pays for nothing', (list, all) => ({ ...fold(list, all), debits: [] })],
  ])('a fold that %s disagrees with the second one', (_, count) => {
    const agreement = fc.property(effects, (list) => !disagree(count, list))
    expect(fc.check(agreement, { numRuns: 200_000, endOnFailure: true }).failed).toBe(true)
  })
})

const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/** Whether the toy chain shows an outcome outside of these sums. */
function isRefuted(count: typeof fold): boolean {
  const { failed } = fc.check(
    fc.property(program, (one) => violations(one, count).length === 0),
    { numRuns: 10_000, endOnFailure: true },
  )
  return failed
}

/** The same effect with one unit more to pay, or less to receive. */
function harder(one: LedgerEffect): LedgerEffect {
  if (one.does === 'debit' && one.to === undefined) return { ...one, amount: one.amount + 1n }
  if ((one.does === 'credit' || one.does === 'trade') && one.least > 0n) return { ...one, least: one.least - 1n }
  return one
}

function netOf({ debits, credits }: Sums, owner: string, what: string): bigint {
  const isThis = (line: { readonly account: string; readonly asset: string }) =>
    line.account === owner && line.asset === what
  const received = credits.filter(isThis).reduce((sum, { least }) => sum + least, 0n)
  return debits.filter(isThis).reduce((sum, { amount: paid }) => sum - paid, received)
}
