import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { defineMessages, LanguageContext, plural, useMessages } from './messages'

const german = {
  greeting: 'Moin',
  steps: (count: number) => plural('de', count, { one: 'Schritt', other: 'Schritte' }),
}
const load = vi.fn(() => Promise.resolve(german))
const area = defineMessages(
  { greeting: 'Hello', steps: (count: number) => plural('en', count, { one: 'step', other: 'steps' }) },
  { de: load },
)

function Sign() {
  const messages = useMessages(area)
  return (
    <p>
      {messages.greeting}, 2 {messages.steps(2)}
    </p>
  )
}

function inLanguage(language: string) {
  return (
    <LanguageContext value={language}>
      <Suspense fallback="…">
        <Sign />
      </Suspense>
    </LanguageContext>
  )
}

test('messages are in English, and no translation is loaded for that', () => {
  render(inLanguage('en'))
  expect(screen.getByText('Hello, 2 steps')).toBeVisible()
  expect(load).not.toHaveBeenCalled()
})

test('a translation is loaded once, when its language is chosen', async () => {
  const { rerender } = await act(async () => render(inLanguage('de')))
  expect(await screen.findByText('Moin, 2 Schritte')).toBeVisible()
  rerender(inLanguage('de'))
  expect(load).toHaveBeenCalledOnce()
})

test('a message without translation is in English', () => {
  render(inLanguage('fr'))
  expect(screen.getByText('Hello, 2 steps')).toBeVisible()
})

test('numbers get their plural form', () => {
  expect([1, 2].map((count) => plural('en', count, { one: 'token', other: 'tokens' }))).toEqual(['token', 'tokens'])
})
