import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  parseUnits,
} from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deepDescribe, deepTest } from '../depth'
import { compile } from '../guard/contracts/compile'
import { abi, approveData, multicallData, packPath, unlimited } from '../guard/fixtures'
import { doByHand } from './byHand'
import { approvalIn, dataOf, inserted, listed, onTerms, swapIn, targetOf, termsOf, withSwap } from './calldata'
import { agreeToAll } from './consents'
import { type Attack, refusedInReview, swapUnder } from './reviewing'
import { openSetup, promptsOf, routerOf, sendsOf, swapLink, tokenOf } from './setup'
import { setStage } from './stage'
import { type Answer, TamperingProxy } from './tamperingProxy'
import { delta, harbor, Trader } from './trader'
import { TestWallet } from './wallet'

/*
 * The service has been taken over: over HTTP it answers with plans that a thief would write. The review shows each of
 * them in red, it cannot be confirmed, and the wallet gets no request.
 */

const proxy = new TamperingProxy()
const stage = setStage({ between: proxy.between })

const thief = getAddress('0x7415a54ec0ffee00000000000000000000001eaf')
const nobody: Hex = '0x0000000000000000000000000000000000000000'
const permit2: Hex = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

const others = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function transferOwnership(address newOwner)',
])

let usdc: Address
let weth: Address
let wbtc: Address
const sold = parseUnits('500', 6)

beforeAll(async () => {
  ;[usdc, weth, wbtc] = await Promise.all([token('USDC'), token('WETH'), token('WBTC')])
})

beforeEach(() => proxy.forward())

