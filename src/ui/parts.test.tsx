import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Button, IconButton } from './Button'
import { Card } from './Card'
import { ChainGlyph } from './ChainGlyph'
import { Checkbox, Segmented, Switch } from './Choice'
import { CopyButton } from './CopyButton'
import { Dialog } from './Dialog'
import { ExternalLink } from './ExternalLink'
import { TextField } from './Field'
import { Figure } from './Figure'
import { Help } from './Help'
import { Menu } from './Menu'
import { Notice } from './Notice'
import { SearchInput } from './SearchInput'
import { Select } from './Select'
import { TabbedPanels } from './TabbedPanels'
import { DataTable } from './Table'
import { TokenMark } from './TokenMark'

test('a busy button keeps its name and focus, and ignores presses', async () => {
  const press = vi.fn()
  render(
    <Button isBusy onClick={press}>
      Review swap
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Review swap' })
  await userEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
})

test('password managers keep their buttons off text fields and searches', () => {
  render(
    <>
      <TextField label="Recipient" value="" />
      <SearchInput aria-label="Search" value="" onChange={() => {}} />
    </>,
  )
  for (const field of [screen.getByLabelText('Recipient'), screen.getByLabelText('Search')])
    for (const [name, value] of [
      ['data-1p-ignore', ''],
      ['data-lpignore', 'true'],
      ['data-bwignore', ''],
      ['data-form-type', 'other'],
    ] as const)
      expect(field).toHaveAttribute(name, value)
})

test('an icon button has a name', () => {
  render(<IconButton icon="settings" label="Settings" />)
  expect(screen.getByRole('button', { name: 'Settings' })).toBeVisible()
})

test('a dialog takes the focus when it opens and returns it when it closes', async () => {
  function Stage() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && (
          <Dialog title="Review swap" onClose={() => setOpen(false)}>
            Content
          </Dialog>
        )}
      </>
    )
  }
  render(<Stage />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  const dialog = screen.getByRole('dialog', { name: 'Review swap' })
  expect(dialog).toContainElement(document.activeElement as HTMLElement)

  const cancel = createEvent('cancel', dialog, { cancelable: true })
  fireEvent(dialog, cancel)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})

test('a press on the backdrop closes a dialog, unless an operation is running in it', async () => {
  const close = vi.fn()
  const { rerender } = render(
    <Dialog title="Order" onClose={close} closesOutside={false}>
      Content
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('dialog'))
  expect(close).not.toHaveBeenCalled()

  rerender(
    <Dialog title="Order" onClose={close}>
      Content
    </Dialog>,
  )
  await userEvent.click(screen.getByText('Content'))
  expect(close).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('dialog'))
  expect(close).toHaveBeenCalledOnce()
})

test('options are radios: arrow keys move between them', async () => {
  function Stage() {
    const [value, setValue] = useState('0.5%')
    const options = ['0.1%', '0.5%', '1%'].map((value) => ({ value, label: value }))
    return <Segmented label="Tolerance" options={options} value={value} onChange={setValue} />
  }
  render(<Stage />)
  await userEvent.tab()
  expect(screen.getByRole('radio', { name: '0.5%' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: '1%' })).toBeChecked()
})

test('tabs are one tab stop: arrow keys, Home and End choose, and the panel is named by its tab', async () => {
  function Stage() {
    const [value, setValue] = useState('Overview')
    const tabs = ['Overview', 'Positions', 'Support'].map((value) => ({ value, label: value }))
    return (
      <TabbedPanels label="Sections" tabs={tabs} value={value} onChange={setValue}>
        All about {value}
      </TabbedPanels>
    )
  }
  render(<Stage />)
  await userEvent.tab()
  expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByRole('tab', { name: 'Support' })).toHaveFocus()
  expect(screen.getByRole('tabpanel', { name: 'Support' })).toHaveTextContent('All about Support')
  await userEvent.keyboard('{Home}{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Positions')
  await userEvent.tab()
  expect(document.body).toHaveFocus()
})

