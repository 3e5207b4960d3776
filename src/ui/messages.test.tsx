import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { catalogues, defineMessages, plural, useMessages } from './messages'

const area = defineMessages({
  greeting: 'Hello',
  steps: (count: number) => plural('en', count, { one: 'step', other: 'steps' }),
})

function Sign() {
  const messages = useMessages(area)
  return (
    <p>
      {messages.greeting}, 2 {messages.steps(2)}
    </p>
  )
}

test('messages are in English until another language is chosen', () => {
  render(<Sign />)
  expect(screen.getByText('Hello, 2 steps')).toBeVisible()
})

test('a catalogue that loads while another language is chosen shows nothing in English', async () => {
  const late = { greeting: 'Hello' }
  let arrive = () => {}
  const loading = new Promise<void>((resolve) => {
    arrive = resolve
  })
  catalogues.translate = (_, catalogue) =>
    loading.then(() => {
      Object.assign(catalogue.english, { greeting: 'Moin' })
      catalogue.loading = undefined
    })
  const area = defineMessages(late, 'late')
  catalogues.translate = undefined
  const Late = () => useMessages(area).greeting
  await act(async () =>
    render(
      <Suspense fallback="…">
        <Late />
      </Suspense>,
    ),
  )
  expect(screen.queryByText('Hello')).not.toBeInTheDocument()
  await act(async () => arrive())
  expect(await screen.findByText('Moin')).toBeVisible()
})

test('numbers get their plural form', () => {
  expect([1, 2].map((count) => plural('en', count, { one: 'token', other: 'tokens' }))).toEqual(['token', 'tokens'])
})
