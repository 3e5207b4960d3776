import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fileJournal, memoryJournal } from '../../src/exchange/bridge/journal'
import { createRelayer } from '../../src/exchange/bridge/relayer'
import {
  isTransferOver,
  PayoutImpossible,
  type Transfer,
  type TransferDestination,
  type TransferJournal,
  type TransferSource,
} from '../../src/exchange/bridge/transfer'

/* The relayer between two simulated chains with exact registries, killed at any point. */

const folder = mkdtempSync(join(tmpdir(), 'tidegate-relayer-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The action during which a relayer dies: before its effect, or after. */
type Crash = { readonly step: number; readonly isAfter: boolean }

test('200 relayers killed at random pay nothing out twice and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.integer({ min: 0, max: 25 }), isAfter: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.constantFrom<PayoutOutcome>('willing', 'unable', 'failing', 'lapsing', 'late'), {
        minLength: 1,
        maxLength: 5,
      }),
      async (crashes, outcomes) => {
        const context = createWorld(outcomes)
        const journal = memoryJournal()
        for (const crash of crashes) await live(context, journal, crash)
        for (let round = 0; round < 6; round++) await live(context, journal, undefined)
        context.checkBooks()
        expect(journal.records().every(({ state }) => isTransferOver(state))).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})

test('a payment that cannot be made is refunded, with the reason', async () => {
  const context = createWorld(['unable', 'failing', 'late', 'willing'])
  const journal = memoryJournal()
  await live(context, journal, undefined)
  expect(journal.records().map(({ state }) => state)).toEqual([
    { at: 'refunded', why: 'Nobody can pay that.' },
    { at: 'refunded', why: 'It came out too low.' },
    { at: 'refunded', why: 'The deadline is too close.' },
    { at: 'released', transaction: 'paid:3' },
  ])
})

test('a journal file outlives its relayer, and a truncated line is ignored', async () => {
  const file = join(folder, 'journal')
  const [transfer] = createWorld(['willing']).transfers
  const journal = fileJournal(file)
  await journal.write({ transfer: transfer!, state: { at: 'seen' } })
  await journal.write({ transfer: transfer!, state: { at: 'filling', payment: 'p' } })
  appendFileSync(file, '{"crossing":{"key":"cut sh')
  const reopened = fileJournal(file)
  expect(reopened.records()).toEqual([{ transfer, state: { at: 'filling', payment: 'p' } }])
  await reopened.write({ transfer: transfer!, state: { at: 'filled', transaction: 't' } })
  expect(fileJournal(file).records()).toEqual([{ transfer, state: { at: 'filled', transaction: 't' } }])
})

test('a journal written by an earlier version is continued', () => {
  const file = join(folder, 'earlier')
  const amounts = '"amount":"1000000000000000000","destination":741002,"token":"native","recipient":"ben","minOut":"7"'
  const ids = '"key":"741001:4","source":741001,"deposit":"4","sender":"anna"'
  const passage = '{"at":"refunding","why":"The deadline is too close."}'
  writeFileSync(file, `{"crossing":{${ids},${amounts},"deadline":1790000000},"passage":${passage}}\n`)
  expect(fileJournal(file).records()).toMatchObject([
    {
      transfer: { key: '741001:4', amount: 10n ** 18n, minimumReceived: 7n, deadline: 1_790_000_000 },
      state: { at: 'refunding', why: 'The deadline is too close.' },
    },
  ])
})

test.each(['{}', 'null', '{"crossing":{"key":"1:1"},"passage":{"at":"seen"}}', 'not JSON'])(
  'a line of a journal that is no transfer stops the relayer, by its number: %s',
  (line) => {
    const file = join(folder, 'broken')
    writeFileSync(file, `${line}\n`)
    expect(() => fileJournal(file)).toThrow(`Line 1 of ${file} is not a transfer`)
  },
)

type PayoutOutcome = 'willing' | 'unable' | 'failing' | 'lapsing' | 'late'

