import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import TokenPicker from '../src/components/tokens/picker/TokenPicker'
import { openOrder } from '../src/orders/openOrder'
import AccountDialog from '../src/screens/accounts/AccountDialog'
import ConnectDialog from '../src/screens/accounts/ConnectDialog'
import ActivityScreen from '../src/screens/activity/ActivityScreen'
import PositionsScreen from '../src/screens/positions/PositionsScreen'
import SettingsDialog from '../src/screens/settings/SettingsDialog'
import SwapScreen from '../src/screens/swap/SwapScreen'
import { ordersWith } from './builders/orderService'
import { me, plan } from './builders/swap'
import { accountWith, clientListing, eth, renderIn, servicesWith, usdc, walletsWith } from './services'

/* Voice control presses what is read on the screen: the accessible name of a control has its visible text (WCAG 2.5.3), and
 * notes below it are its description. */

beforeEach(() => window.history.replaceState(null, '', '/swap'))

const tokens = [eth, { ...usdc, price: '1' }]
const close = () => {}
const screens: Readonly<Record<string, ReactNode>> = {
  swap: <SwapScreen />,
  positions: <PositionsScreen />,
  activity: <ActivityScreen />,
  settings: <SettingsDialog onClose={close} />,
  'the token picker': <TokenPicker tokens={tokens} onChoose={close} onClose={close} />,
  'the account panel': <AccountDialog onClose={close} />,
  'the list of wallets': <ConnectDialog onClose={close} />,
}

test.each(Object.entries(screens))('on %s every control is named with its visible text', async (name, shown) => {
  const services = servicesWith({
    client: clientListing(tokens),
    orderService: ordersWith({ orders: [openOrder('order-1', plan(), 0)] }),
    wallets: walletsWith({
      accounts: [accountWith({ address: me })],
      options: [{ id: 'demo', name: 'Demo wallet', kind: 'evm', icon: undefined, isDemo: true }],
      rpc: () => async () => `0x${(10n ** 20n).toString(16)}`,
    }),
  })
  renderIn(services, shown)
  if (name === 'swap') {
    await screen.findByRole('button', { name: /^Token to pay: ETH/ })
    fireEvent.change(screen.getByRole('textbox', { name: 'You pay' }), { target: { value: '1' } })
  }
  const controls = [...document.querySelectorAll('button, a[href], [role=option], [role=radio], [role=tab], summary')]
  expect(controls.length).toBeGreaterThan(0)
  for (const control of controls) {
    const [label, ...notes] = wordsIn(control)
    if (label) expect.soft(control, control.outerHTML.slice(0, 200)).toHaveAccessibleName(containing(label))
    const described = control.getAttribute('aria-description') ?? ''
    for (const words of notes)
      if (!containing(words).test(described))
        expect.soft(control, control.outerHTML.slice(0, 200)).toHaveAccessibleName(containing(words))
  }
})

/** The words that are seen. A shortened address cannot be spoken. */
function wordsIn(control: Element): readonly string[] {
  const seen = control.cloneNode(true) as Element
  for (const hidden of seen.querySelectorAll('.sr-only, [hidden], [aria-hidden=true], title, style')) hidden.remove()
  const texts: string[] = []
  const walker = document.createTreeWalker(seen, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) texts.push(plain(walker.currentNode.textContent ?? ''))
  return texts.filter((text) => /[\p{L}\p{N}]/u.test(text) && !text.includes('…'))
}

function containing(words: string): RegExp {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
}

function plain(text: string): string {
  return text
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

test('no symbol of a token is offered to a translator on the form and in the token list', async () => {
  renderIn(
    servicesWith({ client: clientListing(tokens), orderService: ordersWith() }),
    <>
      <SwapScreen />
      <TokenPicker tokens={tokens} onChoose={close} onClose={close} />
    </>,
  )
  await screen.findByRole('button', { name: /^Token to pay: ETH/ })
  const symbols = [...document.querySelectorAll('bdi')].filter(({ textContent }) => /^(ETH|USDC)$/.test(textContent))
  expect(symbols.length).toBeGreaterThan(3)
  for (const symbol of symbols) expect(symbol.closest('[translate=no]'), symbol.outerHTML).not.toBeNull()
})
