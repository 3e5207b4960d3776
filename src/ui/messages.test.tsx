import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogues, defineMessages, plural, useMessages } from './messages'

const area = defineMessages({
  greeting: 'Hello',
  steps: (count: number) => plural(count, { one: 'step', other: 'steps' }),
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

test('a catalogue that loads while another language is shown shows nothing in English', () => {
  catalogues.translate = (_, { english }) => void Object.assign(english, { greeting: 'Moin' })
  const late = defineMessages({ greeting: 'Hello' }, 'late')
  catalogues.translate = undefined
  catalogues.loaded.delete('late')
  const Late = () => useMessages(late).greeting
  render(<Late />)
  expect(screen.getByText('Moin')).toBeVisible()
})

test('numbers get their plural form', () => {
  expect([1, 2].map((count) => plural(count, { one: 'token', other: 'tokens' }))).toEqual(['token', 'tokens'])
})
