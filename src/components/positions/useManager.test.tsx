import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { poolOf } from '../../../test/builders/liquidity'
import { deployment, servicesWith, walletsWith } from '../../../test/services'
import type { RpcPort } from '../../chain/rpc'
import { ServicesContext } from '../services'
import { managedPoolQuery, useManager } from './useManager'

const addressOf = (digit: string) => `0x${digit.repeat(40)}`
const [ours, theirs, factory, twin] = ['a', 'b', 'c', 'd'].map(addressOf) as [string, string, string, string]
const pool = poolOf({ positionManager: theirs })
const word = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`

/** A node that resolves every manager to the same pool; without one, its calls revert. */
function nodeSaying(meant: string | undefined) {
  return vi.fn<RpcPort>(async (_, [call]) => {
    const { to } = call as { to: string }
    if (meant === undefined) throw new Error('execution reverted')
    return word(to === factory ? meant : factory)
  })
}

describe('the manager to deposit with', () => {
  test.each([
    ['is the deployment’s where that resolves to this pool', pool.address, ours],
    ['is the one in the record for a pool of another exchange', twin, theirs],
    ['is the one in the record where the deployment’s has no such pool', addressOf('0'), theirs],
    ['is the deployment’s where no node answers', undefined, ours],
  ])('%s', async (_, meant, expected) => {
    const node = nodeSaying(meant)
    const { result } = renderHook(() => useManager(pool), { wrapper: worldOf(node, ours) })
    await waitFor(() => expect(node).toHaveBeenCalledTimes(meant === undefined ? 1 : 2))
    await waitFor(() => expect(result.current).toBe(expected))
  })

  test.each([
    [undefined, theirs, theirs],
    [ours, undefined, ours],
    [ours, ours, ours],
  ])('named %s by the deployment and %s by the record, is known without a node', (named, positionManager, expected) => {
    const node = nodeSaying(twin)
    const wrapper = worldOf(node, named)
    expect(renderHook(() => useManager(poolOf({ positionManager })), { wrapper }).result.current).toBe(expected)
    expect(node).not.toHaveBeenCalled()
  })
})

test('the pool of a manager is asked for until a node answers, and never again', async () => {
  const node = nodeSaying(undefined)
  const reported = nodeSaying(twin)
  const client = new QueryClient()
  const ask = (rpc: RpcPort) => {
    const terms = { token0: pool.token0.address, token1: pool.token1.address, feePpm: 3000 }
    return client.fetchQuery(managedPoolQuery(walletsWith({ rpc: () => rpc }), { chainId: 1, manager: ours }, terms))
  }
  expect(await ask(node)).toBeNull()
  expect(await ask(reported)).toBe(twin)
  expect(await ask(reported)).toBe(twin)
  expect(reported).toHaveBeenCalledTimes(2)
})

function worldOf(node: RpcPort, positionManager: string | undefined) {
  const chains = deployment.chains.map((chain) => ({ ...chain, positionManager }))
  const wallets = walletsWith({ rpc: () => node })
  const services = servicesWith({ deployment: { ...deployment, chains }, wallets })
  const queries = new QueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ServicesContext value={services}>{children}</ServicesContext>
    </QueryClientProvider>
  )
}
