import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Command, type CommandGroup, findCommands } from './commands'

function command(title: string, group: CommandGroup = 'tokens', more: Partial<Command> = {}): Command {
  return { id: `${group} ${title} ${more.detail}`, title, group, does: { is: 'go', to: '/' }, ...more }
}

const titles = (commands: readonly Command[]) => commands.map(({ title }) => title)

test('every word must be found, in title, detail or address; the better match comes first', () => {
  const all = [
    command('WBNB / USDC', 'pools', { detail: 'Harbor' }),
    command('Swap to USDC', 'tokens', { detail: 'USD Coin on Harbor', keywords: '0xAbC' }),
    command('Swap to USDC', 'tokens', { detail: 'USD Coin on Delta' }),
    command('Swap to aUSDC', 'tokens', { detail: 'Interest on Delta' }),
  ]
  expect(findCommands(all, 'usdc delta').map(({ title, detail }) => `${title}, ${detail}`)).toEqual([
    'Swap to USDC, USD Coin on Delta',
    'Swap to aUSDC, Interest on Delta',
  ])
  expect(titles(findCommands(all, '0xabc'))).toEqual(['Swap to USDC'])
  expect(findCommands(all, 'usdc moon')).toEqual([])
})

test('thousands of pools hide no setting, and groups keep their order', () => {
  const pools = Array.from({ length: 5_000 }, (_, index) => command(`T${index} / SETTER`, 'pools'))
  const found = findCommands([...pools, command('Open settings', 'settings'), command('Swap', 'screens')], 'set')
  expect(found.map(({ group }) => group)).toEqual([...Array(6).fill('pools'), 'settings'])
})

test('no text breaks the search', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(findCommands([command('Swap', 'screens')], text).length).toBeLessThanOrEqual(1)
    }),
  )
})
