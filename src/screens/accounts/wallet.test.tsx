import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readQr } from '../../../test/readQr'
import {
  accountWith,
  clientListing,
  deployment,
  eth,
  renderIn,
  servicesWith,
  usdc,
  walletsWith,
} from '../../../test/services'
import { type FailureCode, failureOf } from '../../orders/failure'
import { type Account, WalletFailure, type WalletOption } from '../../wallets/wallets'
import AccountDialog from './AccountDialog'
import ConnectDialog from './ConnectDialog'

afterEach(() => {
  window.localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const demo: WalletOption = { id: 'demo', name: 'Demo wallet (EVM)', kind: 'evm', icon: undefined, isDemo: true }
const phantom: WalletOption = { id: 'phantom', name: 'Phantom', kind: 'solana', icon: undefined, isDemo: false }

describe('connecting', () => {
  function open(part: Parameters<typeof walletsWith>[0] = {}, kind?: 'evm' | 'solana') {
    const onClose = vi.fn()
    const wallets = walletsWith({ options: [demo, phantom], ...part })
    const { unmount } = renderIn(servicesWith({ wallets }), <ConnectDialog kind={kind} onClose={onClose} />)
    return { onClose, unmount }
  }

  test('every wallet is a button with its own name', async () => {
    open()
    expect(screen.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Demo wallet (EVM)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Phantom' })).toBeVisible()
  })

  test('wallets of the asked kind come first', () => {
    open({}, 'solana')
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names.indexOf('Phantom')).toBeLessThan(names.indexOf('Demo wallet (EVM)'))
  })

  describe('to receive on another kind of network', () => {
    const phantomEvm: WalletOption = { ...phantom, id: 'phantom-evm', kind: 'evm' }

    function openBoth(connect: (id: string) => Promise<Account>, options: readonly WalletOption[]) {
      const onClose = vi.fn()
      const wallets = walletsWith({ options, connect })
      renderIn(servicesWith({ wallets }), <ConnectDialog kind="evm" also="solana" onClose={onClose} />)
      return onClose
    }

    test('a wallet that has both is asked for both by one press', async () => {
      const connect = vi.fn(async (walletId: string) => accountWith({ walletId }))
      const onClose = openBoth(connect, [demo, phantomEvm, phantom])
      const [first] = await screen.findAllByRole('button', { name: 'Phantom' })
      await userEvent.click(first!)
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
      expect(connect.mock.calls).toEqual([['phantom-evm'], ['phantom']])
    })

    test('else one of the other kind is chosen next, or none', async () => {
      const connect = vi.fn(async (walletId: string) => accountWith({ walletId }))
      const onClose = openBoth(connect, [demo, phantom])
      await userEvent.click(await screen.findByRole('button', { name: 'Demo wallet (EVM)' }))
      expect(await screen.findByText(/To receive on Solana/)).toBeVisible()
      expect(screen.queryByRole('button', { name: 'Demo wallet (EVM)' })).toBeNull()
      expect(onClose).not.toHaveBeenCalled()
      await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
      expect(onClose).toHaveBeenCalledOnce()
      await userEvent.click(screen.getByRole('button', { name: 'Phantom' }))
      await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
    })

    test('a wallet that declines the second connection keeps the first, and the choice stays open', async () => {
      const declined = new WalletFailure({ code: 'rejected', facts: { is: 'code alone' }, detail: undefined })
      const connect = async (walletId: string) => {
        if (walletId === 'phantom') throw declined
        return accountWith({ walletId })
      }
      const onClose = openBoth(connect, [demo, phantomEvm, phantom])
      const [first] = await screen.findAllByRole('button', { name: 'Phantom' })
      await userEvent.click(first!)
      expect(await screen.findByText(/You declined the connection in Phantom/)).toBeVisible()
      expect(screen.getByText(/To receive on Solana/)).toBeVisible()
      expect(onClose).not.toHaveBeenCalled()
    })
  })

  test('the wallet used last comes first of its kind, and is marked, also after it was disconnected', async () => {
    const wallet = (name: string, part: Partial<WalletOption> = {}): WalletOption => ({
      ...phantom,
      id: name,
      name,
      ...part,
    })
    const options = [demo, wallet('Early'), wallet('Late'), wallet('Phone', { isElsewhere: true })]
    const connect = () => Promise.resolve(accountWith())
    const order = () =>
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    const { unmount } = open({ options, connect }, 'solana')
    expect(order().filter((name) => /Early|Late|Phone/.test(name))).toEqual(['Early', 'Late', 'Phone'])
    await userEvent.click(screen.getByRole('button', { name: 'Late' }))
    unmount()
    open({ options, connect }, 'solana')
    expect(order().filter((name) => /Early|Late|Phone/.test(name))).toEqual(['Late', 'Early', 'Phone'])
    expect(screen.getByRole('button', { name: 'Late' })).toHaveAccessibleDescription('Last used')
    expect(order().filter((name) => /Demo/.test(name))).toHaveLength(1)
  })

  test('installed wallets come first, the demo is one row below them, and its wallets for testers are folded away', async () => {
    const installed = { ...demo, id: 'installed', name: 'Installed', isDemo: false }
    const batches = { ...demo, id: 'demo-batches', name: 'Demo wallet (EVM batches)', isForTesters: true }
    open({ options: [demo, batches, installed] })
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names.filter((name) => /Demo|Installed/.test(name))).toEqual([
      'Installed',
      'Demo wallet (EVM)',
      batches.name,
    ])
    expect(screen.getByRole('button', { name: 'Installed' })).toHaveAccessibleDescription('Detected')
    expect(screen.getByRole('region', { name: 'Try the demo' })).toHaveTextContent('Demo wallet (EVM)')
    expect(screen.getByRole('button', { name: batches.name }).closest('details')).not.toHaveAttribute('open')
  })

  test('a connection that was declined makes no wallet the last one', async () => {
    open({ connect: () => Promise.reject(failed('rejected')) })
    await userEvent.click(screen.getByRole('button', { name: 'Phantom' }))
    await screen.findByText(/You declined the connection/)
    expect(screen.getByRole('button', { name: 'Phantom' })).toHaveAccessibleDescription('Detected')
  })

  test('a connected wallet closes the dialog', async () => {
    const { onClose } = open({ connect: () => Promise.resolve(accountWith()) })
    await userEvent.click(screen.getByRole('button', { name: 'Demo wallet (EVM)' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('a declined request is no error, and can be repeated', async () => {
    open({ connect: () => Promise.reject(failed('rejected')) })
    await userEvent.click(screen.getByRole('button', { name: 'Demo wallet (EVM)' }))
    expect(await screen.findByText(/You declined the connection/)).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Demo wallet (EVM)' })).toBeEnabled()
  })

  test('a wallet that cannot connect shows the reason and the next step', async () => {
    open({ connect: () => Promise.reject(failed('locked')) })
    await userEvent.click(screen.getByRole('button', { name: 'Phantom' }))
    expect(await screen.findByText('Could not connect Phantom')).toBeVisible()
    expect(screen.getByText(/^Your wallet is locked or no longer connected to this page/)).toBeVisible()
  })

  test('a wallet that never answers can be left, and a late answer is ignored', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let answer = (_account: ReturnType<typeof accountWith>) => {}
    const { onClose } = open({ connect: () => new Promise((resolve) => (answer = resolve)) })
    await userEvent.click(screen.getByRole('button', { name: 'Phantom' }))
    expect(screen.getByText('Confirm in Phantom')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.getByText(/No request\?/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Choose another wallet' }))
    await act(async () => answer(accountWith()))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('without a wallet, the dialog shows what to do', async () => {
    const discover = vi.fn(() => Promise.resolve())
    open({ options: [], discover })
    expect(await screen.findByText('No wallet found in this browser')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Search again' }))
    expect(discover).toHaveBeenCalledTimes(2)
    const choices = within(screen.getByRole('list', { name: 'Get a wallet' })).getAllByRole('link')
    expect(choices.map((link) => link.getAttribute('href'))).toEqual([
      'https://metamask.io/download',
      'https://rabby.io',
      'https://phantom.com/download',
    ])
    expect(screen.queryByRole('region', { name: 'Open this page in your wallet app' })).not.toBeInTheDocument()
  })

  test('on a phone, this page opens in a wallet app', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)')
    open({ options: [demo] })
    const apps = screen.getByRole('region', { name: 'Open this page in your wallet app' })
    expect(within(apps).getByRole('link', { name: 'Open in Rabby' })).toHaveAttribute(
      'href',
      `https://rabby.io/dapp?url=${encodeURIComponent(window.location.href)}`,
    )
  })

  test('on Android a Solana wallet opens this page in its own browser: no other way leads to its app', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 10)')
    const localSolana = { ...deployment.chains[0]!, chainId: 741_003, kind: 'solana' as const }
    const services = servicesWith({
      deployment: { ...deployment, chains: [...deployment.chains, localSolana] },
      wallets: walletsWith({ options: [] }),
    })
    renderIn(services, <ConnectDialog kind="solana" onClose={vi.fn()} />)
    const links = within(screen.getByRole('region', { name: 'Open this page in your wallet app' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('aria-label'))).toContain('Open in Backpack')
    expect(links.find((link) => link.getAttribute('aria-label') === 'Open in Phantom')).toHaveAttribute(
      'href',
      `https://phantom.app/ul/browse/${encodeURIComponent(window.location.href)}?ref=${encodeURIComponent(window.location.origin)}`,
    )
    expect(links.at(-1)).toHaveAccessibleName('Open in Rabby')
  })

  test('a wallet on another device comes after those of this browser, and shows a QR code and the same link to copy', async () => {
    const linked: WalletOption = { ...demo, id: 'wc', name: 'WalletConnect', isDemo: false, isElsewhere: true }
    const installed: WalletOption = { ...demo, id: 'installed', name: 'Installed', isDemo: false }
    const wallets = walletsWith({ options: [linked, demo, installed], connect: () => new Promise(() => {}) })
    renderIn(servicesWith({ wallets }), <ConnectDialog onClose={vi.fn()} />)
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    const order = names.filter((name) => ['Installed', 'WalletConnect', 'Demo wallet (EVM)'].includes(name ?? ''))
    expect(order).toEqual(['Installed', 'WalletConnect', 'Demo wallet (EVM)'])
    await userEvent.click(screen.getByRole('button', { name: 'WalletConnect' }))
    const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=58'
    act(() => wallets.store.setState({ pairing: { uri, rememberApp: () => {} } }))
    const code = screen.getByRole('img', { name: 'WalletConnect code' })
    expect(readQr(code.getAttribute('viewBox'), code.querySelector('path')?.getAttribute('d') ?? null)).toBe(uri)
    expect(screen.getByRole('button', { name: /Copy link/ })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Open your wallet app' })).not.toBeInTheDocument()
  })

  test('on the phone itself an app takes the link, and is opened again for each request', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 10)')
    const rememberApp = vi.fn()
    const wallets = walletsWith({ options: [demo], connect: () => new Promise(() => {}) })
    renderIn(servicesWith({ wallets }), <ConnectDialog onClose={vi.fn()} />)
    await userEvent.click(screen.getByRole('button', { name: 'Demo wallet (EVM)' }))
    act(() => wallets.store.setState({ pairing: { uri: 'wc:7f6e@2?symKey=58', rememberApp } }))
    const app = screen.getByRole('link', { name: 'Open in MetaMask' })
    expect(app).toHaveAttribute('href', 'https://metamask.app.link/wc?uri=wc%3A7f6e%402%3FsymKey%3D58')
    app.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(app)
    expect(rememberApp).toHaveBeenCalledWith({ name: 'MetaMask', href: 'https://metamask.app.link' })
    expect(screen.getByRole('link', { name: 'Open another wallet app' })).toHaveAttribute('href', 'wc:7f6e@2?symKey=58')
  })

  test('in a wallet’s own browser, only that wallet is offered', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 10)')
    open({ options: [{ ...demo, id: 'metamask', name: 'MetaMask', isDemo: false }] })
    expect(screen.queryByRole('region', { name: 'Open this page in your wallet app' })).not.toBeInTheDocument()
  })

  test.each([
    [true, 'Reload the page. If that does not help, update the browser, or open this page in another one.'],
    [false, /opened over http, where browsers turn off what wallets need. Open https:\/\/localhost/],
  ])('wallets that cannot start say why and what to do, and the others stay (secure page: %s)', (isSecure, next) => {
    vi.stubGlobal('isSecureContext', isSecure)
    const unstarted = [
      { what: 'solana', detail: 'crypto.subtle is undefined' },
      { what: { name: 'WalletConnect' }, detail: 'no storage' },
    ] as const
    open({ options: [demo], unstarted })
    for (const title of ['Wallets for Solana could not start', 'WalletConnect could not start'])
      expect(screen.getByText(title).closest('[role=status],[role=alert]') ?? screen.getByText(title)).toBeVisible()
    expect(screen.getAllByText(next)).toHaveLength(2)
    expect(screen.getByText('crypto.subtle is undefined')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Demo wallet (EVM)' })).toBeVisible()
    vi.unstubAllGlobals()
  })

  test('a failed search is reported', async () => {
    open({ options: [], discover: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(await screen.findByText(/Could not search for wallets/)).toBeVisible()
  })
})

describe('the account panel', () => {
  const client = clientListing([eth, usdc])
  const account = accountWith()
  const other = accountWith({ kind: 'solana', address: 'So1ana', walletId: 'phantom', walletName: 'Phantom' })

  test('shows every account by the kind of chain, with its address in full', () => {
    const services = servicesWith({ client, wallets: walletsWith({ accounts: [account, other] }) })
    renderIn(services, <AccountDialog onClose={vi.fn()} />)
    expect(screen.getByRole('region', { name: 'EVM networks' })).toHaveTextContent(account.address)
    expect(screen.getByRole('region', { name: 'Solana' })).toHaveTextContent('So1ana')
    expect(screen.getByRole('link', { name: /Harbor/ })).toHaveAttribute(
      'href',
      `https://explorer.example/address/${account.address}`,
    )
  })

  test('lists what the account holds, in full and in dollars', async () => {
    const rpc = () => (method: string) =>
      Promise.resolve(method === 'eth_getBalance' ? '0x14d1120d7b160000' : '0x4c4b40')
    const services = servicesWith({ client, wallets: walletsWith({ accounts: [account], rpc }) })
    renderIn(services, <AccountDialog onClose={vi.fn()} />)
    const list = await screen.findByRole('list', { name: 'Balances' })
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2))
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first).toHaveTextContent('ETH on Harbor1.5$4,500.00')
    expect(second).toHaveTextContent('USDC on Harbor5$5.00')
    expect(screen.getByText('$4,505.00')).toBeVisible()
  })

  test('each balance starts a swap with its token, or a deposit, and leaves the panel', async () => {
    const onClose = vi.fn()
    const rpc = () => async () => '0x4c4b40'
    renderIn(
      servicesWith({ client, wallets: walletsWith({ accounts: [account], rpc }) }),
      <AccountDialog onClose={onClose} />,
    )
    const swap = await screen.findByRole('link', { name: 'Swap USDC on Harbor' })
    expect(swap).toHaveAttribute('href', `/swap?from=741001:${usdc.address}`)
    const deposit = screen.getByRole('link', { name: 'Deposit USDC on Harbor' })
    expect(decodeURIComponent(deposit.getAttribute('href') ?? '')).toBe(`/pools?network=Harbor&q=token:${usdc.address}`)
    await userEvent.click(swap)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('it shows how far prices moved since this browser first saw the balances', async () => {
    const rpc = () => (method: string) => Promise.resolve(method === 'eth_getBalance' ? '0xde0b6b3a7640000' : '0x')
    const shown = (price: string) =>
      renderIn(
        servicesWith({
          client: clientListing([{ ...eth, price }]),
          wallets: walletsWith({ accounts: [account], rpc }),
        }),
        <AccountDialog onClose={vi.fn()} />,
      )
    const first = shown('3000')
    await screen.findAllByText('$3,000.00')
    first.unmount()
    shown('3300')
    expect(await screen.findByText(/^\+\$300\.00 from price changes since/)).toBeVisible()
    expect(screen.getByRole('list', { name: 'Balances' })).toHaveTextContent('+10%')
  })

  test('counts no look-alike: it is listed apart, with what is wrong with it', async () => {
    const fake = { ...usdc, id: 9, symbol: 'USDС', address: `0x${'4'.repeat(40)}` }
    const lookAlikes = { ...fake, cautions: [{ is: 'look-alike', of: 'USDC' } as const] }
    const services = servicesWith({
      client: clientListing([usdc, lookAlikes]),
      wallets: walletsWith({ accounts: [account], rpc: () => async () => '0x4c4b40' }),
    })
    renderIn(services, <AccountDialog onClose={vi.fn()} />)
    const list = await screen.findByRole('list', { name: 'Balances' })
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    const apart = screen.getByRole('list', { name: '1 suspicious token, not in the total', hidden: true })
    expect(apart).toHaveTextContent('Not the real USDC: similar name')
    expect(screen.getByText('Total').parentElement).toHaveTextContent('$5.00')
  })

  test('it reports unreadable balances', async () => {
    const services = servicesWith({ client, wallets: walletsWith({ accounts: [account] }) })
    renderIn(services, <AccountDialog onClose={vi.fn()} />)
    expect(await screen.findByText(/Could not load balances/)).toBeVisible()
  })

  test('uses another account of the same wallet with one click', async () => {
    const others = ['0x00000000000000000000000000000000000000bB']
    const shared = { ...account, others }
    const select = vi.fn(() => Promise.resolve())
    renderIn(
      servicesWith({ client, wallets: walletsWith({ accounts: [shared], select }) }),
      <AccountDialog onClose={vi.fn()} />,
    )
    await userEvent.click(screen.getByRole('button', { name: `Use ${others[0]}` }))
    expect(select).toHaveBeenCalledWith(shared, others[0])
  })

  test('disconnects the chosen account, and offers another wallet', async () => {
    const disconnect = vi.fn(() => Promise.resolve())
    const services = servicesWith({ client, wallets: walletsWith({ accounts: [account, other], disconnect }) })
    renderIn(services, <AccountDialog onClose={vi.fn()} />)
    await userEvent.click(screen.getByRole('button', { name: 'Disconnect Phantom' }))
    expect(disconnect).toHaveBeenCalledWith(other)
    await userEvent.click(screen.getByRole('button', { name: 'Connect another wallet' }))
    expect(services.dialogs.connect).toHaveBeenCalledOnce()
  })
})

function failed(code: FailureCode): Error {
  return new WalletFailure(failureOf(code))
}
