import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { usdc, weth } from '../../../test/builders/liquidity'
import { createBrowser } from '../../../test/orders/testBrowser'
import { accountWith, deployment, wait, walletsWith } from '../../../test/services'
import { noHistory } from '../../guard/checkInputs'
import { decodeOrder } from '../../orders/store/orderCodec'
import { type Json, parseJson } from '../../protocol/json/json'
import { refuse } from '../../protocol/refusal'
import { type DepositAsked, type DepositDeps, DepositRunner } from './depositRunner'

/*
 * One browser with tabs: they share the journal and the locks, and each runs its own review of the same deposit.
 * Nothing is rendered.
 */

const me = accountWith().address
const nothing: ReadonlySet<string> = new Set()

/** A service that answers `null`, as the documented answer is. */
const saysYes = says(null)

function says(value: Json): DepositDeps['addLiquidity'] {
  return async () => ({
    is: 'answer',
    answer: { value, message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' },
  })
}

function openBrowser(addLiquidity: DepositDeps['addLiquidity'] = saysYes) {
  const browser = createBrowser()
  const posts = vi.fn(addLiquidity)

  function openTab(part: Partial<DepositDeps> = {}, asked = byService, now = browser.clock.now()) {
    const { orders, close } = browser.openTab()
    const runner = new DepositRunner(asked, {
      prepare: () => prepare(now),
      addLiquidity: posts,
      orders,
      heldNow: () => 100n,
      readStartedPool: async () => asked.intent,
      sign: (id, plan) => orders.plan(id, plan),
      ...part,
    })
    return { runner, orders, close }
  }

  function prepare(now = browser.clock.now()): ReturnType<DepositDeps['prepare']> {
    return {
      deployment,
      nodes: () => [{ ask: () => Promise.reject(new Error('No node answers.')) }],
      wallets: walletsWith({ accounts: [accountWith()] }),
      clock: () => now,
      wait,
      tokens: [weth, usdc],
      history: async () => noHistory,
    }
  }

  function orders() {
    return [...browser.journal.entries.values()].flatMap((text) => {
      const entry = decodeOrder(text)
      return entry.is === 'order' ? entry.order : []
    })
  }

  return {
    openTab,
    posts,
    prepare,
    clock: browser.clock,
    breakStorage: () => browser.journal.break(),
    written: () => orders().map(({ request }) => request!),
    orders,
  }
}

/** No one names a position manager: the service acts by itself. */
const byService = depositWith({ positionManager: undefined })
/** The service starts a pool, and the wallet signs the deposit into it. */
const intoNewPool = { ...depositWith({ positionManager: usdc.address }), isNewPool: true }

function depositWith(pool: Pick<DepositAsked['intent']['pool'], 'positionManager'>): DepositAsked {
  const range = { tickLower: -197_040, tickUpper: -195_000 }
  return {
    isNewPool: false,
    liquidity: 1_000n,
    request: {
      ...range,
      amountA: '1',
      amountB: '3000',
      tokenAId: weth.id,
      tokenBId: usdc.id,
      networkName: 'Harbor',
      recipient: me,
      creationTick: -196_000,
    },
    intent: {
      kind: 'deposit',
      pool: { token0: weth, token1: usdc, feePpm: undefined, startTick: undefined, ...pool },
      pay: [
        { token: weth, units: 10n ** 18n },
        { token: usdc, units: 3_000n * 10n ** 6n },
      ],
      range,
      toleranceBps: 200,
      sqrtPriceX96: 1n << 96n,
      sender: me,
      recipient: me,
    },
  }
}

describe('F-80 F-81 a deposit is posted once', () => {
  test('a double click posts once', async () => {
    const browser = openBrowser()
    const { runner } = browser.openTab()
    await runner.start()
    await Promise.all([runner.confirm(nothing), runner.confirm(nothing)])
    await runner.confirm(nothing)
    expect(browser.posts).toHaveBeenCalledOnce()
    expect(runner.getState()).toEqual({ at: 'watched' })
    expect(browser.written()).toMatchObject([{ progress: { at: 'accepted' }, before: 100n, expected: 1_000n }])
  })

  test('two tabs that confirm at the same time post once', async () => {
    const browser = openBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    await Promise.all([one.runner.start(), two.runner.start()])
    await Promise.all([one.runner.confirm(nothing), two.runner.confirm(nothing)])
    expect(browser.posts).toHaveBeenCalledOnce()
    expect([one.runner.getState().at, two.runner.getState().at].sort()).toEqual(['ready', 'watched'])
    expect(browser.written()).toHaveLength(1)
  })

  test('a tab that was opened before the other one asked does not ask on top of it', async () => {
    const browser = openBrowser()
    const [one, two] = [browser.openTab(), browser.openTab()]
    await Promise.all([one.runner.start(), two.runner.start()])
    await one.runner.confirm(nothing)
    await two.runner.confirm(nothing)
    expect(browser.posts).toHaveBeenCalledOnce()
    expect(two.runner.getState().at).toBe('ready')
  })

  test('it is written down before the request leaves', async () => {
    const atPost: unknown[] = []
    const browser = openBrowser(async (request) => {
      atPost.push(browser.written().map(({ progress }) => progress.at))
      return saysYes(request)
    })
    const { runner } = browser.openTab()
    await runner.start()
    await runner.confirm(nothing)
    expect(atPost).toEqual([['posted']])
  })

  test('a deposit that cannot be stored is not posted, which is reported', async () => {
    const browser = openBrowser()
    const { runner } = browser.openTab()
    await runner.start()
    browser.breakStorage()
    await expect(runner.confirm(nothing)).rejects.toThrow('so nothing was sent')
    expect(browser.posts).not.toHaveBeenCalled()
    expect(runner.getState().at).toBe('ready')
  })

  test('a reload before the answer leaves "it may have been accepted", and the request is repeated only after a click', async () => {
    const browser = openBrowser(() => new Promise(() => {}))
    const first = browser.openTab()
    await first.runner.start()
    void first.runner.confirm(nothing)
    await vi.waitFor(() => expect(browser.posts).toHaveBeenCalledOnce())
    first.close()

    const second = browser.openTab()
    await second.runner.start()
    await vi.waitFor(() => expect(browser.written()).toMatchObject([{ progress: { at: 'unanswered' } }]))
    await second.runner.confirm(nothing)
    expect(browser.posts).toHaveBeenCalledOnce()
    expect(second.runner.getState().at).toBe('ready')

    void second.runner.confirm(new Set(['order-1']))
    await vi.waitFor(() => expect(browser.posts).toHaveBeenCalledTimes(2))
    expect(browser.written()).toHaveLength(2)
  })

  test('while another tab is asking, no one takes its deposit for interrupted', async () => {
    const browser = openBrowser(() => new Promise(() => {}))
    const first = browser.openTab()
    await first.runner.start()
    void first.runner.confirm(nothing)
    await vi.waitFor(() => expect(browser.posts).toHaveBeenCalledOnce())
    const second = browser.openTab()
    await second.runner.start()
    await second.runner.confirm(new Set(['order-1']))
    expect(browser.written()).toMatchObject([{ progress: { at: 'posted' } }])
    expect(browser.posts).toHaveBeenCalledOnce()
  })

  test.each(['timeout', 'unreachable', 'failing', 'not JSON'] as const)(
    'an answer lost by "%s" is watched as unanswered',
    async (code) => {
      const browser = openBrowser(async () => ({ is: 'refused', refusal: refuse(code) }))
      const { runner } = browser.openTab()
      await runner.start()
      await runner.confirm(nothing)
      expect(runner.getState().at).toBe('watched')
      expect(browser.written()).toMatchObject([{ progress: { at: 'unanswered' } }])
    },
  )

  test('after a plain no the person may ask again', async () => {
    const browser = openBrowser(async () => ({ is: 'refused', refusal: refuse('busy') }))
    const { runner } = browser.openTab()
    await runner.start()
    await runner.confirm(nothing)
    expect(runner.getState()).toMatchObject({ at: 'refused' })
    await runner.prepareAgain()
    await runner.confirm(nothing)
    expect(browser.posts).toHaveBeenCalledTimes(2)
    expect(browser.written().map(({ progress }) => progress.at)).toEqual(['refused', 'refused'])
  })
})

test.each(['failed', 'rejected', 'paused', 'queued'])(
  'a deposit answered with "%s" is watched with that word, and not called accepted',
  async (said) => {
    const browser = openBrowser(says(said))
    const { runner } = browser.openTab({}, intoNewPool)
    await runner.start()
    await runner.confirm(nothing)
    expect(runner.getState()).toEqual({ at: 'watched' })
    expect(browser.written()).toMatchObject([{ progress: { at: 'unanswered', said } }])
  },
)

test.each([
  ['a hash', `0x${'ab'.repeat(32)}`],
  ['a number', '7'],
])('a deposit answered with %s is kept as accepted and watched, and not asked for again unasked', async (_, said) => {
  const browser = openBrowser(says(said === '7' ? parseJson('7') : said))
  const { runner } = browser.openTab({}, intoNewPool)
  await runner.start()
  await runner.confirm(nothing)
  expect(runner.getState()).toEqual({ at: 'watched' })
  expect(browser.written()).toMatchObject([{ progress: { at: 'accepted', said } }])
  const second = browser.openTab({}, intoNewPool)
  await second.runner.start()
  await second.runner.confirm(nothing)
  expect(browser.posts).toHaveBeenCalledOnce()
})

describe('a deposit that the service has accepted, for the wallet to sign', () => {
  test('a closed review that could not be prepared remembers the yes: only the preparing goes on', async () => {
    const browser = openBrowser()
    const first = browser.openTab({}, intoNewPool)
    await first.runner.start()
    await first.runner.confirm(nothing)
    expect(first.runner.getState()).toMatchObject({ at: 'delayed', why: 'No node answers.' })
    expect(browser.written()).toMatchObject([{ progress: { at: 'to sign', builtBy: 'app' } }])
    first.close()

    const second = browser.openTab({}, intoNewPool)
    await second.runner.start()
    expect(second.runner.getState()).toMatchObject({ at: 'delayed', why: 'No node answers.' })
    await second.runner.confirm(nothing)
    await second.runner.prepareAgain()
    expect(browser.posts).toHaveBeenCalledOnce()
  })

  test('transactions of the service that could not be checked are checked again, and not asked for again', async () => {
    const browser = openBrowser(says([{ to: usdc.address, data: '0x', value: '0' }]))
    let failures = 1
    const { runner } = browser.openTab({
      prepare: () => ({
        ...browser.prepare(),
        history: async () => {
          if (failures-- > 0) throw new Error('Failed to fetch dynamically imported module.')
          return noHistory
        },
      }),
    })
    await runner.start()
    await runner.confirm(nothing)
    expect(runner.getState()).toEqual({ at: 'delayed', why: 'Failed to fetch dynamically imported module.' })
    expect(browser.written()).toMatchObject([{ progress: { at: 'to sign', builtBy: 'service' } }])
    await runner.prepareAgain()
    expect(runner.getState()).toMatchObject({
      at: 'answered',
      checked: { plan: { steps: [{ to: usdc.address, data: '0x' }] } },
    })
    expect(browser.posts).toHaveBeenCalledOnce()
    await runner.confirm(nothing)
    const [order, ...others] = browser.orders()
    expect(others).toEqual([])
    expect(order).toMatchObject({ id: 'order-1', tasks: [{ step: { to: usdc.address } }] })
    expect(order?.history.map(({ what }) => what)).toEqual(['opened', 'request', 'planned'])
  })

  test('a started pool that cannot be read is read again after a click, in this visit and in the next', async () => {
    const browser = openBrowser()
    const readings = () => {
      let failures = 1
      return async () => {
        if (failures-- > 0) throw new Error('Failed to fetch.')
        return intoNewPool.intent
      }
    }
    const first = browser.openTab({ readStartedPool: readings() }, intoNewPool)
    await first.runner.start()
    await first.runner.confirm(nothing)
    expect(first.runner.getState()).toEqual({ at: 'delayed', why: 'Failed to fetch.' })
    await first.runner.prepareAgain()
    expect(first.runner.getState()).toEqual({ at: 'delayed', why: 'No node answers.' })
    first.close()

    const second = browser.openTab({ readStartedPool: readings() }, intoNewPool)
    await second.runner.start()
    expect(second.runner.getState()).toEqual({ at: 'delayed', why: 'Failed to fetch.' })
    await second.runner.prepareAgain()
    expect(second.runner.getState()).toEqual({ at: 'delayed', why: 'No node answers.' })
    expect(browser.posts).toHaveBeenCalledOnce()
  })

  test.each([
    ['another range', 0, -196_980],
    ['a yes of the day before yesterday', -2 * 86_400_000, -197_040],
  ])('%s is asked for again', async (_, age, tickLower) => {
    const browser = openBrowser()
    const first = browser.openTab({}, intoNewPool)
    await first.runner.start()
    await first.runner.confirm(nothing)
    const range = { ...intoNewPool.intent.range, tickLower }
    const next = { ...intoNewPool, intent: { ...intoNewPool.intent, range } }
    const second = browser.openTab({}, next, browser.clock.now() - age)
    await second.runner.start()
    expect(second.runner.getState()).toEqual({ at: 'ready', checked: undefined })
  })
})

test('once the service may have acted, nothing that a person does next asks it again', async () => {
  const does = fc.constantFrom('confirm', 'prepareAgain', 'refresh', 'start')
  const answers = fc.constantFrom(saysYes, says('queued'), says('?'), says([{ to: usdc.address, data: '0x' }]))
  await fc.assert(
    fc.asyncProperty(answers, fc.array(does, { maxLength: 8 }), async (answer, acts) => {
      const browser = openBrowser(answer)
      const { runner } = browser.openTab({}, intoNewPool)
      await runner.start()
      await runner.confirm(nothing)
      for (const act of acts) await runner[act](nothing).catch(() => {})
      expect(browser.posts).toHaveBeenCalledOnce()
      expect(['ready', 'asking']).not.toContain(runner.getState().at)
    }),
    { numRuns: 25 },
  )
})

test('checks that end after the confirmation do not replace what the service is asked for', async () => {
  const browser = openBrowser(() => new Promise(() => {}))
  const plenty = `0x${(10n ** 30n).toString(16).padStart(64, '0')}`
  const node = async (method: string) => (method === 'eth_call' ? plenty : { timestamp: '0x1' })
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const histories = [Promise.resolve(), gate]
  const { runner } = browser.openTab(
    {
      prepare: () => ({
        ...browser.prepare(),
        nodes: () => [{ ask: node }],
        history: async () => {
          await histories.shift()
          return noHistory
        },
      }),
    },
    depositWith({ positionManager: usdc.address }),
  )
  await runner.start()
  expect(runner.getState()).toMatchObject({ at: 'ready', checked: {} })
  const checking = runner.refresh()
  await vi.waitFor(() => expect(histories).toEqual([]))
  void runner.confirm(nothing)
  const asking = runner.getState()
  expect(asking.at).toBe('asking')
  goOn()
  await checking
  expect(runner.getState()).toBe(asking)
})
