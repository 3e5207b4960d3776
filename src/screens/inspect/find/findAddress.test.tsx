import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import * as records from '../../../../test/fixtures/poolRecords'
import { clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import Find from './Find'

test('an address is found on any network: as pool, token, owner or contract', async () => {
  window.history.replaceState(null, '', `/inspect?view=find&q=${records.wethAddress}`)
  const delta = { ...weth.chain, id: 2, chainId: 741_002, name: 'Delta' }
  const client = clientListing([weth, usdc, { ...usdc, chain: delta }], {
    pools: async (network) => poolsSaid(network === 'Delta' ? [records.embedded] : []),
  })
  const rpc = (chainId: number) => async () => (chainId === 741_002 ? '0x6001' : '0x')
  renderIn(servicesWith({ client, wallets: walletsWith({ rpc }) }), <Find />)
  const found = await screen.findByRole('table', { name: 'Found' })
  const row = (await within(found).findByText(/^Token WETH, in 1 pool/)).closest('tr')
  expect(row).toHaveTextContent('Delta')
  expect(await within(found).findByText('A contract')).toBeVisible()
  const box = screen.getByRole('textbox', { name: 'Address or transaction hash' })
  await userEvent.clear(box)
  await userEvent.type(box, '0x12')
  expect(screen.getByText(/^Enter an address, or a hash/)).toBeVisible()
})
