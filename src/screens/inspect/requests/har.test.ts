import { expect, test } from 'vitest'
import type { LogEntry } from '../../../api/requestLog'
import { harOf } from './har'

const entry: LogEntry = {
  ...{ id: 2, at: 1_790_000_000_000, method: 'POST', path: '/api/amm/interactions/add', duration: 12 },
  ...{
    requestBody: '{"networkName":"Harbor"}',
    status: 201,
    contentType: 'application/json',
    bytes: 5_000,
    age: 3_000,
  },
  ...{ outcome: 'answer', said: undefined, deviations: [], excerpt: '{"data":null}' },
}

test('requests become an archive that network tools open, the oldest first', () => {
  const earlier = {
    ...entry,
    id: 1,
    at: entry.at - 1,
    method: 'GET',
    path: '/api/x?a=1',
    requestBody: undefined,
  } as const
  const { log } = harOf([entry, earlier], { base: '', origin: 'https://swap.example', version: '1' })
  expect(log.version).toBe('1.2')
  expect(log.entries.map(({ request }) => request.url)).toEqual([
    'https://swap.example/api/x?a=1',
    'https://swap.example/api/amm/interactions/add',
  ])
  expect(log.entries[0]?.request.queryString).toEqual([{ name: 'a', value: '1' }])
  expect(log.entries[1]).toMatchObject({
    startedDateTime: new Date(entry.at).toISOString(),
    time: 12,
    request: { method: 'POST', postData: { mimeType: 'application/json', text: '{"networkName":"Harbor"}' } },
    response: { status: 201, content: { size: 5_000, text: '{"data":null}', comment: expect.any(String) } },
  })
})
