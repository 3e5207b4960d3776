import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import type { NamedAddress } from '../../wallets/names/ens'
import { NameNote } from './NameNote'

const known = vi.hoisted(() => new Map<string, unknown>())
vi.mock('../../wallets/names/ens', () => ({
  resolveName: async (_: unknown, name: string) => known.get(name.toLowerCase()),
  nameOf: async (_: unknown, address: string) => known.get(address.toLowerCase()),
}))

const address = '0x00000000000000000000000000000000000000aA'
const ens = { chainId: 741_001, universalResolver: `0x${'ab'.repeat(20)}`, gateways: [] }

function show(typed: string, hasNames = true) {
  const services = servicesWith({
    wallets: walletsWith({}),
    deployment: hasNames ? { ...deployment, ens } : deployment,
  })
  return renderIn(services, <NameNote typed={typed} />)
}

test('a typed name is shown with the full address it resolves to', async () => {
  known.set('alice.eth', { is: 'found', name: 'alice.eth', address } satisfies NamedAddress)
  show('Alice.eth')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`alice.eth is ${address}`))
})

test('a typed address is shown with its name', async () => {
  known.set(address.toLowerCase(), 'bob.eth')
  show(address)
  expect(await screen.findByText('bob.eth')).toBeVisible()
})

test.each([
  [{ is: 'unknown' }, 'No address is registered'],
  [{ is: 'off chain' }, 'kept outside the network'],
  [{ is: 'contract' }, 'a contract on another network'],
  [{ is: 'malformed' }, 'cannot be a registered name'],
] as const)('a name that stands for no address here says why: %j', async (answer, why) => {
  known.set('carol.eth', answer)
  show('carol.eth')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(why))
})

test('a deployment without a registry says so', async () => {
  show('alice.eth', false)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Names cannot be looked up here'))
})
