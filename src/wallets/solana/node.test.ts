import { expect, test } from 'vitest'
import { openSolanaNode } from './node'

const chain = { name: 'Reef', rpcUrls: ['https://own.example', 'https://deployment.example'], genesisHash: 'G' }

/** Nodes with the responses of the test, by host. */
function nodes(answers: Record<string, (method: string) => unknown>) {
  const asked: string[] = []
  const fetchFrom: typeof fetch = async (url, init) => {
    const { host } = new URL(String(url))
    const { method } = JSON.parse(String(init?.body)) as { method: string }
    asked.push(`${host} ${method}`)
    const answer = answers[host]?.(method)
    if (answer === undefined) throw new TypeError('fetch failed')
    return Response.json(answer)
  }
  return { asked, ask: openSolanaNode(chain, fetchFrom) }
}

const works = (slot: number) => (method: string) => ({ result: method === 'getGenesisHash' ? 'G' : slot })

test('a node that dies is left for the next of the list, which is checked first', async () => {
  let isDead = false
  const { ask, asked } = nodes({
    'own.example': (method) => (isDead ? undefined : works(1)(method)),
    'deployment.example': works(2),
  })
  expect(await ask('getSlot', [])).toBe(1)
  isDead = true
  expect(await ask('getSlot', [])).toBe(2)
  expect(await ask('getSlot', [])).toBe(2)
  expect(asked.slice(-3)).toEqual([
    'deployment.example getGenesisHash',
    'deployment.example getSlot',
    'deployment.example getSlot',
  ])
})

test('a node that refuses a request stays the one that is asked', async () => {
  const { ask, asked } = nodes({
    'own.example': (method) =>
      method === 'getGenesisHash' ? { result: 'G' } : { error: { code: -32_002, message: 'Simulation failed' } },
  })
  for (let n = 0; n < 2; n++) await expect(ask('simulateTransaction', [])).rejects.toThrow('Simulation failed')
  expect(asked).toEqual([
    'own.example getGenesisHash',
    'own.example simulateTransaction',
    'own.example simulateTransaction',
  ])
})
