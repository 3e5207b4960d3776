import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyWithPreload } from './lazyWithPreload'

const loaded = ({ name }: { name: string }) => <p>Hello {name}</p>

function shown(Part: ReturnType<typeof lazyWithPreload<{ name: string }>>) {
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Part name="Ada" />
    </Suspense>,
  )
}

test('a preloaded component is rendered immediately, without a fallback', async () => {
  const load = vi.fn(async () => ({ default: loaded }))
  const Part = lazyWithPreload(load)
  Part.preload()
  await Promise.resolve()
  await Promise.resolve()
  shown(Part)
  expect(screen.queryByText('Loading')).toBeNull()
  expect(screen.getByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('a component that was not preloaded is fetched when it is rendered', async () => {
  const load = vi.fn(async () => ({ default: loaded }))
  await act(async () => shown(lazyWithPreload(load)))
  expect(screen.getByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('a fetch ahead that fails is silent, and made again when it is drawn', async () => {
  const load = vi.fn(async () => ({ default: loaded })).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = lazyWithPreload(load)
  Part.preload()
  await Promise.resolve()
  await act(async () => shown(Part))
  expect(screen.getByText('Hello Ada')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
