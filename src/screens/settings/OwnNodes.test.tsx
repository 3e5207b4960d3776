import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { chainWith, deployment, renderIn, servicesWith } from '../../../test/services'
import SettingsDialog from './SettingsDialog'

const chains = [chainWith(741_001, 'Harbor'), chainWith(741_002, 'Delta')]

afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

/** Every node reports this chain. */
function answerWith(chainId: string) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(String(input))
    return Response.json({ jsonrpc: '2.0', id: 0, result: chainId })
  })
  return asked
}

async function open(rpcOrigins?: readonly string[]) {
  const named = { ...deployment, chains, ...(rpcOrigins ? { rpcOrigins } : {}) }
  renderIn(servicesWith({ deployment: named }), <SettingsDialog onClose={vi.fn()} />)
  await userEvent.click(screen.getByText(/^Your own RPC nodes/))
}

const box = () => screen.getByRole('textbox', { name: 'RPC address' })
const use = () => userEvent.click(screen.getByRole('button', { name: 'Check and use' }))

test('without a node of the operator this is stated plainly, and nothing is requested', async () => {
  await open()
  expect(screen.getByText(/may only connect to addresses that its operator allows/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'RPC address' })).not.toBeInTheDocument()
})

test('a node of the right network is used and listed, and can be left again', async () => {
  const asked = answerWith('0xb4e8a')
  await open(['https://node.example'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'Delta')
  await userEvent.type(box(), 'https://node.example/key')
  await use()
  expect(await screen.findByText('The node belongs to Delta. It is used from now on.')).toBeVisible()
  expect(asked).toEqual(['https://node.example/key'])
  const list = screen.getByRole('list', { name: 'Nodes you use' })
  expect(list).toHaveTextContent('Delta https://node.example/key')
  expect(window.localStorage.getItem('tidegate.nodes')).toBe('{"741002":"https://node.example/key"}')
  await userEvent.click(within(list).getByRole('button', { name: 'Stop using your node for Delta' }))
  expect(screen.queryByRole('list', { name: 'Nodes you use' })).not.toBeInTheDocument()
  expect(window.localStorage.getItem('tidegate.nodes')).toBe('{}')
})

test('a node that the browser cannot store is not used, with a note', async () => {
  answerWith('0xb4e89')
  await open(['https://node.example'])
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await userEvent.type(box(), 'https://node.example')
  await use()
  expect(await screen.findByText(/storage is full or blocked\. Nothing was changed/)).toBeVisible()
  expect(screen.queryByText(/It is used from now on/)).not.toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Nodes you use' })).not.toBeInTheDocument()
  full.mockRestore()
  await use()
  expect(await screen.findByText('The node belongs to Harbor. It is used from now on.')).toBeVisible()
  expect(screen.queryByText(/Nothing was changed/)).not.toBeInTheDocument()
})

test('a node of another network changes nothing', async () => {
  answerWith('0x1')
  await open(['https://node.example'])
  await userEvent.type(box(), 'https://node.example')
  await use()
  expect(await screen.findByText('This node does not belong to Harbor. Nothing was changed.')).toBeVisible()
  expect(box()).toBeInvalid()
  expect(window.localStorage.getItem('tidegate.nodes')).toBeNull()
})

test('an origin that the page’s policy forbids is named, and not even asked', async () => {
  const asked = answerWith('0xb4e89')
  await open(['https://node.example'])
  await userEvent.type(box(), 'https://evil.example/rpc')
  await use()
  expect(await screen.findByText(/^This page may not connect to https:\/\/evil\.example/)).toBeVisible()
  await userEvent.clear(box())
  await userEvent.type(box(), 'http://node.example')
  await use()
  expect(await screen.findByText(/^Use https:\/\//)).toBeVisible()
  expect(asked).toEqual([])
})

test('resetting the settings goes back to the deployment’s nodes', async () => {
  window.localStorage.setItem('tidegate.nodes', '{"741001":"https://node.example/"}')
  await open(['https://node.example'])
  expect(screen.getByRole('list', { name: 'Nodes you use' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Reset settings' }))
  expect(screen.queryByRole('list', { name: 'Nodes you use' })).not.toBeInTheDocument()
  expect(window.localStorage.getItem('tidegate.nodes')).toBe('{}')
})
