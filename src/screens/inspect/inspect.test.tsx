import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { version } from '../../../package.json'
import { clientListing, renderIn, servicesWith, usdc } from '../../../test/services'
import InspectScreen from './InspectScreen'

const heard = {
  at: 0,
  requestBody: undefined,
  contentType: 'application/json',
  bytes: 2_048,
  age: 0,
  excerpt: '',
  deviations: [],
}

beforeEach(() => window.history.replaceState(null, '', '/inspect'))

test('the deployment is described on the page of its health, schema, assumptions and conformance', async () => {
  window.history.replaceState(null, '', '/inspect?view=deployment')
  renderIn(servicesWith({ client: clientListing([usdc]) }), <InspectScreen />)
  expect(await screen.findByRole('region', { name: 'Deployment' })).toHaveTextContent('Local exchange, test tokens')
  expect(screen.getByRole('region', { name: 'Deployment' })).toHaveTextContent(version)
  for (const name of ['Health of all networks and pools', 'Conformance', 'Schema on Harbor'])
    expect(await screen.findByRole('region', { name })).toBeVisible()
})

test.each([
  ['?view=health', '?view=deployment#health'],
  ['?view=schema&network=Delta', '?view=deployment&network=Delta#schema'],
  ['?view=assumptions', '?view=deployment#assumptions'],
  ['?view=operator', '?view=deployment#operator'],
  ['?view=conformance&network=Delta', '?view=deployment&network=Delta#conformance'],
  ['?view=transaction&hash=0xab', '?view=find&hash=0xab'],
  ['?view=dry-run&from=1', '?view=replay&from=1#dry-run'],
])('the earlier address /inspect%s leads to %s', (earlier, now) => {
  window.history.replaceState(null, '', `/inspect${earlier}`)
  renderIn(servicesWith({ client: clientListing([usdc]) }), <InspectScreen />)
  expect(window.location.search + window.location.hash).toBe(now)
})

test('every request is listed with its result', () => {
  const client = clientListing([usdc])
  renderIn(servicesWith({ client }), <InspectScreen />)
  expect(screen.getByText('No requests yet.')).toBeVisible()

  act(() => {
    client.log.add({
      ...heard,
      method: 'GET',
      path: '/api/blockchain',
      duration: 12,
      status: 200,
      outcome: 'answer',
      said: undefined,
    })
    client.log.add({
      ...heard,
      method: 'POST',
      path: '/api/swap/native',
      requestBody: '{"amount":"1"}',
      duration: 9,
      status: 400,
      outcome: 'invalid',
      said: undefined,
      deviations: [
        { code: 'M-1', did: 'noted', where: '$.data', reason: { is: 'missing' }, found: undefined, times: 1 },
      ],
    })
  })
  const table = screen.getByRole('table', { name: 'Requests' })
  const [, latest, first] = within(table).getAllByRole('row')
  expect(latest).toHaveTextContent('POST /api/swap/native')
  expect(latest).toHaveTextContent('The exchange did not accept the request.')
  expect(latest).toHaveTextContent('1 deviation')
  expect(latest).toHaveTextContent('Request body{"amount":"1"}')
  const disclosures = [...table.querySelectorAll('summary')].map(({ textContent }) => textContent)
  expect(disclosures).toEqual(['POST /api/swap/native', '1 deviation'])
  expect(first).toHaveTextContent('200 answered')
  expect(first).toHaveTextContent('as specified')
})

test('M-044 a nested chain that differs from the chain that lists the token is listed as a deviation', () => {
  const client = clientListing([usdc])
  renderIn(servicesWith({ client }), <InspectScreen />)
  act(() => {
    client.log.add({
      ...heard,
      method: 'GET',
      path: '/api/blockchain',
      duration: 12,
      status: 200,
      outcome: 'answer',
      said: undefined,
      deviations: [
        {
          code: 'M-044',
          did: 'noted',
          where: '$.data[0].chainCurrencies[0].chain',
          reason: { is: 'nested chain differs', chain: 'Harbor' },
          found: undefined,
          times: 3,
        },
      ],
    })
  })
  const [, latest] = within(screen.getByRole('table', { name: 'Requests' })).getAllByRole('row')
  expect(latest).toHaveTextContent('M-044')
  expect(latest).toHaveTextContent('$.data[0].chainCurrencies[0].chain')
  expect(latest).toHaveTextContent('differs from Harbor, the chain that lists the token')
})

test('a link to a part that Inspect does not have is named, and the first part is shown', () => {
  window.history.replaceState(null, '', '/inspect?view=wallets')
  renderIn(servicesWith({ client: clientListing([usdc]) }), <InspectScreen />)
  expect(screen.getByText('This link names “wallets”, which Inspect does not have.')).toBeVisible()
  expect(screen.getByText('No requests yet.')).toBeVisible()
  window.history.replaceState(null, '', '/inspect')
})
