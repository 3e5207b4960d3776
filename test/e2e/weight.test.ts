import { beforeAll, expect, test } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { firstLoad, kilobytes } from '../../bin/parts/load.mjs'

beforeAll(() => build(['app']))

/* React, its DOM, the query cache and the router are 77 of these, Unicode's table of look-alike letters is 2. */
test('the swap form is there after 126 kB of JavaScript and 12 kB of styles', () => {
  const { scripts, styles } = firstLoad('/swap', appFolder)
  expect(scripts.length).toBeGreaterThan(1)
  expect(kilobytes(scripts, 'gz', appFolder)).toBeLessThan(126)
  expect(kilobytes(styles, 'gz', appFolder)).toBeLessThan(12)
})

test('what signs, draws charts or speaks to chains is loaded when it is needed, not before', () => {
  const tooEarly =
    /node_modules\/(viem|ox|wagmi|valibot|@wagmi|@solana|@wallet-standard|@walletconnect|@coinbase|d3-|@tanstack\/[a-z]+-(table|virtual)|uqr|bitcoin)/
  expect(firstLoad('/swap', appFolder).modules.filter((module) => tooEarly.test(module))).toEqual([])
})