function createWorld(outcomes: readonly PayoutOutcome[]) {
  const transfers = outcomes.map(
    (outcome, index): Transfer => ({
      key: `1:${index}`,
      source: 1,
      deposit: `${index}`,
      sender: 'anna',
      amount: 100n,
      destination: 2,
      token: 'usd',
      recipient: 'ben',
      minimumReceived: 90n,
      deadline: outcome === 'late' ? 10 : 1_000,
    }),
  )
  const states = new Map<string, 'open' | 'released' | 'refunded'>(transfers.map(({ key }) => [key, 'open']))
  const payouts = new Map<string, number>()
  const accepted = new Set<string>()
  const attempts = new Map<string, number>()

  const close = (key: string, state: 'released' | 'refunded') => {
    if (states.get(key) !== 'open') throw new Error(`${key} is ${states.get(key)}`)
    states.set(key, state)
  }
  const source: TransferSource = {
    deposits: async () => transfers,
    escrowState: async ({ key }) => states.get(key)!,
    release: async ({ key }) => close(key, 'released'),
    refund: async ({ key }) => close(key, 'refunded'),
  }
  /** The first two payments of this transfer never arrive. */
  const isLapsing = (transfer: Transfer, payment: string) =>
    outcomeOf(transfer) === 'lapsing' && Number(payment.split('/')[1]) < 3
  const outcomeOf = ({ deposit }: Transfer) => outcomes[Number(deposit)]!
  const destination: TransferDestination = {
    prepare: async (transfer) => {
      if (outcomeOf(transfer) === 'unable') throw new PayoutImpossible('Nobody can pay that.')
      const attempt = (attempts.get(transfer.key) ?? 0) + 1
      attempts.set(transfer.key, attempt)
      return `${transfer.key}/${attempt}`
    },
    send: async (transfer, payment) => {
      if (outcomeOf(transfer) === 'failing') throw new PayoutImpossible('It came out too low.')
      if (accepted.has(payment)) return
      if (isLapsing(transfer, payment)) throw new Error('The line is dead.')
      accepted.add(payment)
      payouts.set(transfer.key, (payouts.get(transfer.key) ?? 0) + 1)
    },
    find: async (transfer, payment) => {
      if (accepted.has(payment)) return { is: 'paid', transaction: `paid:${transfer.deposit}` }
      return isLapsing(transfer, payment) ? { is: 'lapsed' } : { is: 'not seen' }
    },
  }
  const checkBooks = () => {
    for (const { key } of transfers) {
      const paid = payouts.get(key) ?? 0
      expect(paid).toBeLessThanOrEqual(1)
      expect(states.get(key)).toBe(paid === 1 ? 'released' : 'refunded')
    }
  }
  return { transfers, source, destination, checkBooks }
}

/** Runs one relayer: to its end, or to the action at which it dies. */
async function live(context: ReturnType<typeof createWorld>, journal: TransferJournal, crash: Crash | undefined) {
  let step = -1
  let isDead = false
  const mortal =
    <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step += 1
      const isLast = crash !== undefined && step >= crash.step
      if (isDead || (isLast && !crash.isAfter)) {
        isDead = true
        throw new Error('killed')
      }
      const result = await action(...args)
      if (isLast) {
        isDead = true
        throw new Error('killed')
      }
      return result
    }
  const { source, destination } = context
  const relayer = createRelayer({
    sources: new Map([
      [
        1,
        {
          deposits: mortal(source.deposits),
          escrowState: mortal(source.escrowState),
          release: mortal(source.release),
          refund: mortal(source.refund),
        },
      ],
    ]),
    destinations: new Map([
      [2, { prepare: mortal(destination.prepare), send: mortal(destination.send), find: mortal(destination.find) }],
    ]),
    journal: { records: journal.records, write: mortal(journal.write) },
    now: () => 0,
    onFailure: () => undefined,
  })
  await relayer.round().catch(() => undefined)
}
