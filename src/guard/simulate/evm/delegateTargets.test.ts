import { createRequire } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { delegateTargets } from './delegateTargets'

const own = `0x${'11'.repeat(20)}`
const library = '22'.repeat(20)
const delegate = '5f5f5f5f'
const artifact = (path: string): string =>
  createRequire(import.meta.url)(`@uniswap/v3-periphery/artifacts/contracts/${path}`).deployedBytecode

test('a second analysis of code keeps the results of other code', async () => {
  vi.resetModules()
  const { delegateTargets: follow } = await import('./delegateTargets')
  const codes = Array.from({ length: 16 }, (_, n) => `0x60${n.toString(16).padStart(2, '0')}5000`)
  const found = codes.map((code) => follow(code, own))
  for (const [n, code] of codes.entries()) expect(follow(code, own)).toBe(found[n])
})

describe('where code may delegate to', () => {
  test.each(['SwapRouter', 'NonfungiblePositionManager'])('%s calls only itself', (name) => {
    const code = artifact(`${name}.sol/${name}.json`).replace(/__\$.{34}\$__/g, library)
    expect(delegateTargets(code, own)).toEqual([])
  })

  test.each([
    ['itself', `0x${delegate}305af400`, []],
    ['itself, cut to an address', `0x${delegate}7f${'ff'.repeat(32)}30165af400`, []],
    ['its own address written out', `0x${delegate}73${own.slice(2)}5af400`, []],
    ['a library', `0x${delegate}73${library}5af400`, [`0x${library}`]],
    ['nothing: the byte is data', '0x60f45000', []],
    ['nothing: the code ends before', `0x00${delegate}5f545af4`, []],
    ['what storage names', `0x${delegate}5f545af400`, 'unknown'],
    ['what the caller names', `0x${delegate}5f355af400`, 'unknown'],
    ['a part of its own address', `0x${delegate}60ff30165af400`, 'unknown'],
    ['a place to jump to that nobody knows', '0x5f3556', 'unknown'],
    ['what storage names, on one of two ways', `0x5f35600b57${delegate}305a${'f4'}5b${delegate}5f545af400`, 'unknown'],
  ])('%s', (_, code, targets) => {
    expect(delegateTargets(code, own)).toEqual(targets)
  })

  test('a loop ends', () => {
    expect(delegateTargets('0x5f5b600101600156', own)).toEqual([])
  })
})
