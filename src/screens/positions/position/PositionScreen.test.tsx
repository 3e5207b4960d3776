import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Route } from 'wouter'
import { ether, poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import { depositIntent, liquidityOrder } from '../../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../../test/builders/orderService'
import * as records from '../../../../test/fixtures/poolRecords'
import {
  accountWith,
  clientListing,
  deployment,
  renderIn,
  servicesWith,
  wait,
  walletsWith,
} from '../../../../test/services'
import type { RpcPort } from '../../../chain/rpc'
import type { Services } from '../../../components/services'
import type { Checked } from '../../../guard/check/checkedPlan'
import { refuse } from '../../../protocol/refusal'
import PositionScreen from './PositionScreen'

const listed = [{ ...weth, address: records.wethAddress }, { ...usdc, address: records.usdcAddress }, ether]
const word = (value: bigint | string) => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
const words = (...values: readonly (bigint | string)[]) => `0x${values.map(word).join('')}`
const increased = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
const collected = '0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01'

describe('the page of a position', () => {
  test('the page shows the value, the profit from logs, and the orders of a position', async () => {
    open({ liquidity: 10n ** 15n })
    expect(await screen.findByRole('heading', { name: 'WETH/USDC #46' })).toBeVisible()
    await screen.findByText('Received so far')
    const account = screen.getByRole('region', { name: 'Performance' })
    const details = screen.getByText('Received so far').closest('details')
    // 1 WETH and 3,000 USDC went in, 0.1 WETH and 5 USDC were paid out; 0.01 WETH and 30 USDC wait to be collected.
    expect(account).toHaveTextContent('Deposited1 WETH3,000 USDC')
    expect(details).toHaveTextContent('Received so far0.1 WETH5 USDC')
    expect(account).toHaveTextContent('Total fees earned0.11 WETH35 USDC')
    // In cents for eyes, to the last digit for ears and the clipboard.
    expect(account).toHaveTextContent(/Against holding−[\d,]+\.\d\d USDC−[\d,]+\.\d{3,6} USDC/)
    expect(screen.getAllByText('APR')).toHaveLength(1)
    expect(details).toHaveTextContent(/Against keeping USDC−[\d,.]+ USDC/)
    const history = screen.getByRole('table', { name: 'History' })
    expect(within(history).getAllByRole('row')).toHaveLength(3)
    expect(screen.getByRole('list', { name: 'Your orders' })).toHaveTextContent(/^Deposit 0.497393 WETH/)
    expect(screen.getByText('APR of the pool').parentElement).toHaveTextContent('36.5%')
    expect(screen.getByText('Realised APR').parentElement).toHaveTextContent(/[\d.]+%|Too early/)
    expect(screen.getByText('Range status').parentElement).toHaveTextContent(/In range.*Since /)
    expect(screen.getByText('Fees per day').parentElement).toHaveTextContent(/\$[\d.,]+/)
  })

  test('takes out any percentage, with a tolerance of one’s own', async () => {
    open({ liquidity: 10n ** 15n })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove liquidity' }))
    const dialog = await screen.findByRole('dialog', { name: 'Review withdrawal' })
    // Six digits are shown; the exact amount is copied.
    const row = () => within(dialog).getByText('Estimated received').parentElement
    const out = () => Number(row()?.querySelector('data')?.value)
    const whole = out()
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Another percentage' }), '12.5')
    expect(out()).toBeCloseTo(whole / 8, 12)
    const tolerance = within(dialog).getByRole('textbox', { name: 'Slippage tolerance in percent' })
    await userEvent.clear(tolerance)
    await userEvent.type(tolerance, '1')
    // 10% less of one token with half a percent of tolerance: it is the mix that moves, not the value.
    expect(dialog).toHaveTextContent('Minimum if the price moves 1%')
    await userEvent.click(within(dialog).getByRole('button', { name: 'What does this minimum mean?' }))
    expect(dialog).toHaveTextContent('about the same value')
    const other = within(dialog).getByRole('textbox', { name: 'Another percentage' })
    await userEvent.clear(other)
    await userEvent.type(other, '101')
    expect(within(dialog).getByText('Enter a percentage from 0.01 to 100.')).toBeVisible()
    await userEvent.click(within(dialog).getByRole('radio', { name: '50%' }))
    expect(out()).toBeCloseTo(whole / 2, 12)
  })

  test('a withdrawal that is prepared again while it is reviewed stays frozen', async () => {
    let now = 1_000_000
    const { queries } = open({ liquidity: 10n ** 15n, clock: () => now })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove liquidity' }))
    const plan = () => queries.getQueriesData<Checked>({ queryKey: ['checked plan'] }).at(-1)?.[1]?.plan
    await waitFor(() => expect(plan()).toBeDefined())
    const first = plan()
    now += 10_000
    await act(() => queries.refetchQueries({ queryKey: ['checked plan'] }))
    expect(plan()).not.toEqual(first)
    expect(Object.isFrozen(plan())).toBe(true)
  })

  test('it draws its price from the oldest record to the newest, in either order of the service', async () => {
    const { hourly } = records.embedded
    const drawn = async (hours: readonly object[]) => {
      open({ liquidity: 10n ** 15n, record: { hourly: hours } })
      const chart = await screen.findByRole('region', { name: 'Price and range' })
      const [points, dates] = [
        chart.querySelector('polyline:not([stroke-dasharray])')?.getAttribute('points'),
        chart.textContent,
      ]
      cleanup()
      return { points, dates }
    }
    const straight = await drawn(hourly)
    const at = (straight.points ?? '').split(' ').map((point) => Number(point.split(',')[0]))
    expect(at.length).toBeGreaterThan(1)
    expect([at[0], at.at(-1)]).toEqual([0, 1_000])
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(await drawn(hourly.toReversed())).toEqual(straight)
  })

  test('leads to its pool and to all positions, not to itself', async () => {
    open({ liquidity: 10n ** 15n })
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Add more', 'Move range'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Move range' }))
    expect(window.location.search).toContain('move=46')
    cleanup()
    open({ liquidity: 10n ** 15n })
    expect(await screen.findByRole('link', { name: 'All positions' })).toHaveAttribute('href', '/positions')
    expect(await screen.findByText('WETH/USDC', { selector: 'a' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'History of #46' })).toBeNull()
  })

  test.each([
    ['less', 10n ** 10n, false],
    ['more', 10n ** 13n, true],
  ])('collecting that costs %s than the fees is only warned of where it costs more', async (_, gasPrice, isDear) => {
    open({ liquidity: 10n ** 15n, gasPrice })
    const hero = await screen.findByRole('region', { name: 'Position' })
    expect(await within(hero).findByText(/^\$[\d,]+\.\d\d$/, { selector: '.text-title' })).toBeVisible()
    const cost = /^Collecting costs about \$[\d,.]+, more than the fees\.$/
    if (isDear) expect(await within(hero).findByText(cost)).toBeVisible()
    else {
      await wait(50)
      expect(within(hero).queryByText(cost)).toBeNull()
    }
  })

  test('the first screen has the value, the fees and four rows of performance; all other figures are folded away', async () => {
    open({ liquidity: 10n ** 15n })
    await screen.findByText('Against holding')
    const account = screen.getByRole('region', { name: 'Performance' })
    expect([...account.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      'Deposited',
      'Now',
      'Total fees earned',
      'Against holding',
    ])
    expect(screen.getByText('Realised APR').closest('details')).not.toHaveAttribute('open')
  })

  test.each([
    ['/positions/Harbor/abc', '“abc” is not the number of a position'],
    [`/positions/Harbor/${'9'.repeat(90)}`, `“${'9'.repeat(90)}” is not the number of a position`],
    ['/positions/Nowhere/46', 'This exchange has no network “Nowhere”'],
  ])('it explains what is wrong with the link %s, and how to find the position', async (path, said) => {
    open({ liquidity: 10n ** 15n, path })
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.getByText(/look for the position by its owner’s address/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'All positions' })).toBeVisible()
  })

  test('the page of a closed position keeps its history', async () => {
    open({ liquidity: 0n })
    expect(await screen.findByText('Closed')).toBeVisible()
    expect(await screen.findByRole('table', { name: 'History' })).toBeVisible()
  })

  test('it reports that the node keeps no old logs', async () => {
    open({ liquidity: 10n ** 15n, hasLogs: false })
    expect(await screen.findByText(/could not be read, so there is no profit and loss/)).toBeVisible()
  })

  test('calls nothing "none while out of range" while it is in range, or closed', async () => {
    open({
      liquidity: 10n ** 15n,
      record: { fees24h: undefined, volume24h: undefined, fees7d: undefined, volume7d: undefined },
    })
    expect(await screen.findByText('Fees per day')).toBeInTheDocument()
    expect(screen.getByText('Range status').parentElement).toHaveTextContent('In range')
    expect(screen.getByText('Fees per day').parentElement).toHaveTextContent('Not reported')
    expect(document.body).not.toHaveTextContent('None while out of range')
    cleanup()
    open({ liquidity: 0n })
    expect(await screen.findAllByText('None: the position is closed')).not.toEqual([])
    expect(document.body).not.toHaveTextContent('None while out of range')
  })

  test('makes up no profit and loss where unclaimed fees are unknown', async () => {
    open({ liquidity: 10n ** 15n, hasUnclaimed: false })
    await screen.findByText('Received so far')
    const account = screen.getByRole('region', { name: 'Performance' })
    expect(account).toHaveTextContent('Deposited1 WETH3,000 USDC')
    expect(account).toHaveTextContent('Unclaimed feesUnavailable. Profit and loss cannot be calculated without them.')
    for (const figure of ['Total fees earned', 'Realised APR', 'Against holding', 'Against keeping'])
      expect(account).not.toHaveTextContent(figure)
  })

  test('a number that no position has is not found', async () => {
    open({ liquidity: undefined })
    expect(await screen.findByText('Position not found')).toBeVisible()
  })
})

