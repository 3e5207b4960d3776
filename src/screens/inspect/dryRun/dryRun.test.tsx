import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import {
  depositIntent,
  increaseIntent,
  liquidityOrder,
  withdrawIntent,
} from '../../../../test/builders/liquidityOrders'
import * as records from '../../../../test/fixtures/poolRecords'
import { clientListing, deployment, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import { writeBundle } from '../../../components/orders/supportBundle'
import { defaultToleranceBps } from '../../../domain/liquidity/tolerance'
import { noHistory } from '../../../guard/checkInputs'
import type { LiquidityIntent } from '../../../guard/liquidityIntent'
import { writeJson } from '../../../protocol/json/json'
import { toPlainJson } from '../../../protocol/json/plainJson'
import { createPoolReader } from '../../../protocol/pools/poolReader'
import DryRun from './DryRun'
import { checkPastedLiquidity, readPastedLiquidity } from './pastedLiquidity'

const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
]
const owner = '0x5555555555555555555555555555555555555555'
const body = JSON.stringify({
  amountA: 0.5,
  amountB: 1600,
  tokenAId: weth.id,
  tokenBId: usdc.id,
  tickLower: -197_040,
  tickUpper: -195_000,
  networkName: 'Harbor',
  recipient: owner,
  creationTick: 0,
})

const facts = { made: '2026-01-31', deployment: 'test', browser: 'test', isMasked: false }

beforeEach(() => window.history.replaceState(null, '', '/inspect?view=dry-run'))

describe('what is pasted', () => {
  test.each([
    ['the body of a deposit', body, 'request'],
    ['a kept request', `{"request":${body}}`, 'request'],
    ['a kept request beside its answer', `{"request":${body},"answer":{},"url":"/api"}`, 'answer'],
    ['a link to a position', 'https://x.example/positions/Harbor/46?x=1', 'position'],
    ['a link to the move of a position', `/liquidity/add?pool=741001:${records.poolAddress}&move=46`, 'position'],
    ['a link of the form', `https://x.example/liquidity/add?pool=741001:${records.poolAddress}&amount0=1`, 'link'],
    ['the intent of an increase', writeJson(toPlainJson(increaseIntent)), 'intent'],
    ['the intent of a withdrawal', writeJson(toPlainJson(withdrawIntent(5n))), 'intent'],
    ['a bundle with a deposit', writeBundle([liquidityOrder(depositIntent, undefined)], facts), 'plan'],
  ])('%s is treated as what it is', (_, text, is) => expect(readPastedLiquidity(text)?.is).toBe(is))

  test.each([
    ...['', 'hello', '{}', '{"amount":"1","tokenAId":11,"tokenBId":12}', '[1]', '/swap?from=1:0x1&to=1:0x2'],
    ...['/positions/Harbor', '/positions/Harbor/abc', '/positions?of=0x1', `{"request":{"amount":"1"}}`],
  ])('%j contains nothing about liquidity', (text) => expect(readPastedLiquidity(text)).toBeUndefined())
})

test('a link has no tolerance: the form’s default is tried, which is more on a narrow range', async () => {
  const { deployment, nodes, clock, wait, wallets } = open().services
  const said = poolsSaid([records.embedded])
  if (said.is !== 'answer') throw new Error('The builder answers.')
  const [pool] = createPoolReader('evm', listed).read(said.answer.value)
  const deps = {
    deployment,
    nodes,
    clock,
    wait,
    wallets,
    tokens: listed,
    history: async () => noHistory,
    pools: async () => [pool!],
  }
  const toleranceOf = async (ticks: string) => {
    const pasted = readPastedLiquidity(`/liquidity/add?pool=741001:${records.poolAddress}&amount0=0.5&${ticks}`)
    const tried = await checkPastedLiquidity(pasted!, { sender: owner, toleranceBps: undefined }, deps)
    return tried.is === 'checked' && tried.checked.plan.intent
  }
  expect(await toleranceOf('lower=-887220&upper=887220')).toMatchObject({ toleranceBps: 200 })
  const { bps } = defaultToleranceBps(false, {
    ...{ tickLower: -196_500, tickUpper: -196_020 },
    sqrtPriceX96: BigInt(records.embedded.sqrtPriceX96),
  })
  expect(bps).toBeGreaterThan(200)
  expect(await toleranceOf('lower=-196500&upper=-196020')).toMatchObject({ toleranceBps: bps })
})

