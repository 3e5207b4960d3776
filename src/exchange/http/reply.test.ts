import { expect, test } from 'vitest'
import { decodeAddLiquidity } from '../../protocol/liquidity'
import { rejection } from './reply'

test('a refusal contains all problems of a request', async () => {
  const response = rejection(400, 'Unknown token 7.', 'Amount is zero.').getResponse()
  const [status, text] = [response.status, await response.text()]
  const answer = decodeAddLiquidity({ ...{ status, text, receivedAt: 0 }, contentType: '', retryAfter: undefined })
  expect(answer).toMatchObject({ is: 'refused', refusal: { said: 'Unknown token 7. Amount is zero.' } })
})
