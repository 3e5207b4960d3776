import { afterEach, expect, test, vi } from 'vitest'
import { openChannel } from './channel'

afterEach(() => void vi.unstubAllGlobals())

test('tabs receive the messages of other tabs, and not their own', async () => {
  const [here, there] = [openChannel('words'), openChannel('words')]
  const own = vi.fn()
  here.subscribe(own)
  const heard = new Promise((resolve) => {
    there.subscribe(resolve)
  })
  here.post({ order: '1' })
  expect(await heard).toEqual({ order: '1' })
  expect(own).not.toHaveBeenCalled()
})

class Refusing {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
}
class Silent {
  postMessage() {}
  addEventListener() {}
  removeEventListener() {}
}
class Closed extends Silent {
  override postMessage() {
    throw new DOMException('Channel is closed', 'InvalidStateError')
  }
}

test.each([
  ['is missing', undefined],
  ['is refused', Refusing],
  ['refuses messages', Closed],
  ['delivers nothing', Silent],
])('a browser whose BroadcastChannel %s lets a tab go on by itself', (_, BroadcastChannel) => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const channel = openChannel('words')
  const listener = vi.fn()
  const stop = channel.subscribe(listener)
  channel.post({ order: '1' })
  stop()
  expect(listener).not.toHaveBeenCalled()
})
