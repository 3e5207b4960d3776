import { expect, onTestFinished, test } from 'vitest'
import { keepEarlyInput, takeEarlyToken } from './earlyInput'

function startPage() {
  const page = document.createElement('div')
  page.innerHTML = '<input><button data-start="sell"></button><button data-start="buy"></button>'
  document.body.append(page)
  onTestFinished(() => page.remove())
  const [sell, buy] = [...page.querySelectorAll('button')]
  return { page, sell: sell!, buy: buy! }
}

test('the token that has the focus when the start page goes is named once, to the form', () => {
  const { page, buy } = startPage()
  buy.focus()
  keepEarlyInput(page)
  expect([takeEarlyToken('sell'), takeEarlyToken('buy'), takeEarlyToken('buy')]).toEqual([
    undefined,
    'focused',
    undefined,
  ])
})

test('a pressed token counts, regardless of the focus', () => {
  const { page, sell, buy } = startPage()
  sell.dataset.pressed = ''
  buy.focus()
  keepEarlyInput(page)
  expect([takeEarlyToken('buy'), takeEarlyToken('sell')]).toEqual([undefined, 'pressed'])
})

test('with the focus elsewhere there is no early input', () => {
  const { page } = startPage()
  keepEarlyInput(page)
  expect([takeEarlyToken('sell'), takeEarlyToken('buy')]).toEqual([undefined, undefined])
})
