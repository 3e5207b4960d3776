import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { clientListing, deployment, harbor, renderIn, servicesWith, tokenWith, usdc } from '../../../../test/services'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import InspectScreen from '../InspectScreen'

beforeEach(() => window.history.replaceState(null, '', '/inspect?view=deployment'))

const weth = tokenWith('WETH', 'Wrapped Ether', { id: 2, address: `0x${'2'.repeat(40)}`, decimals: 18, price: '3000' })
const router = `0x${'e'.repeat(40)}`

/** A service that counts slippage in thousandths of a percent, and sends people to one contract. */
function clientCountingFinely() {
  return clientListing([weth, usdc], {
    swap: async ({ slippage }) => {
      const transaction = { type: 'swap', data: '0x', order: 0, value: '0', to: router, chainType: 'EVM', rest: {} }
      const unknown = { gasAmount: undefined, gasUsd: undefined, rpcUrl: undefined }
      const value: SwapAnswer = {
        path: [],
        transactions: [{ ...transaction, ...unknown }],
        dexToUse: undefined,
        minAmountOut: String(100 * (1 - slippage / 100_000)),
        expectedAmountOut: '100',
        rest: {},
      }
      return { is: 'answer', answer: { value, message: '', deviations: [], receivedAt: 0, age: 0, from: 'service' } }
    },
  })
}

test('the operator sees what limits people on each chain, and what it means', async () => {
  const elsewhere = { ...harbor, id: 9, chainId: 9, name: 'Far Away' }
  const far = tokenWith('FAR', 'Far', { id: 9, chain: elsewhere, address: `0x${'9'.repeat(40)}` })
  renderIn(servicesWith({ client: clientListing([weth, usdc, far]) }), <InspectScreen />)
  const known = await screen.findByRole('region', { name: 'Harbor (741001)' })
  expect(known).toHaveTextContent('No node is configured.')
  expect(known).toHaveTextContent('Without one every swap shows a warning.')
  expect(screen.getByRole('region', { name: 'Far Away (9)' })).toHaveTextContent('Add it to TIDEGATE_CHAINS.')
})

test('quotes show that the settings count slippage in another unit, and which contracts are unverified', async () => {
  renderIn(servicesWith({ client: clientCountingFinely(), deployment }), <InspectScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Request quotes and check them' }))
  const whole = await screen.findByRole('region', { name: 'The whole deployment' })
  await within(whole).findByText(/Quotes use 1000 units per percent for slippage, but the settings say basis points/)
  expect(whole.querySelector('[data-level="stops"]')).toHaveTextContent('Set TIDEGATE_SLIPPAGE_UNIT to "1000".')
  expect(screen.getByRole('region', { name: 'Harbor (741001)' })).toHaveTextContent(`${router} (called) is not trusted`)
})

test('of two chains that share a name, each shows the pools under it', async () => {
  const twin = { ...harbor, id: 9, chainId: 9 }
  const far = tokenWith('FAR', 'Far', { id: 9, chain: twin, address: `0x${'9'.repeat(40)}` })
  renderIn(servicesWith({ client: clientListing([weth, usdc, far]) }), <InspectScreen />)
  for (const name of ['Harbor (741001)', 'Harbor (9)'])
    expect(
      await within(await screen.findByRole('region', { name })).findByText('The service lists no pools.'),
    ).toBeVisible()
})
