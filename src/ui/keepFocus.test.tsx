import { act, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dialog } from './Dialog'
import { keepFocus } from './keepFocus'

let stop: () => void
beforeEach(() => {
  stop = keepFocus(document)
})
afterEach(() => stop())

type SwitchProps = { children: (isGone: boolean) => ReactNode }

function Switch({ children }: SwitchProps) {
  const [isGone, setGone] = useState(false)
  return (
    <>
      <input aria-label="Elsewhere" onChange={() => setGone(true)} />
      {children(isGone)}
      <button type="button" onClick={() => setGone(true)}>
        Go
      </button>
    </>
  )
}

const retry = (
  <div key="failed">
    <button type="button">Try again</button>
  </div>
)

/** Shows it, puts the focus on its button, and lets it change. */
async function change(children: SwitchProps['children'], focused = 'Try again') {
  render(<Switch>{children}</Switch>)
  screen.getByRole('button', { name: focused }).focus()
  // A press by script leaves the focus where it is.
  screen.getByRole('button', { name: 'Go', hidden: true }).click()
  await new Promise((resolve) => setTimeout(resolve))
}

test('what appeared in the place of a pressed button gets the focus, and gives it on without a trace', async () => {
  await change((isGone) => (
    <main>
      <h1>Pools</h1>
      {isGone ? (
        <div key="list">
          <button type="button">Export</button>
          <h2>All pools</h2>
        </div>
      ) : (
        retry
      )}
    </main>
  ))
  const appeared = screen.getByRole('heading', { name: 'All pools' })
  expect(appeared).toHaveFocus()
  screen.getByRole('button', { name: 'Export' }).focus()
  expect(appeared).not.toHaveAttribute('tabindex')
})

test('where nothing took its place, the heading of the section around it gets the focus', async () => {
  await change((isGone) => (
    <main>
      <h1>Activity</h1>
      <section>
        <h2>Orders</h2>
        {!isGone && retry}
      </section>
    </main>
  ))
  expect(screen.getByRole('heading', { name: 'Orders' })).toHaveFocus()
})

test.each([
  ['the list it was in', ['Anna', 'Ben']],
  ['the title of the dialog, where no row is left', []],
])('where a row went, the focus is on %s', async (_, others) => {
  await change((isGone) => (
    <main>
      <h1>Swap</h1>
      <Dialog title="Settings" onClose={() => {}}>
        <ul aria-label="Address book">
          {others.map((name) => (
            <li key={name}>{name}</li>
          ))}
          {!isGone && <li key="failed">{retry}</li>}
        </ul>
      </Dialog>
    </main>
  ))
  if (others.length > 0) expect(screen.getByRole('list', { name: 'Address book' })).toHaveFocus()
  else expect(screen.getByRole('heading', { name: 'Settings' })).toHaveFocus()
})

test('in a dialog that stays, its title gets the focus', async () => {
  await change((isGone) => (
    <main>
      <h1>Swap</h1>
      <Dialog title="Review swap" onClose={() => {}}>
        {!isGone && retry}
      </Dialog>
    </main>
  ))
  expect(screen.getByRole('heading', { name: 'Review swap' })).toHaveFocus()
})

test('a button is never chosen, because Enter would press it', async () => {
  await change((isGone) => (
    <main>
      <h1>Order</h1>
      {isGone ? (
        <button key="cancel" type="button">
          Cancel order
        </button>
      ) : (
        retry
      )}
    </main>
  ))
  expect(screen.getByRole('heading', { name: 'Order' })).toHaveFocus()
})

test('focus is not moved after a press on an empty area or a move elsewhere', async () => {
  await change((isGone) => {
    if (isGone) screen.getByRole('textbox', { name: 'Elsewhere' }).focus()
    return <main>{isGone ? <h1>Pools</h1> : retry}</main>
  })
  expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus()

  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  button.remove()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.body).toHaveFocus()
})

test('what went away while this code was still loading has its place filled too, unless the focus is elsewhere', () => {
  render(
    <main>
      <h1>Swap</h1>
      <section>
        <h2>Quote</h2>
        <p>
          <button type="button">Try again</button>
        </p>
      </section>
      <input aria-label="Elsewhere" />
    </main>,
  )
  stop()
  const button = screen.getByRole('button', { name: 'Try again' })
  const path: EventTarget[] = []
  button.addEventListener('focusin', (event) => path.push(...event.composedPath()))
  button.focus()
  stop = keepFocus(document, path)
  expect(button).toHaveFocus()
  stop()
  button.parentElement?.remove()
  stop = keepFocus(document, path)
  expect(screen.getByRole('heading', { name: 'Quote' })).toHaveFocus()
  stop()
  screen.getByRole('textbox', { name: 'Elsewhere' }).focus()
  stop = keepFocus(document, path)
  expect(screen.getByRole('textbox', { name: 'Elsewhere' })).toHaveFocus()
})

