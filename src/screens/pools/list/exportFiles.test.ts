import { expect, test } from 'vitest'
import { type JsonObject, jsonNumber, parseJson } from '../../../protocol/json/json'
import { createPoolReader } from '../../../protocol/pools/poolReader'
import { columns } from '../table/columns'
import { poolRowOf } from '../table/poolRows'
import { formats } from './exportFiles'

const shown = [columns.pair, columns.fee, columns.tvl, columns.volume, columns.apr, columns.address]

function rows(records: readonly JsonObject[]) {
  const answer = { records, keys: undefined }
  const pools = createPoolReader('evm', []).read(answer)
  return pools.map((pool) => poolRowOf(pool, 'Harbor', undefined))
}

const pool = rows([
  {
    id: 'one',
    token0: { symbol: '=cmd()' },
    token1: { symbol: 'A,"B"' },
    fee: 3_000,
    tvlUsd: jsonNumber('1234567.100000000000000001'),
    volume24h: 0,
    apr: 'soon',
  },
  { id: 'two', token0: { symbol: 'X' }, token1: { symbol: 'Y' } },
])

test('a table of the view keeps every digit, and nothing in it is a formula', () => {
  expect(formats.csv.write(pool, shown).split('\r\n')).toEqual([
    '\ufeffnetwork,pool,fee_percent,tvl_usd,volume_24h_usd,apr_percent,address',
    `Harbor,"'=cmd() / A,""B""",0.3,1234567.100000000000000001,0,unclear: soon,one`,
    'Harbor,X / Y,,,,,two',
    '',
  ])
})

test('network and address are exported even when the list does not show them', () => {
  expect(formats.csv.write(pool, [columns.tvl])).toMatch(/^\ufeffnetwork,address,tvl_usd\r\nHarbor,one,/)
  expect(parseJson(formats.json.write(pool, [columns.tvl]))).toMatchObject([
    { network: 'Harbor', address: 'one' },
    { address: 'two' },
  ])
})

test('a record of the view distinguishes missing, zero and unclear', () => {
  expect(formats.json.write(pool, shown)).toContain('"tvl_usd":1234567.100000000000000001')
  expect(parseJson(formats.json.write(pool, shown))).toMatchObject([
    { volume_24h_usd: 0, apr_percent: { unclear: 'soon' } },
    { pool: 'X / Y', tvl_usd: null, volume_24h_usd: null },
  ])
  expect(parseJson(formats.json.write([], shown))).toEqual([])
})

test('lines are one pool each', () => {
  const lines = formats.ndjson.write(pool, shown).trimEnd().split('\n')
  expect(lines.map((line) => parseJson(line))).toMatchObject([{ address: 'one' }, { address: 'two' }])
})

test('raw records leave word for word', () => {
  expect(formats.raw.write(pool, shown)).toContain('"tvlUsd":1234567.100000000000000001')
})
