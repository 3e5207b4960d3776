import { act, render } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { DeferredLocation } from './DeferredLocation'

test('a link is answered before the next screen is drawn, which never sees half of an address', async () => {
  window.history.replaceState(null, '', '/pools?sort=apr')
  const log: string[] = []
  function Header() {
    const [path] = useLocation()
    useLayoutEffect(() => void log.push(`header ${path}`), [path])
    return <Link href="/swap?sell=1">Swap</Link>
  }
  function Screen() {
    const [path] = useLocation()
    const search = useSearch()
    useLayoutEffect(() => void log.push(`screen ${path}?${search}`), [path, search])
    return null
  }
  const { getByRole } = render(
    <>
      <Header />
      <DeferredLocation>
        <Screen />
      </DeferredLocation>
    </>,
  )
  await act(async () => getByRole('link').click())
  expect(log).toEqual(['header /pools', 'screen /pools?sort=apr', 'header /swap', 'screen /swap?sell=1'])
})

test('what a screen writes into its own address is there in the same render', () => {
  window.history.replaceState(null, '', '/pools')
  const seen: string[] = []
  function Screen() {
    const [path, navigate] = useLocation()
    seen.push(`${path}?${useSearch()}`)
    return (
      <button type="button" onClick={() => navigate('/pools?q=eth', { replace: true })}>
        Search
      </button>
    )
  }
  const { getByRole } = render(
    <DeferredLocation>
      <Screen />
    </DeferredLocation>,
  )
  act(() => getByRole('button').click())
  expect(seen.filter((address) => address !== '/pools?')).toEqual(['/pools?q=eth'])
})

test('a screen that is leaving does not bring the person back when it finds where it would have led', async () => {
  window.history.replaceState(null, '', '/pools/0x1')
  const found = new EventTarget()
  function Header() {
    const [path] = useLocation()
    // The header knows the next address, and the screen below is still the old one.
    useLayoutEffect(() => void (path === '/swap' && found.dispatchEvent(new Event('found'))), [path])
    return <Link href="/swap">Swap</Link>
  }
  function Screen() {
    const [path] = useLocation()
    const [isFound, setFound] = useState(false)
    useLayoutEffect(() => found.addEventListener('found', () => setFound(true)), [])
    return isFound && path !== '/swap' ? <Redirect to="/pools/Harbor/0x1" replace /> : path
  }
  const { getByRole, findByText } = render(
    <>
      <Header />
      <DeferredLocation>
        <Screen />
      </DeferredLocation>
    </>,
  )
  await act(async () => getByRole('link').click())
  expect(await findByText('/swap')).toBeVisible()
  expect(window.location.pathname).toBe('/swap')
})

test('an address is decoded once, as without it', () => {
  window.history.replaceState(null, '', '/pools/Harbor/100%2525?tab=%2525')
  const seen: string[] = []
  function Screen() {
    const [path] = useLocation()
    seen.push(`${path}?${useSearch()}`)
    return null
  }
  render(<Screen />)
  render(
    <DeferredLocation>
      <Screen />
    </DeferredLocation>,
  )
  expect(seen[1]).toBe(seen[0])
})
