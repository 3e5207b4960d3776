import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientListing, renderIn, servicesWith, usdc } from '../../../test/services'
import type { Client } from '../../api/client'
import { refuse } from '../../protocol/refusal'
import { useTokens } from './useTokens'

type Answer = Awaited<ReturnType<Client['chains']>>

test('a list that failed stays failed, with its reason and its button, until it has arrived', async () => {
  const answers: ((answer: Answer) => void)[] = []
  const listing = clientListing([usdc])
  const client = { ...listing, chains: () => new Promise<Answer>((resolve) => answers.push(resolve)) }
  const answerNext = (answer: Answer) => act(async () => answers.shift()?.(answer))
  renderIn(servicesWith({ client }), <Listed />)
  expect(screen.getByRole('status')).toHaveTextContent('loading')
  await answerNext({ is: 'refused', refusal: refuse('wrong shape') })
  const button = await screen.findByRole('button', { name: 'Try again' })
  const why = screen.getByRole('alert').textContent
  expect(why).not.toBe('')
  await act(async () => button.click())
  expect(answers).toHaveLength(1)
  expect(button).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(why ?? '')
  await answerNext(await listing.chains())
  await screen.findByText('listed')
  expect(button).not.toBeInTheDocument()
})

function Listed() {
  const { at, why, retry } = useTokens()
  return (
    <>
      <p role="status">{at}</p>
      {at === 'failed' && (
        <div>
          <p role="alert">{why}</p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </>
  )
}
