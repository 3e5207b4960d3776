import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { deployment } from '../../test/services'
import { openWidgetServices } from './widgetServices'

afterEach(() => void vi.unstubAllGlobals())

test('a page with the widget may be framed by anyone, so what frames it is treated as no Safe', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ...deployment, safeOrigin: 'https://safe.example' }))
  const built = await openWidgetServices('https://gateway.example')
  if ('problem' in built) throw new Error(built.problem)
  expect(built.services.deployment.name).toBe(deployment.name)
  expect(built.services.deployment.safeOrigin).toBeUndefined()
  built.services.orderService.close()
})