test.each([
  ['a list of pools', 'pools', ['pools']],
  ['a position', 'node', ['balance', 'position']],
])('%s that could not be read has failed while it is asked for again too', async (_, who, queryKey) => {
  let isAsleep = false
  const failOrSleep = <Failure,>(failure: () => Promise<Failure>) =>
    isAsleep ? new Promise<never>(() => {}) : failure()
  const refused = async () => ({ is: 'refused', refusal: refuse('failing') }) as const
  const pools = async () => (who === 'pools' ? failOrSleep(refused) : poolsSaid([records.embedded]))
  const rpc = () => () => failOrSleep(() => Promise.reject(new Error('fetch failed')))
  const chains = deployment.chains.map((chain) => ({ ...chain, positionManager: records.embedded.positionManager }))
  const { queries } = openIn(
    servicesWith({
      deployment: { ...deployment, chains },
      client: clientListing(listed, { pools }),
      wallets: walletsWith({ accounts: [accountWith()], rpc }),
      orderService: ordersWith(),
    }),
    '/positions/Harbor/47',
  )
  const notice = await screen.findByText('Could not read this position')
  isAsleep = true
  await act(async () => {
    void queries.invalidateQueries({ queryKey })
    await wait(50)
  })
  expect(queries.isFetching({ queryKey })).toBe(1)
  expect(notice).toBeInTheDocument()
})

