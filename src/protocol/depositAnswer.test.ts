import { describe, expect, test } from 'vitest'
import { readDepositAnswer } from './depositAnswer'
import { parseJson } from './json/json'

const approve =
  '{"type":"approve","data":"0x01","order":0,"value":0,"gasAmount":1,"gasUsd":1,"to":"0x1","chainType":"EVM","rpcUrl":""}'
const read = (text: string) => readDepositAnswer(parseJson(text))

describe('the delivery of an accepted deposit', () => {
  test.each(['null', '""', 'false', '{}', '[]', '{"transactions":[]}'])('%s: nothing to sign', (text) => {
    expect(read(text)).toEqual({ is: 'nothing' })
  })

  test.each([`[${approve}]`, `{"transactions":[${approve}]}`, `{"transactions":[${approve}],"positionId":7}`])(
    '%s: transactions',
    (text) => {
      expect(read(text)).toMatchObject({ is: 'transactions', transactions: [{ data: '0x01', order: 0, to: '0x1' }] })
    },
  )

  test.each([
    ['7', '7'],
    ['"0xdeadbeef"', '0xdeadbeef'],
    ['"7"', '7'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['true', 'true'],
    [`"${'5'.repeat(87)}"`, '5'.repeat(87)],
  ])('%s: accepted, in the words of the service, and nothing is signed by it', (text, said) => {
    expect(read(text)).toEqual({ is: 'accepted', said })
  })

  test.each([
    ['"failed"', 'failed'],
    ['"rejected"', 'rejected'],
    ['"paused"', 'paused'],
    ['"queued"', 'queued'],
    [`"${'x'.repeat(3_000)}"`, 'x'.repeat(100)],
  ])('%s: a word that may be a no, and nothing is signed by it', (text, said) => {
    expect(read(text)).toEqual({ is: 'unclear', said })
  })

  test.each(['{"hash":"0x1"}', '[1,2]', `[${approve},null]`])(
    '%s: nothing anyone has a meaning for, and nothing is signed by it',
    (text) => {
      expect(read(text).is).toBe('unreadable')
    },
  )
})