test('an element that is put elsewhere keeps the focus that browsers take from it', async () => {
  render(
    <ul>
      <li>
        <button type="button">First</button>
      </li>
      <li>
        <button type="button">Second</button>
      </li>
    </ul>,
  )
  const list = screen.getByRole('list')
  const first = screen.getByRole('button', { name: 'First' })
  first.focus()
  const row = first.closest('li')
  if (row) list.append(row)
  await new Promise((resolve) => setTimeout(resolve))
  expect(first).toHaveFocus()
})

test('a dialog that closes by itself gives the focus to what took the place of its opener, not to a heading', async () => {
  function Connecting() {
    const [at, setAt] = useState<'closed' | 'open' | 'connected'>('closed')
    useEffect(() => {
      // As after an answer of a wallet: no press, so React does not render synchronously.
      if (at === 'open') setTimeout(() => setAt('connected'), 10)
    }, [at])
    return (
      <>
        <header>
          {at === 'connected' ? (
            <button key="account" type="button" data-successor>
              Account
            </button>
          ) : (
            <button key="connect" type="button" onClick={() => setAt('open')}>
              Connect
            </button>
          )}
        </header>
        <main>
          <h1>Swap</h1>
          {at === 'open' && (
            <Dialog title="Connect a wallet" onClose={() => {}}>
              {retry}
            </Dialog>
          )}
        </main>
      </>
    )
  }
  const focused: string[] = []
  const note = () => focused.push(document.activeElement?.textContent ?? '')
  render(<Connecting />)
  const opener = screen.getByRole('button', { name: 'Connect' })
  opener.focus()
  act(() => opener.click())
  screen.getByRole('button', { name: 'Try again' }).focus()
  document.addEventListener('focusin', note)
  const account = await screen.findByRole('button', { name: 'Account' })
  await waitFor(() => expect(account).toHaveFocus())
  document.removeEventListener('focusin', note)
  expect(focused).toEqual(['Account'])
})

test.each(['can no longer be pressed', 'is gone', 'never was'] as const)(
  'a dialog whose opener %s gives the focus to a heading, not to nothing',
  async (fate) => {
    function Position() {
      const [at, setAt] = useState<'before' | 'open' | 'removed'>(fate === 'never was' ? 'open' : 'before')
      return (
        <main>
          <h1>Positions</h1>
          <section>
            <h2>WETH/USDC</h2>
            {!(fate === 'is gone' && at === 'removed') && (
              <button type="button" disabled={at === 'removed'} onClick={() => setAt('open')}>
                Remove liquidity
              </button>
            )}
          </section>
          {at === 'open' && (
            <Dialog title="Your order" onClose={() => setAt('removed')}>
              Done
            </Dialog>
          )}
        </main>
      )
    }
    render(<Position />)
    if (fate !== 'never was') {
      const remove = screen.getByRole('button', { name: 'Remove liquidity' })
      remove.focus()
      act(() => remove.click())
    }
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    const name = fate === 'can no longer be pressed' ? 'WETH/USDC' : 'Positions'
    await waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus())
  },
)

describe('in a shadow root on someone else’s page', () => {
  let inside: HTMLElement
  let field: HTMLInputElement
  let stopInside: () => void
  beforeEach(() => {
    const host = document.body.appendChild(document.createElement('div'))
    field = document.body.appendChild(document.createElement('input'))
    const shadow = host.attachShadow({ mode: 'open' })
    shadow.innerHTML = '<main><h1>Swap</h1><p><button>Try again</button></p></main>'
    // The document's own would hide what that of the shadow root does.
    stop()
    stopInside = keepFocus(shadow)
    inside = shadow.querySelector('button')!
  })
  afterEach(() => {
    stopInside()
    document.body.replaceChildren()
  })
  const goesAway = async () => {
    const root = inside.getRootNode()
    inside.remove()
    await new Promise((resolve) => setTimeout(resolve))
    return root instanceof ShadowRoot ? root.activeElement?.textContent : undefined
  }

  test('the heading gets the focus of what went away', async () => {
    inside.focus()
    expect(await goesAway()).toBe('Swap')
  })

  test('a focused field of the page keeps the focus', async () => {
    inside.focus()
    field.focus()
    await goesAway()
    expect(field).toHaveFocus()
  })

  test('nothing is focused after a press on an empty area of the page or a blur of its field', async () => {
    inside.focus()
    inside.blur()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    expect(await goesAway()).toBeUndefined()
    expect(document.body).toHaveFocus()
  })
})
