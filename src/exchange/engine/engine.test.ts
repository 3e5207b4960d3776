import { expect, test } from 'vitest'
import { AnvilNotFound, findAnvil } from './binary'
import { createMutex } from './lock'

test('deeds under one lock follow one another, and a failure does not hold up the next', async () => {
  const alone = createMutex()
  const done: string[] = []
  const slow = alone(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push('slow')
  })
  const failing = alone(async () => {
    done.push('failing')
    throw new Error('broken')
  })
  const quick = alone(async () => done.push('quick'))
  await slow
  await expect(failing).rejects.toThrow('broken')
  await quick
  expect(done).toEqual(['slow', 'failing', 'quick'])
})

test('an engine that the operator names is used, or said to be missing', () => {
  expect(findAnvil({ TIDEGATE_ANVIL: process.execPath })).toBe(process.execPath)
  expect(() => findAnvil({ TIDEGATE_ANVIL: '/nowhere' })).toThrow(AnvilNotFound)
})
