import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { accountWith, chainWith, deployment, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import type { RpcPort } from '../../../chain/rpc'
import { PositionOnAnyNetwork } from './PositionOnAnyNetwork'

const positionManager = '0x8000000000000000000000000000000000000008'
const named = [chainWith(741001, 'Harbor', { positionManager }), chainWith(741002, 'Delta', { positionManager })]

/** A node whose position manager has these numbers. */
function nodeWith(...numbers: readonly bigint[]): RpcPort {
  return async (_, params) => {
    const { data } = params[0] as { data: string }
    const id = BigInt(`0x${data.slice(10, 74)}`)
    if (!numbers.includes(id)) throw new Error('execution reverted: Invalid token ID')
    const word = (value: bigint | string) => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
    if (data.startsWith('0x6352211e')) return `0x${word(accountWith().address)}`
    return `0x${[0n, 0n, 1n, 2n, 3000n, -60n, 60n, 5n, 0n, 0n, 0n, 0n].map(word).join('')}`
  }
}

function open(id: string, nodes: Readonly<Record<number, RpcPort>>, chains = named) {
  window.history.replaceState(null, '', `/positions/${id}`)
  const wallets = walletsWith({ rpc: (chainId) => nodes[chainId] ?? nodeWith() })
  renderIn(
    servicesWith({ deployment: { ...deployment, chains }, wallets }),
    <>
      <Route path="/positions/:position">{({ position }) => <PositionOnAnyNetwork id={position} />}</Route>
      <Route path="/positions/:network/:position">{({ network }) => <p>The page on {network}</p>}</Route>
    </>,
  )
}

test('a number that one network has leads to its page', async () => {
  open('46', { 741002: nodeWith(46n) })
  expect(await screen.findByText('The page on Delta')).toBeVisible()
})

test('a number that several networks have asks which', async () => {
  open('1', { 741001: nodeWith(1n), 741002: nodeWith(1n) })
  expect(await screen.findByRole('link', { name: '#1 on Harbor' })).toHaveAttribute('href', '/positions/Harbor/1')
  expect(await screen.findByRole('link', { name: '#1 on Delta' })).toHaveAttribute('href', '/positions/Delta/1')
})

test('an invalid number, or one without a position, is not found', async () => {
  open('77', {})
  expect(await screen.findByText('Position not found')).toBeVisible()
  expect(screen.getByText('No network of this exchange has a position with this number.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'All positions' })).toHaveAttribute('href', '/positions')
})

test('a number is not called missing where no position manager is named: the page of that network is offered', async () => {
  open('46', {}, [chainWith(741001, 'Harbor')])
  expect(await screen.findByText('Not searched: Harbor')).toBeVisible()
  expect(screen.getByRole('link', { name: '#46 on Harbor' })).toHaveAttribute('href', '/positions/Harbor/46')
  expect(screen.queryByText(/not found|No such position/)).toBeNull()
})

test('a number that one network does not have may be on one that was not asked', async () => {
  open('46', {}, [chainWith(741001, 'Harbor'), chainWith(741002, 'Delta', { positionManager })])
  expect(await screen.findByText('No such position on Delta')).toBeVisible()
  expect(screen.getByRole('link', { name: '#46 on Harbor' })).toBeVisible()
  expect(screen.queryByText('Position not found')).toBeNull()
})
