import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { draws } from '../depth'
import { approval, hashNo, planOf, receiptOf, swap } from './plans'
import { createBrowser, createWillingWallet, never, settled, type Tab } from './testBrowser'

/*
 * Random stories: a wallet with random behaviour, a chain with random answers, a person who clicks at random, reloads
 * and second tabs. In all of them, nothing is sent twice without a click.
 */

type Answer = 'sends' | 'rejects' | 'hangs' | 'sends and hangs' | 'sends and fails' | 'fails' | 'is busy'
type PersonAction =
  | 'retry'
  | 'accept'
  | 'resume'
  | 'not sent'
  | 'look'
  | 'dismiss'
  | 'take over'
  | 'reload'
  | 'wait'
  | 'go offline'
  | 'go online'

const answers = fc.array(
  fc.constantFrom<Answer[]>(
    'sends',
    'sends',
    'rejects',
    'hangs',
    'sends and hangs',
    'sends and fails',
    'fails',
    'is busy',
  ),
  { minLength: 1, maxLength: 8 },
)
const sights = fc.array(
  fc.constantFrom<TransactionStatus['is'][]>(
    'done',
    'done',
    'pending',
    'reverted',
    'not seen',
    'undecided',
    'replaced',
  ),
  { minLength: 1, maxLength: 12 },
)
const actions = fc.array(
  fc.constantFrom<PersonAction[]>(
    'retry',
    'retry',
    'accept',
    'resume',
    'not sent',
    'look',
    'dismiss',
    'take over',
    'reload',
    'wait',
    'wait',
    'go offline',
    'go online',
  ),
  { minLength: 1, maxLength: 14 },
)

test('I1 I2 I3 in any story: one prompt at a time, each written down first, and never two alive for one step', async () => {
  await fc.assert(
    fc.asyncProperty(answers, sights, actions, async (wallet, chain, person) => {
      await tell(wallet, chain, person)
    }),
    {
      numRuns: draws(20, 120),
      examples: [
        // A node that forgets and remembers in turns.
        [['sends and hangs'], ['undecided', 'not seen'], ['go online', 'not sent', 'dismiss']],
        // Two tabs whose nodes disagree.
        [
          ['fails', 'rejects', 'sends and fails'],
          ['undecided', 'not seen'],
          ['retry', 'wait', 'retry', 'take over'],
        ],
        // A tab with a permission of its own gets the order back.
        [['fails', 'sends and hangs'], ['done'], ['take over', 'accept', 'retry', 'reload', 'retry']],
        // Nodes that undo an end again and again, seen from two tabs.
        [
          ['sends and hangs', 'rejects', 'sends'],
          ['undecided', 'reverted', 'done', 'replaced', 'done', 'done', 'replaced', 'done', 'done', 'not seen', 'done'],
          ['not sent', 'look', 'take over', 'wait', 'retry', 'wait'],
        ],
      ],
    },
  )
}, 120_000)

