import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { receiptOf } from '../receipt'
import { setStage } from './stage'

const stage = setStage()

test('A-01 the app loads only its own files, without a CSP violation', async () => {
  const { page, requests } = await stage.visit('/')
  await expect.poll(() => page.locator('#root').textContent()).not.toBe('')
  expect(requests.every((request) => request.includes(stage.url))).toBe(true)
})

test('the app receives its deployment settings, and no secret', async () => {
  const config = await (await fetch(`${stage.url}/config.json`)).text()
  expect(JSON.parse(config)).toMatchObject({
    mode: 'embedded',
    apiBase: '',
    faucetUrl: '/faucet',
    slippageUnit: 'basis points',
    chains: [{ chainId: 741001, rpcUrls: ['/rpc/741001'] }, { chainId: 741002 }, { chainId: 741003 }],
  })
  expect(config).not.toContain(stage.exchange.apiKey)
  expect(config).not.toContain('rpcTarget')
})

test('actions that the CSP forbids are blocked (H-05)', async () => {
  const visit = await stage.visit('/')
  visit.tolerate(
    /violation|Content Security Policy|Trusted|Refused|ERR_BLOCKED_BY_CSP|evil\.example|base-uri|form-action/i,
  )
  const happened = await visit.page.evaluate(async () => {
    // The debugger may use eval; a callback of a timer runs as the page itself.
    await new Promise((resolve) => setTimeout(resolve))
    const done: string[] = []
    const attempt = async (name: string, action: () => unknown) => {
      try {
        await action()
        done.push(name)
      } catch {
        // Blocked, as expected.
      }
    }
    await attempt('eval', () => (Reflect.get(window, 'eval') as (code: string) => unknown)('1'))
    await attempt('markup', () => {
      document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
    })
    await attempt('fetch', () => fetch('https://evil.example/'))
    await attempt('policy', () =>
      (window as never as { trustedTypes: TrustedTypePolicyFactory }).trustedTypes.createPolicy('x', {}),
    )
    const image = document.createElement('img')
    const loaded = new Promise((resolve) => {
      image.onload = () => resolve(done.push('image'))
      image.onerror = resolve
    })
    image.src = 'https://evil.example/x.png'
    await loaded
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.head.append(base)
    if (document.baseURI.includes('evil')) done.push('base')
    return done
  })
  expect(happened).toEqual([])
})

/* Its library (@solana-mobile/wallet-standard-mobile 0.6.0) does both: docs/wallets.md. */
test('what the Mobile Wallet Adapter of Solana needs is refused: markup as text, and sockets to this device (H-05)', async () => {
  const visit = await stage.visit('/')
  visit.tolerate(/violation|Content Security Policy|Trusted|Refused|ERR_BLOCKED_BY_CSP|localhost/i)
  const refused = await visit.page.evaluate(async () => {
    const violations: string[] = []
    const note = ({ effectiveDirective }: SecurityPolicyViolationEvent) => void violations.push(effectiveDirective)
    document.addEventListener('securitypolicyviolation', note)
    try {
      document.createElement('div').innerHTML = '<dialog style="display: flex"></dialog>'
    } catch {
      // Refused, as expected.
    }
    const socket = new WebSocket('ws://localhost:50000/solana-wallet')
    await new Promise((resolve) => socket.addEventListener('error', resolve))
    return violations
  })
  expect(refused.sort()).toEqual(['connect-src', 'require-trusted-types-for'])
})

test('no other page can frame the app (H-06, A-29)', async () => {
  const elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<iframe src="${stage.url}/swap"></iframe>`)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const visit = await stage.visit('/')
  visit.tolerate(/request to elsewhere|frame-ancestors|favicon/)
  const { port } = elsewhere.address() as AddressInfo
  try {
    await visit.page.goto(`http://127.0.0.1:${port}/`)
    await expect.poll(() => visit.complaints.join()).toContain('frame-ancestors')
    expect(await visit.page.frames()[1]?.locator('#root').count()).toBe(0)
  } finally {
    elsewhere.close()
  }
})

type TrustedTypePolicyFactory = { createPolicy: (name: string, rules: object) => unknown }

test('a wallet announced by the test signs, rejects and moves real tokens', async () => {
  const wallet = await stage.wallet({ chainId: 741001 })
  const { page } = await stage.visit('/', { wallet })
  const ask = (method: string, params: unknown[] = []) =>
    page.evaluate(
      ([method, params]) =>
        new Promise<{ result?: unknown; code?: number }>((resolve) => {
          type Announced = CustomEvent<{ provider: { request: (call: object) => Promise<unknown> } }>
          const meet = (event: Event) => {
            const { provider } = (event as Announced).detail
            provider.request({ method, params }).then(
              (result) => resolve({ result }),
              ({ code }) => resolve({ code }),
            )
          }
          window.addEventListener('eip6963:announceProvider', meet, { once: true })
          window.dispatchEvent(new Event('eip6963:requestProvider'))
        }),
      [method, params] as const,
    )

  expect(await ask('eth_accounts')).toEqual({ result: [] })
  wallet.arrange('reject')
  expect(await ask('eth_requestAccounts')).toEqual({ code: 4001 })
  expect(await ask('eth_requestAccounts')).toEqual({ result: [wallet.address] })

  const { address: to } = await stage.wallet({ empty: true })
  const payment = { from: wallet.address, to, value: '0x64' }
  wallet.arrange('reject', 'no hash', { code: -32000, message: 'nonce too low' }, 'approve')
  expect(await ask('eth_sendTransaction', [payment])).toEqual({ code: 4001 })
  expect(await ask('eth_sendTransaction', [payment])).toEqual({ result: 'sent, probably' })
  expect(await ask('eth_sendTransaction', [payment])).toEqual({ code: -32000 })
  const { result: hash } = await ask('eth_sendTransaction', [payment])
  expect(wallet.sent).toEqual([hash])
  await receiptOf(stage.chain(741001), hash as `0x${string}`)
  expect(await stage.balance(741001, to)).toBe(100n)

  expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xb4e8a' }])).toEqual({ result: null })
  expect([wallet.chainId, wallet.asked('eth_sendTransaction')]).toEqual([741002, 4])
  expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toEqual({ code: 4902 })
})
