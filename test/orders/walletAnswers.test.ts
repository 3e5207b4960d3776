import { describe, expect, test } from 'vitest'
import { NotAHash, NotThisStep } from '../../src/orders/actions/actionHandlers'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { browser, leaveUnchecked, opened, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { anchorNo, hashNo, receiptOf, swap } from './plans'
import { never } from './testBrowser'

setBrowser()

describe('what the wallet answers', () => {
  test('F-20 F-36 I8 a rejection is quiet, and one click asks again', async () => {
    const wallet = walletWith({
      send: (step, anchor, count) =>
        count === 1
          ? Promise.reject(failureOf('rejected'))
          : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(states(tab.order(id))).toEqual(['rejected'])
    expect(availableActions(tab.order(id), false)).toEqual(['retry', 'dismiss'])
    await browser.clock.pass(600_000)
    expect(wallet.requests).toHaveLength(1)
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect((wallet.requests[1]!.anchor as EvmAnchor).isPinned).toBeUndefined()
  })

  test.each(['busy', 'insufficient funds', 'unsupported'] as const)(
    'a wallet that is %s was certainly not asked to send',
    async (code) => {
      const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf(code)) }) })
      const id = await opened(tab)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'failed', failure: { code } })
      await browser.clock.pass(600_000)
      expect(tab.wallet.requests).toHaveLength(1)
    },
  )

  test('F-28 an error after broadcasting is followed to the transaction it hid', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return Promise.reject(failureOf('unknown'))
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test.each(['not a hash', 'nonce', 'underpriced', 'timeout', 'unknown'] as const)(
    'F-44 I2 after "%s" the outcome is unknown, watched, and asked again only by a click, with the same nonce',
    async (code) => {
      const wallet = walletWith({
        send: (step, anchor, count) =>
          count === 1
            ? Promise.reject(failureOf(code))
            : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
      })
      const tab = tabWith({ wallet })
      const id = await opened(tab, { steps: [swap] })
      await browser.clock.pass(3_600_000)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: true, failure: { code } })
      expect(wallet.requests).toHaveLength(1)
      expect(availableActions(tab.order(id), false)).toContain('retry')
      void tab.orders.act(id, { type: 'retry' })
      await browser.clock.pass(5_000)
      expect(states(tab.order(id))).toEqual(['done'])
      expect(wallet.requests[1]!.anchor).toMatchObject({ nonce: 7, isPinned: true })
    },
  )

  test('I2 a click on "try again" that finds the transaction on chain follows it instead', async () => {
    const wallet = walletWith({ send: () => Promise.reject(failureOf('unknown')) })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    browser.chain.take(tab.order(id).tasks[0]!.step, 7)
    await tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(wallet.requests).toHaveLength(1)
  })

  test('F-43 a wallet that never answers gets the person three ways out after a minute', async () => {
    const tab = tabWith({ wallet: walletWith({ send: never }) })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(59_000)
    expect(tab.order(id).blocked).toBeUndefined()
    await browser.clock.pass(2_000)
    expect(tab.order(id).blocked).toBe('no answer')
    expect(availableActions(tab.order(id), false)).toEqual(['open wallet', 'rejected it', 'look', 'paste hash'])
    await tab.orders.act(id, { type: 'open wallet' })
    await browser.clock.pass(59_000)
    expect(tab.order(id).blocked).toBeUndefined()
    await browser.clock.pass(2_000)
    expect(tab.order(id).blocked).toBe('no answer')
    await tab.orders.act(id, { type: 'look' })
    expect(tab.order(id).history.at(-1)).toMatchObject({ what: 'noted', note: 'not seen' })
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-43 "I rejected it" is believed when the chain has seen nothing, and a repeat takes the same nonce', async () => {
    const wallet = walletWith({
      send: (step, anchor, count) =>
        count === 1 ? never() : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    expect(states(tab.order(id))).toEqual(['rejected'])
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(wallet.requests[1]!.anchor).toMatchObject({ nonce: 7, isPinned: true })
    // The first request is the wallet's own affair now; the invariant counts what this app has open.
    leaveUnchecked(tab)
  })

  test('F-43 "I rejected it" is not believed when the chain knows better', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return never()
      },
      look: async (_, __, hash) =>
        hash || browser.clock.elapsed() > 61_000 ? { is: 'done', receipt: receiptOf(hashNo(1)) } : { is: 'not seen' },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(60_500)
    await browser.clock.pass(600)
    await tab.orders.act(id, { type: 'rejected it' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-43 what a silent wallet broadcast is found on chain by itself', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return never()
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(70_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('an answer that comes after the person gave up is heard', async () => {
    let answer: (hash: string) => void = () => undefined
    const wallet = walletWith({
      send: (_, __, count) => (count === 1 ? new Promise<string>((resolve) => (answer = resolve)) : never()),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    expect(states(tab.order(id))).toEqual(['rejected'])
    answer(browser.chain.take(tab.order(id).tasks[0]!.step, 7))
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(1) })
  })

  test('a hash known before the wallet answers is stored immediately', async () => {
    const wallet = walletWith({
      send: (step, anchor, _, onHash) => {
        onHash(browser.chain.take(step, (anchor as EvmAnchor).nonce))
        return never()
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(3_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('a pasted hash is followed, one of someone else is not', async () => {
    const wallet = walletWith({
      send: () => Promise.reject(failureOf('unknown')),
      look: async (_, __, hash) => {
        if (hash === undefined) return { is: 'undecided' }
        return hash === hashNo(9) ? { is: 'undecided' } : { is: 'done', receipt: receiptOf(hash) }
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(availableActions(tab.order(id), false)).toEqual(['look', 'paste hash', 'not sent', 'dismiss'])
    await expect(tab.orders.act(id, { type: 'paste hash', hash: 'not one' })).rejects.toThrow(NotAHash)
    await expect(tab.orders.act(id, { type: 'paste hash', hash: hashNo(9) })).rejects.toThrow(NotThisStep)
    await tab.orders.act(id, { type: 'not sent' })
    expect(states(tab.order(id))).toEqual(['unknown'])
    await tab.orders.act(id, { type: 'paste hash', hash: ` ${hashNo(3).toUpperCase().replace('0X', '0x')} ` })
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(3) })
  })

  describe('a hash is pasted for a transaction that was sent', () => {
    const asContract = async (): Promise<EvmAnchor> => ({ ...anchorNo(7), isContract: true, isOpenNonce: true })
    const queued = async () => ({ is: 'queued' }) as const
    const unseen = async () => ({ is: 'not seen' }) as const
    const silent = () => Promise.reject(new Error('No node answers'))

    test.each<[string, string, number, (looks: number) => Promise<TransactionStatus>, typeof asContract?]>([
      ['is queued by its account', 'sent', 5_000, queued, asContract],
      ['no node has found', 'sent', 40_000, unseen],
      ['cannot be looked for', 'sent', 10_000, silent],
      ['cannot be looked for any more', 'confirming', 10_000, confirmedOnce],
      ['is said to be dropped', 'unknown', 200_000, unseen],
    ])('one that %s: the new hash is followed, one of another call is not', async (_, at, time, fate, anchor) => {
      let looks = 0
      const wallet = walletWith({
        ...(anchor ? { anchor } : {}),
        look: async (__, ___, hash) => {
          if (hash === hashNo(9)) return { is: 'replaced', hash, by: hash, how: 'altered' }
          return hash === hashNo(3) ? { is: 'done', receipt: receiptOf(hash) } : fate(looks++)
        },
      })
      const tab = tabWith({ wallet })
      const id = await opened(tab, { steps: [swap] })
      await browser.clock.pass(time)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at, hash: hashNo(1) })
      expect(availableActions(tab.order(id), false)).toContain('paste hash')
      await expect(tab.orders.act(id, { type: 'paste hash', hash: hashNo(9) })).rejects.toThrow(NotThisStep)
      await tab.orders.act(id, { type: 'paste hash', hash: hashNo(3) })
      await browser.clock.pass(60_000)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(3) })
      expect(tab.order(id).blocked).toBeUndefined()
    })

    async function confirmedOnce(looks: number): Promise<TransactionStatus> {
      if (looks > 0) throw new Error('No node answers')
      return { is: 'pending', hash: hashNo(1), confirmations: 1 }
    }
  })

  test('I1 a second order of the same account waits until the wallet has answered the first', async () => {
    let answer: (hash: string) => void = () => undefined
    const wallet = walletWith({
      send: (step, _, count) =>
        count === 1 ? new Promise<string>((resolve) => (answer = resolve)) : Promise.resolve(browser.chain.take(step)),
    })
    const tab = tabWith({ wallet })
    const first = await opened(tab, { steps: [swap] })
    const second = await opened(tab, { steps: [swap], minimumReceived: 5n })
    expect(tab.order(second).blocked).toBe('other order')
    answer(browser.chain.take(tab.order(first).tasks[0]!.step))
    await browser.clock.pass(5_000)
    expect([first, second].map((id) => states(tab.order(id)).join())).toEqual(['done', 'done'])
  })
})
