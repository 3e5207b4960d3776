import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../test/builders/liquidity'
import * as records from '../../../test/fixtures/poolRecords'
import { clientListing, renderIn, servicesWith } from '../../../test/services'
import type { Chain } from '../../domain/chain'
import Assumptions from './assumptions/Assumptions'
import Health from './health/Health'
import Operator from './operator/Operator'
import SchemaRadar from './schema/SchemaRadar'

/** Shown as Harbor, the deployment's name for it; the service uses another name. */
const harbor: Chain = { ...weth.chain, name: 'Harbor', network: 'Harbour Mainnet / v2' }

beforeEach(() => localStorage.clear())

const views: readonly (readonly [name: string, view: ReactNode, search: string])[] = [
  ['the health of all networks', <Health key="health" />, ''],
  ['what works in the deployment', <Operator key="operator" />, ''],
  ['what the specification leaves open', <Assumptions key="assumptions" />, ''],
  ['the fields of records', <SchemaRadar key="schema" />, ''],
  ['the fields of a network in a link, under the name that people see', <SchemaRadar key="link" />, '?network=Harbor'],
]

test.each(views)('%s: pools are requested by the name that the service gave', async (_, view, search) => {
  window.history.replaceState(null, '', `/inspect${search}`)
  const asked = new Set<string>()
  const pools = async (network: string) => {
    asked.add(network)
    return poolsSaid([records.embedded])
  }
  const tokens = [weth, usdc].map((token) => ({ ...token, chain: harbor }))
  renderIn(servicesWith({ client: clientListing(tokens, { pools }) }), view)
  await screen.findAllByText(/Harbo/)
  await expect.poll(() => [...asked]).toEqual(['Harbour Mainnet / v2'])
})