async function tell(
  walletDoes: readonly Answer[],
  chainSays: readonly TransactionStatus['is'][],
  person: readonly PersonAction[],
) {
  const browser = createBrowser()
  /** Requests made by any tab of this browser, each with the action that came before it. */
  const asked: { anchor: EvmAnchor; byClick: boolean; purpose: string; landed: boolean }[] = []
  let clicks = 1
  let looks = 0

  const tabs: Tab[] = []
  const openTab = () => {
    const wallet = createWillingWallet(browser.chain, {
      send: (step, anchor) => {
        const answer = walletDoes[asked.length % walletDoes.length]!
        const evm = anchor as EvmAnchor
        const isTaken = browser.chain.sent.some(({ nonce }) => nonce === evm.nonce)
        const sends = answer.startsWith('sends') && !isTaken
        asked.push({ anchor: evm, byClick: clicks > 0, purpose: step.purpose.does, landed: sends })
        expect(writtenAsAsked(step.purpose.does, evm), 'I3: written before the wallet was asked').toBe(true)
        const hash = sends ? browser.chain.take(step, evm.nonce) : undefined
        if (answer === 'hangs' || answer === 'sends and hangs') return never()
        if (answer === 'rejects') return Promise.reject(failureOf('rejected'))
        if (answer === 'is busy') return Promise.reject(failureOf('busy'))
        return hash !== undefined && answer === 'sends' ? Promise.resolve(hash) : Promise.reject(failureOf('unknown'))
      },
      look: async (_, anchor, hash) => {
        const known = hash ?? browser.chain.sent.find(({ nonce }) => nonce === (anchor as EvmAnchor).nonce)?.hash
        if (known === undefined) return { is: 'not seen' }
        return sightOf(chainSays[looks++ % chainSays.length]!, known)
      },
    })
    const tab = browser.openTab({ wallet })
    tabs.push(tab)
    return tab
  }

  function writtenAsAsked(does: string, { nonce }: EvmAnchor): boolean {
    return browser.journal.writes.some(({ tasks }) =>
      tasks.some(
        ({ step, progress }) =>
          step.purpose.does === does && progress.at === 'signing' && (progress.anchor as EvmAnchor).nonce === nonce,
      ),
    )
  }

  let tab = openTab()
  await tab.orders.load()
  const id = await tab.orders.open(planOf({ steps: [approval, swap], receivedAt: browser.clock.now() }))
  void tab.orders.act(id, { type: 'start' }).catch(sayNothing)
  await settled()

  for (const action of person) {
    clicks++
    const before = asked.length
    if (action === 'reload') {
      tab.close()
      tab = openTab()
      await tab.orders.load()
    } else if (action === 'take over') {
      tab = openTab()
      await tab.orders.load()
      await tab.orders.act(id, { type: 'take over' }).catch(sayNothing)
    } else if (action === 'go offline' || action === 'go online') browser.network.set(action === 'go online')
    else if (action === 'wait') await browser.clock.pass(70_000)
    else await click(tab, id, action)
    await settled()
    // A reload, time and the network are no clicks: on their own they may carry an approval on to its swap, no more.
    const isClick = !['reload', 'take over', 'wait', 'go offline', 'go online'].includes(action)
    if (action === 'reload' || action === 'take over')
      expect(asked.length, 'A-40: nothing is asked without a click').toBe(before)
    if (!isClick) expect(asked.length - before).toBeLessThanOrEqual(2)
  }

  const minutes = 1 + person.filter((action) => action === 'wait').length
  expect(looks, 'nodes that disagree are not asked more and more often').toBeLessThan(400 * minutes * tabs.length)
  // A request that the person gave up is ignored; every other one is awaited.
  const givenUp = person.filter((action) => action === 'not sent').length
  for (const { wallet } of tabs) expect(wallet.mostOpen(), 'I1').toBeLessThanOrEqual(1 + givenUp)
  const landed = browser.chain.sent.map(({ nonce, step }) => `${step.purpose.does} ${nonce}`)
  expect(new Set(landed).size, 'I2: one nonce lands once').toBe(landed.length)
  pinned(asked)
  const order = tab.order(id)
  expect(order.tasks.filter(({ progress }) => progress.at === 'signing').length).toBeLessThanOrEqual(1)
  for (const other of tabs) other.close()
}

/** After a request whose fate was not known, the next one for the step is pinned to its nonce while that is free. */
function pinned(asked: readonly { anchor: EvmAnchor; landed: boolean; purpose: string }[]) {
  for (const [index, { anchor, landed }] of asked.entries()) {
    const next = asked[index + 1]
    if (!next || landed) continue
    expect(next.anchor.nonce).toBeGreaterThanOrEqual(anchor.nonce)
  }
}

async function click(tab: Tab, id: string, action: PersonAction) {
  const { orders } = tab
  const calls: Partial<Record<PersonAction, () => Promise<void>>> = {
    retry: () => orders.act(id, { type: 'retry' }),
    accept: () => orders.act(id, { type: 'accept' }),
    resume: () => orders.act(id, { type: 'resume' }),
    'not sent': () => orders.act(id, { type: 'not sent' }),
    look: () => orders.act(id, { type: 'look' }),
    dismiss: () => orders.act(id, { type: 'dismiss' }),
  }
  // A click on a missing action would be a fault of a screen; it must be harmless all the same.
  void calls[action]?.().catch(sayNothing)
  await settled()
}

function sayNothing() {
  // The story continues; the assertions are on the wallet and the chain.
}

function sightOf(is: TransactionStatus['is'], hash: string): TransactionStatus {
  switch (is) {
    case 'done':
      return { is, receipt: receiptOf(hash) }
    case 'pending':
      return { is, hash, confirmations: 1 }
    case 'reverted':
      return { is, hash, why: undefined }
    case 'replaced':
      return { is, hash, by: hashNo(99), how: 'cancelled' }
    case 'not seen':
      return { is }
    default:
      return { is: 'undecided' }
  }
}