describe('A-20 a tampered plan is red, cannot be confirmed, and the wallet gets no request', () => {
  test('A-21 M-091 M-092 M-093 approvals that no swap needs', async () => {
    await swapUnder(
      stage,
      proxy,
      ['500', 'USDC', 'WETH'],
      [
        {
          name: 'an allowance for a thief besides the honest one',
          code: 'A-21',
          says: new RegExp(`${thief} could spend|spender ${thief}`),
          tamper: (honest) => inserted(honest, { to: usdc, value: 0, data: approveData(thief, sold) }),
        },
        {
          name: 'an allowance for a thief instead of the honest one',
          code: 'A-21',
          says: new RegExp(thief),
          tamper: (honest) => listed(honest, { ...approvalIn(honest), data: approveData(thief, sold) }, swapIn(honest)),
        },
        {
          name: 'an unlimited allowance for a thief',
          code: 'A-21',
          says: new RegExp(thief),
          tamper: (honest) => inserted(honest, { to: usdc, value: 0, data: approveData(thief, unlimited) }),
        },
        {
          name: 'an allowance of a token that is not sold',
          code: 'A-21',
          says: /which is not needed for this/,
          tamper: (honest) =>
            inserted(honest, { to: wbtc, value: 0, data: approveData(targetOf(swapIn(honest)), unlimited) }),
        },
        {
          name: 'an allowance after the swap, which nothing uses up',
          code: 'V-012',
          says: /Nothing you asked for needs this call to/,
          at: 'checks',
          tamper: (honest) =>
            listed(honest, ...honest.transactions, {
              ...approvalIn(honest),
              data: approveData(targetOf(swapIn(honest)), sold - 1n),
            }),
        },
        {
          name: 'an allowance and nothing else',
          code: 'V-012',
          says: /./,
          at: 'checks',
          tamper: (honest) => listed(honest, approvalIn(honest)),
        },
        {
          name: 'a signed permit handed in as a transaction',
          code: 'A-21',
          says: /The approval does more than is needed/,
          tamper: (honest) =>
            inserted(honest, {
              to: usdc,
              value: 0,
              data: encodeFunctionData({
                abi: others,
                functionName: 'permit',
                args: [thief, thief, unlimited, unlimited, 27, word, word],
              }),
            }),
        },
        {
          name: 'a Permit2 allowance for a thief',
          code: 'A-21',
          says: new RegExp(thief),
          tamper: (honest) =>
            inserted(honest, {
              to: permit2,
              value: 0,
              data: encodeFunctionData({
                abi: others,
                functionName: 'approve',
                args: [usdc, thief, sold, 281_474_976_710_655],
              }),
            }),
        },
      ],
    )
  })

  deepTest(
    'V-013 V-014 V-015 V-016 V-017 V-018 V-019 A-31 M-071 M-088 M-094 M-096 M-097 a swap on other terms than requested',
    async () => {
      await swapUnder(
        stage,
        proxy,
        ['500', 'USDC', 'WETH'],
        [
          {
            name: 'everything goes to a thief',
            code: 'V-013',
            says: new RegExp(`The tokens would go to ${thief}, not to`),
            tamper: (honest) => onTerms(honest, () => ({ recipient: thief })),
          },
          {
            name: 'everything stays with the router',
            code: 'V-018',
            says: /where anyone can take it/,
            tamper: (honest) => onTerms(honest, () => ({ recipient: nobody })),
          },
          {
            name: 'another token is bought',
            code: 'V-014',
            says: /None of the transactions buys WETH/,
            at: 'checks',
            tamper: (honest) => onTerms(honest, () => ({ path: packPath([usdc, wbtc]) })),
          },
          {
            name: 'another token is sold',
            code: 'V-014',
            says: /would leave your account; you pay 0/,
            at: 'checks',
            tamper: (honest) => onTerms(honest, () => ({ path: packPath([wbtc, weth]), amountIn: 100n })),
          },
          {
            name: 'ten times as much is sold',
            code: 'V-015',
            says: /5,?000 USDC would leave your account; you pay 500 USDC/,
            at: 'checks',
            tamper: (honest) => onTerms(honest, ({ amountIn }) => ({ amountIn: amountIn * 10n })),
          },
          {
            name: 'a minimum of nothing',
            code: 'V-016',
            says: /sets no minimum/,
            at: 'checks',
            tamper: (honest) => onTerms(honest, () => ({ amountOutMinimum: 0n })),
          },
          {
            name: 'a minimum and a promise of half of what it is worth',
            code: 'A-31',
            says: /% slippage; you chose 0\.5\s?%/,
            at: 'checks',
            tamper: (honest) => {
              const { rest, ...half } = onTerms(honest, ({ amountOutMinimum }) => ({
                amountOutMinimum: amountOutMinimum / 2n,
              }))
              return { ...half, rest: { ...rest, minAmountOut: 0 } }
            },
          },
          {
            name: 'a deadline that has passed',
            code: 'V-017',
            says: /deadline passed \d+ seconds ago/,
            tamper: (honest) => onTerms(honest, () => ({ deadline: 1_600_000_000n })),
          },
          {
            name: 'a fee of a tenth for a thief',
            code: 'V-019',
            says: new RegExp(`10\\s?% goes to ${thief} as a fee`),
            tamper: (honest) => {
              const { amountOutMinimum } = termsOf(honest)
              const swap = dataOf(swapIn(onTerms(honest, () => ({ recipient: nobody }))))
              const fee = encodeFunctionData({
                abi: others,
                functionName: 'sweepTokenWithFee',
                args: [weth, amountOutMinimum, getAddress(thief), 1_000n, thief],
              })
              return withSwap(honest, { data: multicallData(swap, fee) })
            },
          },
          {
            name: 'a swap that comes before its allowance',
            code: 'V-030',
            says: /It would fail/,
            tamper: (honest) => listed(honest, swapIn(honest), approvalIn(honest)),
          },
        ],
      )
    },
  )

  deepTest('V-004 V-005 V-006 V-021 M-074 M-077 M-078 M-083 impossible targets, data and values', async () => {
    const to = (target: string, code: string, at: Attack['at'] = 'no plan', says = /./): Attack => ({
      name: `to ${target || 'nothing'}`,
      code,
      at,
      says,
      tamper: (honest) => withSwap(honest, { to: target }),
    })
    await swapUnder(
      stage,
      proxy,
      ['500', 'USDC', 'WETH'],
      [
        to('', 'V-004'),
        to('router.eth', 'V-004', 'no plan', /is not an address/),
        to('0x52908400098527886E0F7030069857D2E4169Ee7', 'V-004', 'no plan', /checksum/),
        to(nobody, 'V-004', 'row'),
        to('0x0000000000000000000000000000000000000004', 'V-004', 'row', /is not a contract/),
        to(weth, 'V-004', 'row', /Nothing you asked for needs this call to/),
        to(thief, 'V-021', 'row', /There is no contract at/),
        {
          name: 'half a byte',
          code: 'V-005',
          says: /./,
          at: 'no plan',
          tamper: (honest) => withSwap(honest, { data: '0x123' }),
        },
        {
          name: 'an object for data',
          code: 'V-005',
          says: /./,
          at: 'no plan',
          tamper: (honest) => withSwap(honest, { data: { to: thief } }),
        },
        {
          name: 'a payment besides the swap',
          code: 'V-005',
          says: new RegExp(`needs this call to ${thief}`),
          tamper: (honest) => inserted(honest, { to: thief, data: '0x', value: 0 }),
        },
        {
          name: 'a coin sent along with a token',
          code: 'V-006',
          says: /match neither the amount you pay nor a fee/,
          at: 'no plan',
          tamper: (honest) => withSwap(honest, { value: 1e18 }),
        },
      ],
    )
  })
})

