import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { chainWith, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import type { Chain } from '../../domain/chain'
import type { NamedAddress } from '../../wallets/names/ens'
import { NameNote } from './NameNote'

const known = vi.hoisted(() => new Map<string, unknown>())
vi.mock('../../wallets/names/ens', () => ({
  resolveName: async (_: unknown, name: string) => known.get(name.toLowerCase()),
  nameOf: async (_: unknown, address: string) => known.get(address.toLowerCase()),
}))

vi.mock('../../wallets/names/sns', () => ({
  resolveSolName: async (_: unknown, name: string) => known.get(name.toLowerCase()),
  solNameOf: async (_: unknown, address: string) => known.get(address),
}))

vi.mock('../../wallets/names/uns', () => ({
  resolveUnsName: async (_: unknown, name: string) => known.get(name.toLowerCase()),
  unsNameOf: async (_: unknown, address: string) => known.get(`uns ${address}`),
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
  [{ is: 'program' }, 'belongs to a program'],
  [{ is: 'token' }, 'held as a token'],
  [{ is: 'unclear record' }, 'cannot be checked'],
  [{ is: 'malformed' }, 'cannot be a registered name'],
] as const)('a name that does not resolve to an address reports why: %j', async (answer, why) => {
  known.set('carol.eth', answer)
  show('carol.eth')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(why))
})

const onSolana = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

function showOnSolana(typed: string, chain?: Chain) {
  const solanaChain = chainWith(741_003, 'Reef', { kind: 'solana', rpcUrls: ['/rpc/741003'] })
  const chains = [...deployment.chains, solanaChain]
  const services = servicesWith({ wallets: walletsWith({}), deployment: { ...deployment, chains } })
  return renderIn(services, chain ? <NameNote typed={typed} chain={chain} /> : <NameNote typed={typed} />)
}
const listedSolana: Chain = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true }

test('a name of Solana is shown with its address where a Solana address is wanted, or any', async () => {
  known.set('alice.sol', { is: 'found', name: 'alice.sol', address: onSolana } satisfies NamedAddress)
  const { unmount } = showOnSolana('Alice.sol', listedSolana)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`alice.sol is ${onSolana}`))
  unmount()
  showOnSolana('alice.sol')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`alice.sol is ${onSolana}`))
})

test('an address on Solana is shown with its name', async () => {
  known.set(onSolana, 'bob.sol')
  showOnSolana(onSolana)
  expect(await screen.findByText('bob.sol')).toBeVisible()
})

test('a name of Unstoppable Domains is read for the network, and only where its readers are named', async () => {
  known.set('alice.crypto', { is: 'found', name: 'alice.crypto', address } satisfies NamedAddress)
  known.set('bob.x', { is: 'unknown' })
  const uns = [{ chainId: 137, proxyReader: address }]
  const services = servicesWith({ wallets: walletsWith({}), deployment: { ...deployment, uns } })
  for (const [typed, said] of [
    ['Alice.crypto', `alice.crypto is ${address}`],
    ['bob.x', 'No address is registered'],
  ] as const) {
    const { unmount } = renderIn(services, <NameNote typed={typed} />)
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(said))
    unmount()
  }
  show('alice.crypto')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Names cannot be looked up here'))
})

test('an address without a name in one registry has one in another', async () => {
  const other = '0x00000000000000000000000000000000000000bB'
  known.set(`uns ${other}`, 'bob.x')
  const uns = [{ chainId: 137, proxyReader: address }]
  renderIn(
    servicesWith({ wallets: walletsWith({}), deployment: { ...deployment, ens, uns } }),
    <NameNote typed={other} />,
  )
  expect(await screen.findByText('bob.x')).toBeVisible()
})

test('a deployment without a registry reports it', async () => {
  show('alice.eth', false)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Names cannot be looked up here'))
})
