import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BridgeChain, createRelayer, PayoutImpossible, type Transfer } from '../../src/exchange/bridge/relayer'

/* The relayer between two simulated chains with exact registries, of which any action can fail. */

/** The action from which on everything fails: before its effect, or after. */
type Outage = { readonly step: number; readonly isAfter: boolean }

test('200 relayers whose chains fail at random pay nothing out twice and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.integer({ min: 0, max: 25 }), isAfter: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.constantFrom<PayoutOutcome>('willing', 'unable', 'failing', 'late'), {
        minLength: 1,
        maxLength: 5,
      }),
      async (outages, outcomes) => {
        const world = createWorld(outcomes)
        for (const outage of outages) await live(world, outage)
        await live(world, undefined)
        world.checkBooks()
      },
    ),
    { numRuns: 200 },
  )
})

test('a payment that cannot be made is refunded, with the reason', async () => {
  const world = createWorld(['unable', 'failing', 'late', 'willing'])
  expect(await live(world, undefined)).toEqual([
    ['1:2', 'The deadline is too close.'],
    ['1:0', 'Nobody can pay that.'],
    ['1:1', 'It came out too low.'],
  ])
  world.checkBooks()
})

test('a relayer goes on where a failed action stopped it', async () => {
  const world = createWorld(['willing'])
  await live(world, { step: 3, isAfter: true })
  await live(world, undefined)
  world.checkBooks()
})

type PayoutOutcome = 'willing' | 'unable' | 'failing' | 'late'

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

  const close = (key: string, state: 'released' | 'refunded') => {
    if (states.get(key) !== 'open') throw new Error(`${key} is ${states.get(key)}`)
    states.set(key, state)
  }
  const chain: BridgeChain = {
    deposits: async () => transfers,
    escrowState: async ({ key }) => states.get(key)!,
    release: async ({ key }) => close(key, 'released'),
    refund: async ({ key }) => close(key, 'refunded'),
    isPaid: async ({ key }) => payouts.has(key),
    pay: async ({ key, deposit }) => {
      const outcome = outcomes[Number(deposit)]!
      if (outcome === 'unable') throw new PayoutImpossible('Nobody can pay that.')
      if (outcome === 'failing') throw new PayoutImpossible('It came out too low.')
      payouts.set(key, (payouts.get(key) ?? 0) + 1)
    },
  }
  const checkBooks = () => {
    for (const { key } of transfers) {
      const paid = payouts.get(key) ?? 0
      expect(paid).toBeLessThanOrEqual(1)
      expect(states.get(key)).toBe(paid === 1 ? 'released' : 'refunded')
    }
  }
  return { chain, checkBooks }
}

/** Runs one relayer for a round, until an outage if there is one; returns what it refunded, and why. */
async function live({ chain }: ReturnType<typeof createWorld>, outage: Outage | undefined) {
  let step = -1
  const mortal =
    <Args extends unknown[], Result>(action: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step += 1
      const own = step
      if (outage && (own > outage.step || (own === outage.step && !outage.isAfter))) throw new Error('out of reach')
      const result = await action(...args)
      if (own === outage?.step) throw new Error('out of reach')
      return result
    }
  const refunds: (readonly [string, string])[] = []
  const ports = {
    deposits: mortal(chain.deposits),
    escrowState: mortal(chain.escrowState),
    release: mortal(chain.release),
    refund: mortal(chain.refund),
    isPaid: mortal(chain.isPaid),
    pay: mortal(chain.pay),
  }
  const relayer = createRelayer({
    chains: new Map([
      [1, ports],
      [2, { ...ports, deposits: async () => [] }],
    ]),
    now: () => 0,
    onRefund: ({ key }, why) => refunds.push([key, why]),
    onFailure: () => undefined,
  })
  await relayer.round().catch(() => undefined)
  return refunds
}
