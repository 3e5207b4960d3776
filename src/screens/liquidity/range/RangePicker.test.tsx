import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import { ethUsd } from '../../../../test/builders/liquidity'
import type { Range } from '../../../domain/liquidity/range'
import type { TickSample } from '../../../domain/pools/volatility'
import { currentShownTick, type PriceDirection } from '../../../domain/prices/priceDirection'
import { type Outlook, RangePicker } from './RangePicker'

const start: Range = { tickLower: -197280, tickUpper: -195240 }

type PickerProps = {
  direction?: PriceDirection
  history?: readonly TickSample[]
  outlookOf?: (range: Range) => Outlook
  onRange?: (range: Range) => void
}

function Picker({ direction = ethUsd, history = [], outlookOf, onRange }: PickerProps) {
  const [range, setRange] = useState(start)
  const [inverted, setInverted] = useState(direction.inverted)
  return (
    <RangePicker
      direction={{ ...direction, inverted }}
      isSpacingReported
      range={range}
      bars={[]}
      seen={undefined}
      history={history}
      perDay={undefined}
      {...(outlookOf && { outlookOf })}
      onChange={(next) => {
        setRange(next)
        onRange?.(next)
      }}
      onInvert={() => setInverted(!inverted)}
    />
  )
}

const slider = (name: string) => screen.getByRole('slider', { name })
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