type Story = {
  readonly liquidity: bigint | undefined
  readonly hasLogs?: boolean
  readonly hasUnclaimed?: boolean
  readonly gasPrice?: bigint
  /** Fields of the pool's record. */
  readonly record?: object
  readonly path?: string
  readonly clock?: () => number
}

function open(story: Story) {
  const { liquidity, hasLogs = true, hasUnclaimed = true, record = {}, path = '/positions/Harbor/46' } = story
  const { clock = () => 1_000_000 } = story
  const me = accountWith().address
  const ask: RpcPort = async (method, params) => {
    if (method === 'eth_getLogs') {
      if (!hasLogs) throw new Error('block range too wide')
      const log = {
        address: me,
        topics: [increased, words(46n)],
        blockNumber: '0x5',
        logIndex: '0x0',
        transactionHash: words(1n),
      }
      const paid = { ...log, topics: [collected, words(46n)], blockNumber: '0x6', transactionHash: words(2n) }
      return [
        { ...log, data: words(10n ** 15n, 10n ** 18n, 3_000_000_000n) },
        { ...paid, data: words(me, 10n ** 17n, 5_000_000n) },
      ]
    }
    if (method === 'eth_estimateGas') return words(150_000n)
    if (method === 'eth_gasPrice') return words(story.gasPrice ?? 1n)
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x65000000' }
    const { data = '' } = (params[0] ?? {}) as { data?: string }
    if (data.startsWith('0x3850c7bd')) return words(records.embedded.sqrtPriceX96)
    if (data.startsWith('0xc45a0155') || data.startsWith('0x1698ee82')) return words(records.poolAddress)
    if (liquidity === undefined) throw new Error('execution reverted: Invalid token ID')
    if (data.startsWith('0x6352211e')) return words(me)
    if (data.startsWith('0xfc6f7865') && !hasUnclaimed) throw new Error('fetch failed')
    if (data.startsWith('0xfc6f7865')) return words(10n ** 16n, 30_000_000n)
    return words(
      ...[0n, 0n, records.wethAddress, records.usdcAddress, 3000n, -197_040n, -195_000n, liquidity, 0n, 0n, 0n, 0n],
    )
  }
  const { positionManager } = records.embedded
  const chains = deployment.chains.map((chain) => ({ ...chain, positionManager }))
  const services = servicesWith({
    clock,
    deployment: { ...deployment, chains },
    client: clientListing(listed, { pools: async () => poolsSaid([{ ...records.embedded, ...record }]) }),
    wallets: walletsWith({ accounts: [accountWith()], rpc: () => ask }),
    orderService: ordersWith({ orders: [liquidityOrder(depositIntent, [-497_392_935_098_424_215n, -1n])] }),
  })
  return openIn(services, path)
}

function openIn(services: Services, path: string) {
  window.history.replaceState(null, '', path)
  return renderIn(
    services,
    <Route path="/positions/:network/:position">
      <PositionScreen />
    </Route>,
  )
}
