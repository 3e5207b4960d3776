// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import * as records from '../../../test/fixtures/poolRecords'
import type { JsonObject } from '../../protocol/json/json'
import { createPoolReader } from '../../protocol/pools/poolReader'
import { readKnownFields } from './knownFields'
import { driftSince, rememberSchema, wholeSchema } from './rememberSchema'

beforeEach(() => localStorage.clear())

test('fields are remembered from the first poll, on any page, and compared from then on', () => {
  const before = poolsOf([records.embedded])
  rememberSchema('|Harbor', before, 1_000)
  rememberSchema('|Harbor', poolsOf([{ ...records.embedded, added: 1 }]), 2_000)
  const known = readKnownFields('|Harbor')
  expect(known?.since).toBe(1_000)
  const { tvlUsd: _, ...less } = records.embedded
  const now = poolsOf([{ ...less, added: 1 }])
  expect(driftSince(known!.fields, wholeSchema(now), now).map(({ path, is }) => [path, is])).toEqual([
    ['$.added', 'new'],
    ['$.tvlUsd', 'gone'],
  ])
})

test('a field that only a late record of a very long list has is not reported as new', () => {
  const many = Array.from({ length: 600 }, (_, index) => ({
    ...records.embedded,
    address: `0x${index.toString(16).padStart(40, '0')}`,
  }))
  rememberSchema('|Harbor', poolsOf(many), 1_000)
  const late = poolsOf([...many.slice(0, 599), { ...many[599]!, rare: 1 }])
  expect(driftSince(readKnownFields('|Harbor')!.fields, wholeSchema(late), late)).toEqual([])
})

function poolsOf(list: readonly JsonObject[]) {
  return createPoolReader('evm', []).read({ records: list, keys: undefined })
}
