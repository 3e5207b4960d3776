import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderIn, servicesWith } from '../../../test/services'
import { defaultPreferences } from '../../components/preferences'
import SettingsDialog, { writeSettingsFile } from './SettingsDialog'

function open(services = servicesWith()) {
  renderIn(services, <SettingsDialog onClose={vi.fn()} />)
  const preferences = () => services.preferences.getState()
  return { preferences, slippage: screen.getByRole('textbox', { name: 'Slippage tolerance in percent' }) }
}

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('the tolerance is picked from the usual ones or typed', async () => {
  const { preferences, slippage } = open()
  expect(slippage).toHaveValue('0.5')
  await userEvent.click(screen.getByRole('radio', { name: '1%' }))
  expect(preferences().slippageBps).toBe(100)
  expect(slippage).toHaveValue('1')
  await retype(slippage, '0,75')
  expect(preferences().slippageBps).toBe(75)
  expect(screen.queryAllByRole('radio', { name: /%/, checked: true })).toEqual([])
})

test('the tolerance follows the pair until one is chosen, and the rule can be read', async () => {
  const { preferences } = open()
  expect(screen.getByRole('radio', { name: 'Auto' })).toBeChecked()
  expect(screen.getByText('Two stablecoins on one network: 0.2%.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: '0.5%' }))
  expect(preferences()).toMatchObject({ isAutoSlippage: false, slippageBps: 50 })
  await userEvent.click(screen.getByRole('radio', { name: 'Auto' }))
  expect(preferences().isAutoSlippage).toBe(true)
})

test('an unusable tolerance shows the reason and changes nothing', async () => {
  const { preferences, slippage } = open()
  await retype(slippage, '0.05')
  expect(slippage).toBeInvalid()
  expect(slippage).toHaveAccessibleDescription('The minimum is 0.1%. Still using 0.5%.')
  expect(preferences().slippageBps).toBe(50)
  await userEvent.tab()
  expect(slippage).toBeInvalid()
  expect(preferences().slippageBps).toBe(50)
})

test('a loose tolerance and a tight one are warned of', async () => {
  const { slippage } = open()
  await retype(slippage, '5')
  expect(screen.getByText(/may receive up to 5% less/)).toBeVisible()
  await retype(slippage, '0.1')
  expect(screen.getByText(/may fail if the price moves/)).toBeVisible()
})

test('the look is chosen, and nothing leaves approvals out: that is for a dry run', async () => {
  const { preferences } = open()
  expect(screen.queryByRole('switch', { name: 'Only swap transactions' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(preferences()).toMatchObject({ theme: 'dark' })
})

test('shortcuts of one key can be turned off', async () => {
  const { preferences } = open()
  await userEvent.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }))
  expect(preferences().hasShortcuts).toBe(false)
})

test('everything can be put back', async () => {
  const { preferences } = open()
  preferences().change({ slippageBps: 300, theme: 'dark', recentTokens: ['1:native'] })
  await userEvent.click(screen.getByRole('button', { name: 'Reset settings' }))
  expect(preferences()).toMatchObject({ slippageBps: 50, theme: 'system', recentTokens: [] })
})

test('the first press of the reset also removes an unusable text typed last', async () => {
  const { preferences, slippage } = open()
  await retype(slippage, '7')
  await retype(slippage, 'abc')
  await userEvent.click(screen.getByRole('button', { name: 'Reset settings' }))
  expect(preferences().slippageBps).toBe(50)
  expect(screen.getByRole('textbox', { name: 'Slippage tolerance in percent' })).toHaveValue('0.5')
})

test('settings and address book go to another browser in a file, which replaces no name given there', async () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const text = writeSettingsFile({ ...defaultPreferences, theme: 'dark', contacts: [{ name: 'Ann', address }] })
  const { preferences } = open()
  const file = screen.getByLabelText('File with settings')
  await userEvent.upload(file, new File([text], 'settings.json', { type: 'application/json' }))
  expect(await screen.findByText('Settings imported.')).toBeVisible()
  expect(preferences()).toMatchObject({ theme: 'dark', contacts: [{ name: 'Ann', address }] })
  preferences().change({ contacts: [{ name: 'Anna', address }] })
  await userEvent.upload(file, new File([text], 'settings.json', { type: 'application/json' }))
  expect(preferences().contacts).toEqual([{ name: 'Anna', address }])
  await userEvent.upload(file, new File(['{}'], 'other.json', { type: 'application/json' }))
  expect(await screen.findByText('This is not a file with settings.')).toBeVisible()
})

test('a saved address is forgotten by its name, and a reset of the settings keeps it', async () => {
  const services = servicesWith()
  services.preferences.getState().change({ contacts: [{ name: 'Anna', address: `0x${'1'.repeat(40)}` }] })
  const { preferences } = open(services)
  await userEvent.click(screen.getByRole('button', { name: 'Reset settings' }))
  expect(preferences().contacts).toHaveLength(1)
  await userEvent.click(screen.getByText('Address book (1)'))
  await userEvent.click(screen.getByRole('button', { name: 'Forget Anna' }))
  expect(preferences().contacts).toEqual([])
})
