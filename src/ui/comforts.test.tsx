import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Notifications that are allowed, and throw when a page makes one. */
function illegalNotifications() {
  class Illegal {
    static readonly permission = 'granted'
    static readonly requestPermission = async () => 'granted'

    constructor() {
      throw new TypeError("Failed to construct 'Notification': Illegal constructor.")
    }
  }
  vi.stubGlobal('Notification', Illegal)
}

test('a notification that is allowed and throws ends here, and is not promised again', async () => {
  illegalNotifications()
  const { notificationPermission, showNotification } = await import('./comforts')
  expect(notificationPermission()).toBe('granted')
  showNotification('Swap completed', { tag: '1' })
  expect(notificationPermission()).toBe('unsupported')
})

test('Chrome on Android is not asked for notifications that it cannot show', async () => {
  illegalNotifications()
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/131.0.0.0 Mobile' })
  const { notificationPermission } = await import('./comforts')
  expect(notificationPermission()).toBe('unsupported')
})

test('asking for what the browser does not have or refuses throws nothing', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Old' })
  vi.stubGlobal('Notification', {
    permission: 'default',
    requestPermission: () => {
      throw new TypeError('needs a callback')
    },
  })
  const { askToNotify, copyText, keepStorage } = await import('./comforts')
  expect(await askToNotify()).toBe('unsupported')
  expect(await copyText('0xabc')).toBe(false)
  await expect(keepStorage()).resolves.toBeUndefined()
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/120.0 Mobile/15E148 Safari/604.1',
    'Apple Computer, Inc.',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
    'Apple Computer, Inc.',
    true,
  ],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36', 'Google Inc.', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', '', false],
])('%s: whether it deletes storage that was not used for a week', async (userAgent, vendor, expected) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue(vendor)
  const { forgetsAfterAWeek } = await import('./comforts')
  expect(forgetsAfterAWeek()).toBe(expected)
  vi.restoreAllMocks()
})