describe('the form', () => {
  const paste = async (text: string) => {
    const box = screen.getByRole('textbox', { name: 'Intent' })
    await userEvent.clear(box)
    await userEvent.click(box)
    await userEvent.paste(text)
  }

  test('never mistakes a deposit for a swap, and keeps nothing of an earlier paste', async () => {
    open()
    await paste(`/swap?from=741001:${records.wethAddress}&to=741001:${records.usdcAddress}&amount=3&recipient=${owner}`)
    expect(screen.getByRole('textbox', { name: 'Recipient (optional)' })).toHaveValue(owner)
    await paste(body)
    expect(screen.getByText(/^A deposit, from a request body/)).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'Token to sell' })).toBeNull()
    await paste(`/swap?from=741001:${records.usdcAddress}&to=741001:${records.wethAddress}&amount=7`)
    expect(screen.queryByText(/^A deposit/)).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('7')
    expect(screen.getByRole('textbox', { name: 'Recipient (optional)' })).toHaveValue('')
  })

  test.each([
    ['{"kind":"tidegate pool bundle"}', /^This is a pool bundle/],
    ['{"kind":"tidegate pool history"}', /^This is a pool history/],
    ['{"kind":"tidegate-settings"}', /^These are settings of the app/],
    [writeBundle([], facts), /^This support bundle has no order/],
    ['{"message":"ok","data":null,"status":true}', /^This is a response of the exchange/],
    ['{"transactions":[]}', /^This is a response of the exchange/],
    [`0x${'a'.repeat(64)}`, /^This is a transaction, or its hash/],
    ['{"to":"0x1","data":"0x","value":"0x0"}', /^This is a transaction, or its hash/],
    ['https://tidegate.example/pools/Harbor', /^This link names no swap/],
    ['{"tickLower":-60}', /^Part of a request’s body/],
    ['hello', 'No swap, deposit or withdrawal found in this text.'],
  ])('it identifies %s, and shows what to do with it', async (text, said) => {
    open()
    await paste(text)
    expect(screen.getByText(said)).toBeVisible()
  })

  test('it keeps neither tolerance nor address of an earlier paste, and shows the assumed tolerance', async () => {
    open()
    await paste(body)
    await userEvent.type(screen.getByRole('textbox', { name: /^Slippage tolerance/ }), '3,5')
    await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), owner)
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByRole('region', { name: 'What would be signed' })
    expect(screen.queryByText(/^Slippage tolerance assumed/)).toBeNull()

    await paste(body.replace('0.5', '0.25'))
    expect(screen.queryByRole('region', { name: 'What would be signed' })).toBeNull()
    expect(screen.getByRole('textbox', { name: /^Slippage tolerance/ })).toHaveValue('')
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('')
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(await screen.findByText(/^Slippage tolerance assumed: \d/)).toBeVisible()

    await userEvent.type(screen.getByRole('textbox', { name: /^Slippage tolerance/ }), 'much')
    expect(screen.getByText('Enter a slippage tolerance of at most 50 percent.')).toBeVisible()
  })

  test('a run that ends late never answers for what was pasted since', async () => {
    const { release } = open({ isHeld: true })
    await paste(body)
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    await paste(body.replace('0.5', '0.25'))
    await act(async () => release())
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(screen.queryByRole('region', { name: 'What would be signed' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(await screen.findByRole('region', { name: 'What would be signed' })).toHaveTextContent(
      'Deposit up to 0.25 WETH',
    )
  })

  test('it fills a swap from a bundle, ignoring older deposits in it', async () => {
    open()
    const intent = {
      kind: 'swap' as const,
      sell: { token: listed[0]!, units: 5n * 10n ** 17n },
      buy: listed[1]!,
      slippageBps: 75,
      sender: owner,
      recipient: owner,
      skipNonSwapTransactions: false,
    }
    const { plan, ...order } = liquidityOrder(depositIntent, undefined)
    const swap = { ...order, id: 'order-2', openedAt: order.openedAt + 1, plan: { ...plan, intent } }
    await paste(writeBundle([liquidityOrder(depositIntent, undefined), swap], facts))
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.5')
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue(owner)
    expect(screen.getByRole('textbox', { name: 'Slippage tolerance in percent' })).toHaveValue('0.75')
  })

  test('prepares and checks a deposit for its recipient, without asking the service for it', async () => {
    const { asked } = open()
    await paste(body)
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(await screen.findByRole('region', { name: 'What would be signed' })).toHaveTextContent(
      'Deposit up to 0.5 WETH',
    )
    const bounds = screen.getByRole('group', { name: 'Bounds' })
    expect(bounds).toHaveTextContent('Maximum paid0.5 WETH, 1,600 USDC')
    expect(asked).toEqual([])
  })

  const link = `/liquidity/add?pool=741001:${records.poolAddress}&lower=-197040&upper=-195000&amount0=0.5`
  const bundled = (intent: LiquidityIntent) => writeBundle([liquidityOrder(intent, undefined)], facts)

  test.each([
    ['a deposit from a link', link, 'Deposit up to 0.5 WETH'],
    ['a deposit from a bundle', bundled(depositIntent), 'What would be signed'],
    ['an increase from an intent', writeJson(toPlainJson(increaseIntent)), 'Add liquidity to position 46'],
    ['an increase from a bundle', bundled(increaseIntent), 'What would be signed'],
    ['a withdrawal from an intent', writeJson(toPlainJson(withdrawIntent(5n))), 'Remove liquidity from position 46'],
    ['a withdrawal from a bundle', bundled(withdrawIntent(5n)), 'What would be signed'],
  ])('tries %s, and asks the service for nothing', async (_, text, said) => {
    const { asked } = open()
    await paste(text)
    const signer = screen.queryByRole('textbox', { name: 'Address' })
    if (signer) await userEvent.type(signer, owner)
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(await screen.findByRole('region', { name: 'What would be signed' })).toHaveTextContent(said)
    expect(asked).toEqual([])
  })

  test.each([
    ['a link', link],
    ['a body', body],
  ])(
    'for %s it reports that the exchange makes the deposit itself if no position manager is known',
    async (_, text) => {
      const { asked } = open({ hasManager: false })
      await paste(text)
      const signer = screen.getByRole('textbox', { name: 'Address' })
      await userEvent.type(signer, owner)
      await userEvent.click(screen.getByRole('button', { name: 'Run' }))
      const requested = await screen.findByRole('region', { name: 'What would be requested' })
      expect(requested).toHaveTextContent(/Nothing to sign: the exchange makes this deposit itself/)
      expect(requested).toHaveTextContent(/Deposits at most0.5 WETH · [\d,.]+ USDC/)
      expect(requested).toHaveTextContent('Rangeticks −197,040 to −195,000')
      expect(asked).toEqual([])
    },
  )

  test('it reports fields that do not fit the deployment', async () => {
    open()
    await paste(body.replace('"Harbor"', '"Delta"'))
    await userEvent.click(screen.getByRole('button', { name: 'Run' }))
    expect(await screen.findByText(/networkName is "Delta", the tokens are on "Harbor"/)).toBeVisible()
  })
})

function open({ hasManager = true, isHeld = false } = {}) {
  const asked: unknown[] = []
  const word = `0x${(10n ** 30n).toString(16).padStart(64, '0')}`
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
    if (!isHeld) resolve()
  })
  const ask = async (method: string) => {
    await held
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x64', number: '0x5' }
    if (method === 'eth_call') return word
    throw new Error('not known')
  }
  const { positionManager, ...unmanaged } = records.embedded
  const chains = deployment.chains.map((chain) => (hasManager ? { ...chain, positionManager } : chain))
  const client = clientListing(listed, {
    pools: async () => poolsSaid([hasManager ? records.embedded : unmanaged]),
    addLiquidity: async (request) => {
      asked.push(request)
      throw new Error('The service was asked.')
    },
  })
  const wallets = walletsWith({ rpc: () => ask })
  const services = servicesWith({ deployment: { ...deployment, chains }, client, wallets })
  renderIn(services, <DryRun />)
  return { asked, services, release }
}