test('a switch exposes whether it is on, and a checkbox whether it is ticked', async () => {
  const turn = vi.fn()
  const agree = vi.fn()
  render(
    <>
      <Switch label="Only swap transactions" hint="Quicker" isOn={false} onChange={turn} />
      <Checkbox label="I understand" isChecked={false} onChange={agree} />
    </>,
  )
  const control = screen.getByRole('switch', { name: 'Only swap transactions' })
  expect(control).not.toBeChecked()
  expect(control).toHaveAccessibleDescription('Quicker')
  await userEvent.click(control)
  await userEvent.click(screen.getByRole('checkbox', { name: 'I understand' }))
  expect(turn).toHaveBeenCalledWith(true)
  expect(agree).toHaveBeenCalledWith(true)
})

test('an invalid field describes its error', () => {
  render(<TextField label="Recipient" value="x" onChange={() => {}} hint="An address" error="That is no address." />)
  const field = screen.getByRole('textbox', { name: 'Recipient' })
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('That is no address.')
})

test('a select offers its options by name', async () => {
  const choose = vi.fn()
  const options = [
    { value: 'a', label: 'Harbor' },
    { value: 'b', label: 'Delta' },
  ] as const
  render(<Select label="Network" value="a" options={options} onChange={choose} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'Delta')
  expect(choose).toHaveBeenCalledWith('b')
})

test('a shortened number is read and copied in full, and is not a Tab stop', () => {
  render(<Figure value="0.0000123456789" unit="KELP" />)
  const figure = screen.getByText('0.0000123456789').closest('data')!
  expect(figure).toHaveAttribute('value', '0.0000123456789')
  expect(figure).toHaveAttribute('title', '0.0000123456789')
  expect(figure).not.toHaveAttribute('tabindex')
  const setData = vi.fn()
  fireEvent.copy(figure, { clipboardData: { setData } })
  expect(setData).toHaveBeenCalledWith('text/plain', '0.0000123456789')
})

test('a number shown in full needs no Tab stop', () => {
  render(<Figure value="1234.5" unit="USDC" />)
  const figure = screen.getByText(/1,234\.5/)
  expect(figure).toHaveTextContent('1,234.5 USDC')
  expect(figure).not.toHaveAttribute('tabindex')
})

test('the severity of a notice is in its text, and a blocking one is announced assertively', () => {
  render(
    <Notice kind="block" isLive title="Blocked by a check">
      The spender is unknown.
    </Notice>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('Blocked: Blocked by a check The spender is unknown.')
})

test('an image that fails to load is replaced by the letters of the symbol', () => {
  const { container } = render(<TokenMark symbol="USDC" address="0xA0b8" src="https://images.example/usdc.png" />)
  fireEvent.error(container.querySelector('img')!)
  expect(container.querySelector('[data-letters=USDC]')).toBeInTheDocument()
})

test('a token with a copied symbol has another colour than the token it imitates', () => {
  const markOf = (address: string) => render(<TokenMark symbol="USDC" address={address} />).container.innerHTML
  const real = markOf('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
  expect(markOf('0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF')).not.toBe(real)
  expect(markOf('0xA0B86991C6218B36C1D19D4A2E9EB0CE3606EB48')).toBe(real)
})

test("a network that calls itself Ethereum does not get Ethereum's icon", () => {
  const signOf = (chainId: number) =>
    render(<ChainGlyph chain={{ chainId, kind: 'evm', name: 'Ethereum' }} />).container.innerHTML
  expect(signOf(666)).not.toBe(signOf(1))
})

test('A-16 only an https URL becomes a link, without referrer or opener', () => {
  const others = [
    'java' + 'script:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'http://explorer.example',
    '/swap',
    ' https:',
  ]
  render(
    <>
      {others.map((href) => (
        <ExternalLink key={href} href={href}>
          bad
        </ExternalLink>
      ))}
      <ExternalLink href="https://explorer.example/tx/1">good</ExternalLink>
    </>,
  )
  const link = screen.getByRole('link')
  expect(link).toHaveTextContent('good')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(link).toHaveAttribute('target', '_blank')
})

test('copying is announced', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="0xabc" label="Copy address" />)
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText('Copied')).toHaveAttribute('role', 'status')
  expect(await navigator.clipboard.readText()).toBe('0xabc')
})

