import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ordersWith } from '../../test/builders/orderService'
import { clientListing, eth, renderIn, servicesWith, tokenWith, usdc } from '../../test/services'
import { dialogs as ofThePage } from './dialogs'
import GlobalDialogs from './frame/GlobalDialogs'
import { Shortcuts } from './Shortcuts'

afterEach(() => {
  window.history.replaceState(null, '', '/')
  act(ofThePage.close)
})

function show() {
  const fake = tokenWith('USDС', 'USD Coin', {
    address: `0x${'4'.repeat(40)}`,
    cautions: [{ is: 'look-alike', of: 'USDC' }],
  })
  const services = servicesWith({ client: clientListing([eth, usdc, fake]), orderService: ordersWith({ orders: [] }) })
  renderIn(
    services,
    <>
      <input aria-label="Elsewhere" />
      <Shortcuts />
      <Suspense>
        <GlobalDialogs dialogs={ofThePage} />
      </Suspense>
    </>,
  )
  return services
}

const open = () => userEvent.keyboard('{Control>}k{/Control}')

test('Ctrl K finds a token by its first letters, and Enter starts a swap to it from the current input token', async () => {
  window.history.replaceState(null, '', '/swap?from=741001:native&amount=5')
  show()
  await open()
  const box = await screen.findByRole('combobox', { name: /^Search screens/ })
  expect(box).toHaveFocus()
  await userEvent.type(box, 'usdc')
  const tokens = await screen.findAllByRole('option')
  expect(tokens.map(({ textContent }) => textContent)).toEqual(['Swap to USDCUSD Coin on Harbor'])
  await userEvent.keyboard('{Enter}')
  expect(window.location.search).toBe(`?from=741001:native&to=741001:${usdc.address}`)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('arrow keys move through all groups and around the end, and a click chooses', async () => {
  const { dialogs } = show()
  await userEvent.keyboard('{Meta>}k{/Meta}')
  const box = await screen.findByRole('combobox')
  await userEvent.keyboard('{ArrowUp}')
  const list = within(screen.getByRole('listbox', { name: 'Results' }))
  const last = list.getAllByRole('option').at(-1)
  expect(box).toHaveAttribute('aria-activedescendant', last?.id)
  expect(last).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(list.getByRole('option', { name: 'Open settings' }))
  expect(dialogs.settings).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a search without results is reported; Escape closes', async () => {
  show()
  await open()
  await userEvent.type(await screen.findByRole('combobox'), 'nowhere')
  expect(screen.getByText('Nothing found for “nowhere”.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a question mark lists the keys, but not while someone types, nor when single keys are off', async () => {
  const { preferences } = show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Elsewhere' }), '?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(document.body)
  await userEvent.keyboard('?')
  const keys = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(keys).getByRole('region', { name: 'On Pools' })).toHaveTextContent('Search pools/')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  preferences.getState().change({ hasShortcuts: false })
  await userEvent.click(document.body)
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await open()
  expect(await screen.findByRole('dialog', { name: 'Go to' })).toBeVisible()
})

test('shortcuts are ignored while a dialog is open', async () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  show()
  await open()
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  dialog.remove()
})

vi.setConfig({ testTimeout: 20_000 })