deepDescribe('a router that behaves differently in a simulation, deployed on the chain', () => {
  const tricks = [
    'KeepAll',
    'HonestWithoutGasPrice',
    'HonestWithoutBaseFee',
    'HonestToContracts',
    'TakeWholeAllowance',
    'PayHalf',
    'Honest',
  ] as const

  test('V-032 V-031 A-20 a tampered plan is detected when the swap is simulated, for any check of its own', async () => {
    const { page, wallet, trader } = await openSetup(stage, ['500', 'USDC', 'WETH'])
    const through = await deployTricks(wallet)
    for (const trick of [
      'KeepAll',
      'HonestWithoutGasPrice',
      'HonestWithoutBaseFee',
      'HonestToContracts',
      'PayHalf',
    ] as const) {
      proxy.tamper((honest) => sentThrough(honest, through.get(trick)!, wallet))
      await refusedInReview(stage, page, {
        name: trick,
        code: 'V-032',
        says: /You would receive .*; the minimum is/,
        at: 'checks',
      })
    }

    await wallet.approve(usdc, through.get('TakeWholeAllowance')!, sold + 400_000_000n)
    proxy.tamper((honest) => {
      const stolen = sentThrough(honest, through.get('TakeWholeAllowance')!, wallet)
      return listed(stolen, swapIn(stolen))
    })
    await refusedInReview(stage, page, {
      name: 'TakeWholeAllowance',
      code: 'V-031',
      says: /900 USDC would leave your account; you pay 500 USDC/,
      at: 'checks',
    })

    proxy.tamper((honest) => withSwap(sentThrough(honest, through.get('KeepAll')!, wallet), { data: '0xdeadbeef' }))
    await refusedInReview(stage, page, { name: 'unknown calldata', code: 'V-030', says: /It would fail/ })
    expect(promptsOf(wallet)).toEqual([])

    // An unknown contract that keeps its terms is allowed, but only after a consent.
    proxy.tamper((honest) => sentThrough(honest, through.get('Honest')!, wallet))
    await trader.review()
    const dialog = page.getByRole('dialog', { name: 'Review swap' })
    await dialog.getByText('Check before you sign', { exact: true }).waitFor()
    const confirm = dialog.getByRole('button', { name: 'Confirm swap' })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await agreeToAll(dialog)
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    expect(promptsOf(wallet)).toEqual([])
  })

  async function deployTricks(wallet: TestWallet): Promise<ReadonlyMap<string, Address>> {
    const router = routerOf(stage)
    const code = compile('TwoFaced')
    const deployed = new Map<string, Address>()
    for (const [index, trick] of tricks.entries()) {
      const args = encodeAbiParameters(parseAbiParameters('address router, uint8 trick'), [router, index])
      const { contractAddress } = await doByHand(stage, wallet, harbor, { data: concat([code, args]) })
      deployed.set(trick, getAddress(contractAddress!))
    }
    return deployed
  }

  /** The honest plan, with another contract instead of the router. */
  function sentThrough(honest: Answer, router: Address, wallet: TestWallet): Answer {
    const { amountIn, amountOutMinimum, deadline } = termsOf(honest)
    const params = {
      ...{ tokenIn: usdc, tokenOut: weth, fee: 3_000, recipient: wallet.address, deadline },
      ...{ amountIn, amountOutMinimum: (amountOutMinimum * 99n) / 100n, sqrtPriceLimitX96: 0n },
    }
    const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
    const approval = { ...approvalIn(honest), data: approveData(router, amountIn) }
    const { minAmountOut: _, ...rest } = honest.rest
    return listed({ ...honest, rest }, approval, { ...swapIn(honest), to: router, data })
  }
})

