import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { servicesWith } from '../../../../test/services'
import { ServicesContext } from '../../../components/services'
import SlippagePopover from './SlippagePopover'

test.each(['the page', 'a shadow root, as in the widget'])(
  'in %s a press inside keeps it open, one outside closes it',
  (where) => {
    const host = document.body.appendChild(document.createElement('div'))
    const root = where === 'the page' ? host : host.attachShadow({ mode: 'open' })
    const container = root.appendChild(document.createElement('div'))
    const close = vi.fn()
    render(
      <ServicesContext value={servicesWith()}>
        <button type="button" aria-expanded="true">
          Slippage
        </button>
        <SlippagePopover onClose={close} />
      </ServicesContext>,
      { container },
    )
    fireEvent.pointerDown(container.querySelector('input')!, { composed: true })
    fireEvent.pointerDown(container.querySelector('button')!, { composed: true })
    expect(close).not.toHaveBeenCalled()
    fireEvent.pointerDown(document.body)
    expect(close).toHaveBeenCalledOnce()
  },
)
