import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accountWith, chainWith, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { addPrivateNode as askWallet } from '../../wallets/evm/chainSwitch'
import { WalletFailure } from '../../wallets/wallets'
import { PrivateNodes } from './Nodes'

const privateRpcUrl = 'https://private.example/rpc'
const chains = [chainWith(741_001, 'Harbor', { privateRpcUrl }), chainWith(741_002, 'Delta')]

async function open(addPrivateNode: (chainId: number) => Promise<void>, isConnected = true) {
  const wallets = walletsWith({ accounts: isConnected ? [accountWith()] : [], addPrivateNode })
  const services = servicesWith({ wallets, deployment: { ...deployment, chains } })
  renderIn(services, <PrivateNodes />)
  await userEvent.click(screen.getByText(/^MEV protection/))
  return services
}

const press = () =>
  userEvent.click(screen.getByRole('button', { name: 'Add the private node for Harbor to the wallet' }))

test('the wallet is offered the private node of each network that has one', async () => {
  const add = vi.fn(async () => {})
  await open(add)
  expect(screen.getByText(privateRpcUrl)).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await press()
  expect(await screen.findByText(/Select it there for Harbor/)).toBeVisible()
  expect(add).toHaveBeenCalledExactlyOnceWith(741_001)
})

test('a declined request is reported; without a wallet, one is connected first', async () => {
  const failure = { code: 'rejected', facts: { is: 'code alone' }, detail: undefined } as const
  await open(() => Promise.reject(new WalletFailure(failure)))
  await press()
  expect(await screen.findByText(/^The wallet did not add the node/)).toBeVisible()
})

test('without a wallet one is connected first', async () => {
  const add = vi.fn(async () => {})
  const { dialogs } = await open(add, false)
  await press()
  expect(dialogs.connect).toHaveBeenCalledExactlyOnceWith('evm')
  expect(add).not.toHaveBeenCalled()
})

test('a deployment that names none shows nothing', () => {
  const { container } = renderIn(servicesWith(), <PrivateNodes />)
  expect(container).toBeEmptyDOMElement()
})

test('the wallet gets the network of the deployment, with only the private node', async () => {
  const request = vi.fn(async () => null)
  await askWallet({ request }, { ...chains[0]!, rpcUrls: ['/rpc/741001'] }, privateRpcUrl)
  expect(request).toHaveBeenCalledExactlyOnceWith({
    method: 'wallet_addEthereumChain',
    params: [expect.objectContaining({ chainId: '0xb4e89', chainName: 'Harbor', rpcUrls: [privateRpcUrl] })],
  })
})
