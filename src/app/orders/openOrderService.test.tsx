import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { plan } from '../../../test/builders/swap'
import { clientListing, servicesWith } from '../../../test/services'
import type { StorageProblem } from '../../components/services'
import { openOrderService } from './openOrderService'

function orderServiceWhere(problem: StorageProblem | undefined) {
  const services = servicesWith({ client: clientListing([]), storageProblem: async () => problem })
  return openOrderService({ services, queries: new QueryClient(), orders: () => [] })
}

test('if a browser blocks site data no order is opened, and the refusal names the setting to change', async () => {
  const orders = orderServiceWhere('blocked')
  await expect(orders.open(plan({}), () => true)).rejects.toThrow(/Allow site data for localhost/)
  expect(orders.getSnapshot().orders).toEqual([])
  orders.close()
})

test('where a browser keeps orders one is opened', async () => {
  const orders = orderServiceWhere(undefined)
  await orders.open(plan({}), () => true)
  expect(orders.getSnapshot().orders).toHaveLength(1)
  orders.close()
})