test('a menu closes on Esc and returns the focus to its button', async () => {
  render(<Menu label="Columns">{() => <button type="button">Fee</button>}</Menu>)
  const opener = screen.getByRole('button', { name: 'Columns' })
  await userEvent.click(opener)
  await userEvent.click(screen.getByRole('button', { name: 'Fee' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Fee' })).not.toBeInTheDocument()
  expect(opener).toHaveFocus()
})

test('a table has a name, a header for each column, and figures at the end of their cells', () => {
  render(
    <DataTable
      caption="Pools"
      rows={['$1']}
      keyOf={String}
      columns={[{ head: 'TVL', isFigure: true, cell: String }]}
    />,
  )
  expect(screen.getByRole('table', { name: 'Pools' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'TVL' })).toHaveAttribute('scope', 'col')
  expect(screen.getByRole('cell', { name: '$1' })).toHaveClass('text-end')
})

test('an explanation opens in the text where the browser has no popovers', async () => {
  render(<Help label="What is price impact?">How much the trade moves the price.</Help>)
  expect('popover' in HTMLElement.prototype).toBe(false)
  const button = screen.getByRole('button', { name: 'What is price impact?' })
  await userEvent.click(button)
  expect(screen.getByText(/moves the price/)).toBeInTheDocument()
  await userEvent.click(button)
  expect(screen.queryByText(/moves the price/)).toBeNull()
})

test('refused copying shows a message and selects the text', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('Denied', 'NotAllowedError'))
  render(<CopyButton text="0xabc" label="Copy address" />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('did not copy')
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  expect(field).toHaveFocus()
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('0xabc')
})

describe('error boundaries', () => {
  function Breaks(): never {
    throw new Error('Broken.')
  }
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

  test('a broken panel shows an error in its place, and can be retried', async () => {
    let isBroken = true
    const Part = () => (isBroken ? <Breaks /> : 'Figures')
    render(
      <>
        <Card title="Chart">
          <Part />
        </Card>
        <p>The form</p>
      </>,
    )
    expect(await screen.findByText(/stopped working\. The rest goes on/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'Chart' })).toHaveTextContent(/stopped working/)
    expect(screen.getByText('The form')).toBeVisible()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('region', { name: 'Chart' })).toHaveTextContent('Figures')
  })

  test('a picture that cannot be drawn leaves its place empty', () => {
    const chain = new Proxy({ chainId: 1, kind: 'evm', name: 'Harbor' } as const, {
      get() {
        throw new Error('Frozen.')
      },
    })
    const { container } = render(
      <p>
        <TokenMark symbol="ETH" address={undefined} chain={chain} /> ETH
      </p>,
    )
    expect(container).toHaveTextContent('ETH')
  })
})

test('a dialog stays above a keyboard that covers the page, and ignores a page that is zoomed', () => {
  const view = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', view)
  render(
    <Dialog title="Select a token" onClose={() => {}}>
      Content
    </Dialog>,
  )
  const covered = () => screen.getByRole('dialog').style.getPropertyValue('--covered')
  const change = (to: Partial<typeof view>) => {
    Object.assign(view, to)
    view.dispatchEvent(new Event('resize'))
  }
  change({ height: window.innerHeight - 300 })
  expect(covered()).toBe('300px')
  change({ height: window.innerHeight / 2, scale: 2 })
  expect(covered()).toBe('0px')
  change({ height: window.innerHeight, scale: 1 })
  expect(covered()).toBe('0px')
  vi.unstubAllGlobals()
})

test('Back closes a dialog first, where the browser can hold the navigation', () => {
  const navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  const close = vi.fn()
  const { unmount } = render(
    <Dialog title="Review swap" onClose={close}>
      Content
    </Dialog>,
  )
  const go = (navigationType: string) => {
    const event = Object.assign(new Event('navigate', { cancelable: true }), { navigationType })
    navigation.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(go('replace')).toBe(false)
  expect(close).not.toHaveBeenCalled()
  expect(go('traverse')).toBe(true)
  expect(close).toHaveBeenCalledTimes(1)
  unmount()
  expect(go('traverse')).toBe(false)
  vi.unstubAllGlobals()
})
