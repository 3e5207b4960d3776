import { expect, test, vi } from 'vitest'
import { createDiscovery } from '../wallets/evm/connection/discovery'
import { createPageWallet } from './pageProvider'

/** A page as the wallet and its discovery know it. */
const page = () => Object.assign(new EventTarget(), {}) as EventTarget & Window

function wallet(account: string) {
  const listeners: [string, (news: unknown) => void][] = []
  return {
    request: async () => [account],
    on: (event: string, listener: (news: unknown) => void) => listeners.push([event, listener]),
    removeListener: (event: string, listener: (news: unknown) => void) => {
      const place = listeners.findIndex(([name, each]) => name === event && each === listener)
      if (place !== -1) listeners.splice(place, 1)
    },
    emit: (event: string, news: unknown) => {
      for (const [name, listener] of listeners) if (name === event) listener(news)
    },
  }
}

test("a page's wallet is offered once, even if the page hands over another one later", async () => {
  const window = page()
  const discovery = createDiscovery(window)
  const own = createPageWallet('Wallet of this page', window)
  own.start()
  discovery.ask()
  expect(discovery.found()).toEqual([])
  own.give(wallet('0x1'))
  own.give(wallet('0x2'))
  discovery.ask()
  const [found, ...others] = discovery.found()
  expect(others).toEqual([])
  expect(await found?.provider.request({ method: 'eth_accounts' })).toEqual(['0x2'])
})

test('a wallet that the page takes away or replaces is disconnected, and its later news are ignored', async () => {
  const window = page()
  const discovery = createDiscovery(window)
  const own = createPageWallet('Wallet of this page', window)
  own.start()
  const [first, second] = [wallet('0x1'), wallet('0x2')]
  own.give(first)
  const provider = discovery.found()[0]!.provider
  const [disconnected, changed] = [vi.fn(), vi.fn()]
  provider.on?.('disconnect', disconnected)
  provider.on?.('accountsChanged', changed)
  first.emit('accountsChanged', ['0x1'])
  expect(changed).toHaveBeenLastCalledWith(['0x1'])
  own.give(second)
  expect(disconnected).toHaveBeenCalledTimes(1)
  first.emit('accountsChanged', ['0xbad'])
  expect(changed).toHaveBeenCalledTimes(1)
  own.give(undefined)
  expect(disconnected).toHaveBeenCalledTimes(2)
  await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
})

test('two elements with one wallet offer it once, and the second goes on when the first is removed', async () => {
  const window = page()
  const shared = wallet('0x1')
  const [first, second] = [
    createPageWallet('Wallet of this page', window),
    createPageWallet('Wallet of this page', window),
  ]
  for (const each of [first, second]) {
    each.start()
    each.give(shared)
  }
  const discovery = createDiscovery(window)
  discovery.ask()
  expect(discovery.found()).toHaveLength(1)
  first.stop()
  const later = createDiscovery(window)
  later.ask()
  expect(later.found()).toHaveLength(1)
  expect(await later.found()[0]!.provider.request({ method: 'eth_accounts' })).toEqual(['0x1'])
})
