import { pad, toEventSelector, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readPositionTransfers } from './positionTransfers'

const owner = `0x${'aa'.repeat(20)}` as const
const other = `0x${'bb'.repeat(20)}` as const
const nobody = `0x${'00'.repeat(20)}` as const
const manager = `0x${'cc'.repeat(20)}`

const log = (from: `0x${string}`, to: `0x${string}`, id: bigint, block: number) => ({
  address: manager,
  topics: [toEventSelector('Transfer(address,address,uint256)'), pad(from), pad(to), pad(toHex(id))],
  data: '0x',
  blockNumber: toHex(block),
  logIndex: '0x0',
  transactionHash: `0x${block}`,
})

test('positions that an owner opened, received, sent and closed are distinguished, the latest first', async () => {
  const all = [log(nobody, owner, 1n, 5), log(other, owner, 2n, 7), log(owner, other, 2n, 9), log(owner, nobody, 1n, 8)]
  const ask = async (_: string, [filter]: readonly unknown[]) => {
    const { topics } = filter as { topics: (string | null)[] }
    return all.filter((each) => topics.every((topic, index) => topic === null || each.topics[index] === topic))
  }
  const found = await readPositionTransfers(ask, manager, owner)
  expect(found.map(({ does, position }) => [does, position])).toEqual([
    ['sent', 2n],
    ['closed', 1n],
    ['received', 2n],
    ['opened', 1n],
  ])
})

test('a node without logs that old is an error, not an empty history', async () => {
  await expect(readPositionTransfers(() => Promise.reject(new Error('pruned')), manager, owner)).rejects.toThrow(
    'pruned',
  )
})
