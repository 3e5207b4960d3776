import { expect, test } from 'vitest'
import { decodeAddLiquidity } from '../../protocol/liquidity'
import { rejectWith } from './reply'

test('a refusal contains all problems of a request', () => {
  const { status, body: text } = rejectWith(400, 'Unknown token 7.', 'Amount is zero.')
  const answer = decodeAddLiquidity({ ...{ status, text, receivedAt: 0 }, contentType: '', retryAfter: undefined })
  expect(answer).toMatchObject({ is: 'refused', refusal: { said: 'Unknown token 7. Amount is zero.' } })
})