/** Shows the picker with its ticks, which Advanced hides at first. */
function open(picker: ReactNode) {
  render(picker)
  expect(screen.queryByRole('textbox', { name: 'Minimum tick' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Advanced' }))
}

describe('the range picker', () => {
  test('both bounds are sliders whose value is the tick, described in words', () => {
    open(<Picker />)
    expect(slider('Minimum price')).toHaveAttribute('aria-valuenow', '-197280')
    expect(slider('Maximum price')).toHaveAttribute(
      'aria-valuetext',
      'maximum 3320.92 USDC per WETH, 10.7% above current',
    )
    expect(box('Minimum price')).toHaveValue('2708.11')
    expect(box('Maximum tick')).toHaveValue('-195240')
  })

  test('it works with the keyboard only', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    slider('Minimum price').focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
    expect(slider('Minimum price')).toHaveAttribute('aria-valuenow', '-196620')
    await user.keyboard('{Home}')
    expect(box('Minimum tick')).toHaveValue('-887220')
    slider('Whole range').focus()
    expect(slider('Maximum price')).toHaveAttribute('aria-valuenow', '-195240')
  })

  test('it snaps a typed price on blur, with a note', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.clear(box('Minimum price'))
    await user.type(box('Minimum price'), '2800')
    expect(slider('Minimum price')).toHaveAttribute('aria-valuenow', '-197280')
    await user.keyboard('{Enter}')
    expect(slider('Minimum price')).toHaveAttribute('aria-valuenow', '-196920')
    expect(screen.getByText(/2,800 → 2,807.\d+ \(\+0.2\d%\), tick −196,920/)).toBeVisible()
    expect(slider('Maximum price')).toHaveAttribute('aria-valuenow', '-195240')
  })

  test('takes a percentage, and a tick', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.clear(box('Maximum price'))
    await user.type(box('Maximum price'), '+5%{Enter}')
    expect(box('Maximum tick')).toHaveValue('-195780')
    await user.clear(box('Minimum tick'))
    await user.type(box('Minimum tick'), '-196810{Enter}')
    expect(box('Minimum tick')).toHaveValue('-196800')
    expect(screen.getByText(/Tick −196,810 → −196,800/)).toBeVisible()
  })

  test('shows which preset is on, until the range is another one', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    const on = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.getAttribute('aria-label'))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
    await user.click(screen.getByRole('button', { name: '±10%' }))
    expect(on()).toEqual(['±10%'])
    await user.click(screen.getByRole('button', { name: 'Full range' }))
    expect(on()).toEqual(['Full range'])
    await user.click(screen.getByRole('button', { name: 'Raise the minimum price' }))
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([])
  })

  test('shows what each preset would earn, and how long the price was in it, where that is known', () => {
    const outlookOf = ({ tickLower }: Range) => ({
      apr: tickLower < -800_000 ? undefined : '91%',
      past: { share: '97%', hours: 70 },
    })
    render(<Picker outlookOf={outlookOf} />)
    const card = (name: string) => screen.getByRole('button', { name })
    expect(card('±10%')).toHaveAccessibleDescription('≈ 91% APR In range 97%')
    expect(card('Full range')).toHaveAccessibleDescription('APR unknown In range 97%')
    expect(screen.getByText('APR: estimate for $1,000. In range: of the last 70 hours')).toBeVisible()
  })

  test('shows presets to one side when asked, and one that is on in any case', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    const more = screen.getByRole('button', { name: 'More presets' })
    const above = () => screen.queryByRole('button', { name: 'WETH only (above price)' })
    expect(above()).toBeNull()
    await user.click(more)
    await user.click(above()!)
    await user.click(more)
    expect(above()).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: '±5%' }))
    expect(above()).toBeNull()
  })

  test('its steppers move one bound by one spacing, stop before the other bound, and never move that one', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.click(screen.getByRole('button', { name: 'Raise the minimum price' }))
    await user.click(screen.getByRole('button', { name: 'Reduce the maximum price' }))
    expect([box('Minimum tick').value, box('Maximum tick').value]).toEqual(['-197220', '-195300'])
    await user.click(screen.getByRole('button', { name: 'Reduce the minimum price' }))
    expect([box('Minimum tick').value, box('Maximum tick').value]).toEqual(['-197280', '-195300'])
    for (let press = 0; press < 40; press++)
      fireEvent.click(screen.getByRole('button', { name: 'Raise the minimum price' }))
    expect([box('Minimum tick').value, box('Maximum tick').value]).toEqual(['-195360', '-195300'])
  })

  test('the whole range moves with the keyboard and keeps its width', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    slider('Whole range').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect([box('Minimum tick').value, box('Maximum tick').value]).toEqual(['-197160', '-195120'])
  })

  test('takes a distance in ticks from the current price, in either box', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    const current = currentShownTick(ethUsd)
    const near = (ticks: number) => String(Math.round((current + ticks) / 60) * 60)
    await user.clear(box('Minimum tick'))
    await user.type(box('Minimum tick'), '−600 ticks{Enter}')
    expect(box('Minimum tick')).toHaveValue(near(-600))
    // The price is between two ticks, and the note names a whole one.
    expect(screen.getByText(/^Tick −[\d,]+ → −[\d,]+: the nearest tick of the pool\.$/)).toBeVisible()
    await user.clear(box('Maximum price'))
    await user.type(box('Maximum price'), '+1200 t{Enter}')
    expect(box('Maximum tick')).toHaveValue(near(1_200))
  })

  test('asks which number is meant when one comma may be a decimal mark or group thousands', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.clear(box('Minimum price'))
    await user.type(box('Minimum price'), '2,900')
    expect(screen.getByText('2.9 or 2,900? Type 2.9 or 2900.')).toBeVisible()
  })

  test('it forgets invalid typed text once the range is changed elsewhere', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.clear(box('Minimum tick'))
    await user.type(box('Minimum tick'), '1.5')
    await user.click(screen.getByRole('button', { name: 'Full range' }))
    expect(box('Minimum tick')).toHaveValue('-887220')
  })

  test('it keeps an invalid price, with the reason, and does not change the range', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.clear(box('Minimum price'))
    await user.type(box('Minimum price'), 'cheap{Enter}')
    expect(box('Minimum price')).toHaveValue('cheap')
    expect(box('Minimum price')).toBeInvalid()
    expect(slider('Minimum price')).toHaveAttribute('aria-valuenow', '-197280')
    await user.keyboard('{Escape}')
    expect(box('Minimum price')).toHaveValue('2708.11')
  })

  test('keeps the range when the direction is turned, and turns it exactly', async () => {
    const user = userEvent.setup()
    const ranges: Range[] = []
    open(<Picker onRange={(range) => ranges.push(range)} />)
    await user.click(screen.getByRole('button', { name: 'Invert' }))
    expect(box('Minimum tick')).toHaveValue('195240')
    expect(box('Maximum tick')).toHaveValue('197280')
    expect(slider('Minimum price')).toHaveAttribute('aria-valuetext', expect.stringContaining('WETH per USDC'))
    slider('Minimum price').focus()
    await user.keyboard('{ArrowRight}')
    expect(ranges).toEqual([{ tickLower: -197280, tickUpper: -195300 }])
    await user.click(screen.getByRole('button', { name: 'Invert' }))
    expect(box('Maximum tick')).toHaveValue('-195300')
    expect(box('Minimum tick')).toHaveValue('-197280')
  })

  test('offers the full range, whose ends are the outermost usable ticks', async () => {
    const user = userEvent.setup()
    open(<Picker />)
    await user.click(screen.getByRole('button', { name: 'Full range' }))
    expect([box('Minimum tick').value, box('Maximum tick').value]).toEqual(['-887220', '887220'])
  })

  test('draws the past price from left to right on the price axis of the liquidity, for the period one chooses', async () => {
    const hour = 3_600_000
    const history = Array.from({ length: 60 }, (_, index) => ({ at: index * hour, tick: -196_300 + index }))
    const { container } = render(<Picker history={history} />)
    const line = () => container.querySelector('[data-history] polyline')?.getAttribute('points')?.split(' ') ?? []
    // The last point is the price of now, where the liquidity begins; a rising price goes up.
    expect(line()).toHaveLength(61)
    expect([line()[0], line().at(-1)].map((point) => point?.split(',')[0])).toEqual(['0.0', '700.0'])
    const [first = 0, next = 0] = line().map((point) => Number(point.split(',')[1]))
    expect(next).toBeLessThan(first)
    await userEvent.click(screen.getByRole('radio', { name: '24 h' }))
    expect(line()).toHaveLength(26)
  })

  test('shows the price under the pointer, and when the pool last traded there', () => {
    const history = [
      { at: 0, tick: -196_200 },
      { at: 3 * 3_600_000, tick: -196_400 },
      { at: 10 * 3_600_000, tick: -196_500 },
    ]
    const { container } = render(<Picker history={history} />)
    const plot = slider('Minimum price').parentElement!.parentElement!
    plot.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 200, height: 1000 })
    for (const clientY of [480, 500, 520]) fireEvent.pointerMove(plot, { clientY, buttons: 0 })
    expect(container).toHaveTextContent(/[\d.,]+ USDC per WETH · .*(last traded \d+ h ago|traded in the last hour)/)
    fireEvent.pointerLeave(plot)
    expect(container).not.toHaveTextContent(/traded/)
  })

  test('points to a bound outside the window with an arrow, instead of showing it at the edge', async () => {
    const { container } = render(<Picker />)
    expect(container.querySelectorAll('[data-beyond]')).toHaveLength(0)
    for (const _ of [1, 2, 3]) await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(container.querySelectorAll('[data-beyond]')).toHaveLength(2)
    expect(container.textContent).toMatch(/↓ −[\d.]+%/)
    expect(container.textContent).toMatch(/↑ \+[\d.]+%/)
    await userEvent.click(screen.getByRole('button', { name: 'Show the whole range' }))
    expect(container.querySelectorAll('[data-beyond]')).toHaveLength(0)
  })

  test('it shows a range while a handle is dragged, and reports it when the handle is released', async () => {
    const ranges: Range[] = []
    open(<Picker onRange={(range) => ranges.push(range)} />)
    const handle = slider('Minimum price')
    Object.assign(Element.prototype, { setPointerCapture: () => {} })
    const plot = handle.parentElement!.parentElement!
    plot.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 200, height: 1000 })
    fireEvent.pointerDown(handle, { button: 0, clientY: 700, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 690, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 600, pointerId: 1 })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(ranges).toEqual([])
    const dragged = Number(handle.getAttribute('aria-valuenow'))
    expect(dragged).toBeGreaterThan(start.tickLower)
    expect(box('Minimum tick')).toHaveValue(`${dragged}`)
    // The same distance is shown next to the handle and under the box.
    const [distance = ''] = /[\d.]+ ?%/.exec(handle.parentElement?.textContent ?? '') ?? []
    expect(distance).not.toBe('')
    expect(box('Minimum price').closest('div')?.parentElement).toHaveTextContent(distance.replace(' ', ''))
    fireEvent.pointerUp(handle, { pointerId: 1 })
    expect(ranges).toEqual([{ tickLower: dragged, tickUpper: start.tickUpper }])
    expect(box('Minimum tick')).toHaveValue(`${dragged}`)
  })
})
