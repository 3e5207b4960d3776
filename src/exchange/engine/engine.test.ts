import { expect, test } from 'vitest'
import { AnvilNotFound, findAnvil } from './binary'
import { createMutex } from './lock'

test('tasks under one mutex run in order, and a failure does not stop the next', async () => {
  const exclusive = createMutex()
  const done: string[] = []
  const slow = exclusive(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push('slow')
  })
  const failing = exclusive(async () => {
    done.push('failing')
    throw new Error('broken')
  })
  const quick = exclusive(async () => done.push('quick'))
  await slow
  await expect(failing).rejects.toThrow('broken')
  await quick
  expect(done).toEqual(['slow', 'failing', 'quick'])
})

test('the anvil that the operator names is used, or reported as missing', () => {
  expect(findAnvil({ TIDEGATE_ANVIL: process.execPath })).toBe(process.execPath)
  expect(() => findAnvil({ TIDEGATE_ANVIL: '/nowhere' })).toThrow(AnvilNotFound)
})
