import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fileJournal, memoryJournal } from '../../src/exchange/bridge/journal'
import { createRelayer } from '../../src/exchange/bridge/relayer'
import {
  CannotFill,
  type Crossing,
  type Destination,
  isOver,
  type PassageJournal,
  type Source,
} from '../../src/exchange/bridge/transfer'

/* The relayer between two chains that keep their books exactly, killed wherever it may be. */

const folder = mkdtempSync(join(tmpdir(), 'tidegate-relayer-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Counts the deeds of a relayer and lets it die in the middle of one: before its effect, or after. */
type Fate = { readonly step: number; readonly isAfter: boolean }

test('200 relayers killed at random pay out nothing twice and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.integer({ min: 0, max: 25 }), isAfter: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.constantFrom<Mood>('willing', 'unable', 'failing', 'lapsing', 'late'), {
        minLength: 1,
        maxLength: 5,
      }),
      async (fates, moods) => {
        const world = createWorld(moods)
        const journal = memoryJournal()
        for (const fate of fates) await live(world, journal, fate)
        for (let round = 0; round < 6; round++) await live(world, journal, undefined)
        world.checkBooks()
        expect(journal.entries().every(({ passage }) => isOver(passage))).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('a payment that cannot be made is sent back, with the reason', async () => {
  const world = createWorld(['unable', 'failing', 'late', 'willing'])
  const journal = memoryJournal()
  await live(world, journal, undefined)
  expect(journal.entries().map(({ passage }) => passage)).toEqual([
    { at: 'refunded', why: 'Nobody can pay that.' },
    { at: 'refunded', why: 'It came out too low.' },
    { at: 'refunded', why: 'The deadline is too close.' },
    { at: 'released', transaction: 'paid:3' },
  ])
})

test('a journal in a file outlives its relayer, and a line cut short counts as never written', async () => {
  const file = join(folder, 'journal')
  const [crossing] = createWorld(['willing']).crossings
  const journal = fileJournal(file)
  await journal.write({ crossing: crossing!, passage: { at: 'seen' } })
  await journal.write({ crossing: crossing!, passage: { at: 'filling', payment: 'p' } })
  appendFileSync(file, '{"crossing":{"key":"cut sh')
  const reopened = fileJournal(file)
  expect(reopened.entries()).toEqual([{ crossing, passage: { at: 'filling', payment: 'p' } }])
  await reopened.write({ crossing: crossing!, passage: { at: 'filled', transaction: 't' } })
  expect(fileJournal(file).entries()).toEqual([{ crossing, passage: { at: 'filled', transaction: 't' } }])
})

type Mood = 'willing' | 'unable' | 'failing' | 'lapsing' | 'late'

function createWorld(moods: readonly Mood[]) {
  const crossings = moods.map(
    (mood, index): Crossing => ({
      key: `1:${index}`,
      source: 1,
      deposit: `${index}`,
      sender: 'anna',
      amount: 100n,
      destination: 2,
      token: 'usd',
      recipient: 'ben',
      minOut: 90n,
      deadline: mood === 'late' ? 10 : 1_000,
    }),
  )
  const states = new Map<string, 'open' | 'released' | 'refunded'>(crossings.map(({ key }) => [key, 'open']))
  const payouts = new Map<string, number>()
  const accepted = new Set<string>()
  const attempts = new Map<string, number>()

  const close = (key: string, state: 'released' | 'refunded') => {
    if (states.get(key) !== 'open') throw new Error(`${key} is ${states.get(key)}`)
    states.set(key, state)
  }
  const source: Source = {
    deposits: async () => crossings,
    stateOf: async ({ key }) => states.get(key)!,
    release: async ({ key }) => close(key, 'released'),
    refund: async ({ key }) => close(key, 'refunded'),
  }
  /** The first two payments of such a crossing never arrive. */
  const isLapsing = (crossing: Crossing, payment: string) =>
    moodOf(crossing) === 'lapsing' && Number(payment.split('/')[1]) < 3
  const moodOf = ({ deposit }: Crossing) => moods[Number(deposit)]!
  const destination: Destination = {
    prepare: async (crossing) => {
      if (moodOf(crossing) === 'unable') throw new CannotFill('Nobody can pay that.')
      const attempt = (attempts.get(crossing.key) ?? 0) + 1
      attempts.set(crossing.key, attempt)
      return `${crossing.key}/${attempt}`
    },
    send: async (crossing, payment) => {
      if (moodOf(crossing) === 'failing') throw new CannotFill('It came out too low.')
      if (accepted.has(payment)) return
      if (isLapsing(crossing, payment)) throw new Error('The line is dead.')
      accepted.add(payment)
      payouts.set(crossing.key, (payouts.get(crossing.key) ?? 0) + 1)
    },
    find: async (crossing, payment) => {
      if (accepted.has(payment)) return { is: 'paid', transaction: `paid:${crossing.deposit}` }
      return isLapsing(crossing, payment) ? { is: 'lapsed' } : { is: 'not seen' }
    },
  }
  const checkBooks = () => {
    for (const { key } of crossings) {
      const paid = payouts.get(key) ?? 0
      expect(paid).toBeLessThanOrEqual(1)
      expect(states.get(key)).toBe(paid === 1 ? 'released' : 'refunded')
    }
  }
  return { crossings, source, destination, checkBooks }
}

/** One life of a relayer: to its end, or to the deed at which it dies. */
async function live(world: ReturnType<typeof createWorld>, journal: PassageJournal, fate: Fate | undefined) {
  let step = -1
  let isDead = false
  const mortal =
    <Args extends unknown[], Result>(deed: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step += 1
      const isLast = fate !== undefined && step >= fate.step
      if (isDead || (isLast && !fate.isAfter)) {
        isDead = true
        throw new Error('killed')
      }
      const result = await deed(...args)
      if (isLast) {
        isDead = true
        throw new Error('killed')
      }
      return result
    }
  const { source, destination } = world
  const relayer = createRelayer({
    sources: new Map([
      [
        1,
        {
          deposits: mortal(source.deposits),
          stateOf: mortal(source.stateOf),
          release: mortal(source.release),
          refund: mortal(source.refund),
        },
      ],
    ]),
    destinations: new Map([
      [2, { prepare: mortal(destination.prepare), send: mortal(destination.send), find: mortal(destination.find) }],
    ]),
    journal: { entries: journal.entries, write: mortal(journal.write) },
    now: () => 0,
    onFailure: () => undefined,
  })
  await relayer.round().catch(() => undefined)
}