deepDescribe('what the wallet receives', () => {
  deepTest(
    'A-21 A-26 V-007 V-009 M-084 M-086 an unlimited approval is limited to the sold amount; fees, nonces and RPC URLs of the service are ignored',
    async () => {
      const { visit, trader, wallet } = await openSetup(stage, ['500', 'USDC', 'WETH'])
      const hostile = {
        ...{ gasAmount: 1e18, gasPrice: '0xffffffffff', maxFeePerGas: '0xffffffffff', nonce: 99, gas: '0x1' },
        ...{ accessList: [], rpcUrl: 'https://rpc.thief.example/', from: thief },
      }
      proxy.tamper((honest) => {
        const router = targetOf(swapIn(honest))
        const approvals = honest.transactions.slice(0, -1)
        const unlimitedOnes = approvals.map((each) => ({ ...each, data: approveData(router, unlimited) }))
        return listed(honest, ...[...unlimitedOnes, swapIn(honest)].map((each) => ({ ...each, ...hostile })))
      })
      await trader.review()
      expect((await trader.signTable()).join()).toMatch(/spend up to 500 USDC/)
      await trader.confirm()
      await trader.waitForStatus('done')

      const [approval, swap] = sendsOf(wallet)
      expect(approval?.data).toBe(approveData(targetOf({ to: swap?.to ?? '' }), sold))
      for (const request of [approval, swap]) {
        expect(Object.keys(request ?? {}).sort()).toEqual(['chainId', 'data', 'from', 'gas', 'nonce', 'to', 'value'])
        expect(request?.from).toBe(wallet.address)
        expect(Number(request?.gas)).toBeLessThan(1_000_000)
      }
      // The account's own next nonces, not the service's 99.
      expect([approval, swap].map((request) => Number(request?.nonce))).toEqual([0, 1])
      expect(visit.requests.filter((request) => request.includes('thief.example'))).toEqual([])
    },
  )

  deepTest(
    'A-20 I2 I5 a service that is taken over between approval and swap is detected before the second prompt',
    async () => {
      const { page, trader, wallet } = await openSetup(stage, ['500', 'USDC', 'WETH'])
      proxy.tamper((honest) => (wallet.sent.length === 0 ? honest : onTerms(honest, () => ({ recipient: thief }))))
      await trader.review()
      await trader.confirm()
      await trader.waitForStatus('failed')
      await expect.poll(() => trader.order().innerText()).toContain(thief)
      expect(promptsOf(wallet)).toEqual(['eth_sendTransaction'])

      // the remaining allowance is shown, and can be revoked.
      await page.getByRole('button', { name: /^Revoke/ }).waitFor()
    },
  )

  deepTest('M-101 A-20 a replayed answer of an earlier swap is not signed twice', async () => {
    const { page, trader, wallet } = await openSetup(stage, ['0.25', 'ETH', 'USDC'])
    let first: Answer | undefined
    proxy.tamper((honest) => {
      first ??= honest
      return first
    })
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
    await page.keyboard.press('Escape')
    await trader.pay('0.25')
    await refusedInReview(stage, page, { name: 'a replay', code: 'M-101', says: /./, at: 'checks' })
    expect(promptsOf(wallet)).toEqual(['eth_sendTransaction'])
  })

  deepTest('A-25 F-13 a network is only ever added with the deployment’s own parameters', async () => {
    const away = stage.exchange.chains.filter(({ chainId }) => chainId === delta)
    const wallet = new TestWallet({ chains: away, chainId: delta })
    await stage.exchange.fund('evm', wallet.address)
    const visit = await stage.visit(await swapLink(stage, ['0.25', 'ETH', 'USDC']), { wallet })
    const trader = new Trader(stage, visit.page)
    await trader.connect('Test Wallet')
    proxy.tamper((honest) => withSwap(honest, { rpcUrl: 'https://rpc.thief.example/' }))
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('wrong network')

    const added = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')
    expect(added?.params).toEqual([
      expect.objectContaining({
        chainId: numberToHex(harbor),
        chainName: 'Harbor',
        rpcUrls: [`${stage.url}/rpc/${harbor}`],
      }),
    ])
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
  })

  deepTest('A-24 a provider injected after the connection gets no request', async () => {
    const { page, trader, wallet } = await openSetup(stage, ['0.25', 'ETH', 'USDC'])
    await page.evaluate(() => {
      const stolen: string[] = []
      const provider = {
        request: async ({ method }: { method: string }) => {
          stolen.push(method)
          return null
        },
        on: () => provider,
        removeListener: () => provider,
      }
      Object.assign(window, { ethereum: provider, stolen })
      const info = {
        uuid: crypto.randomUUID(),
        name: 'Test Wallet',
        icon: 'data:image/svg+xml,<svg/>',
        rdns: 'test.tidegate.wallet',
      }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    })
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
    expect(promptsOf(wallet)).toEqual(['eth_sendTransaction'])
    expect(await page.evaluate(() => Reflect.get(window, 'stolen'))).toEqual([])
  })
})

const word: Hex = `0x${'11'.repeat(32)}`

function token(symbol: string): Promise<Address> {
  return tokenOf(stage, symbol)
}
