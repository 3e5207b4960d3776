import { expect, test } from 'vitest'
import type { ComparedFigure, FigureComparison } from '../../domain/pools/selfCheck'
import { remarkText } from './remark.messages'
import { selfCheckText } from './selfCheck.messages'

const [reported, computed]: readonly ComparedFigure[] = [
  { name: 'fees', value: 30_000 },
  { name: 'volume × fee tier', value: 3_000 },
]
const compared = (outcome: FigureComparison, isOfLastHour = false) =>
  selfCheckText({
    found: 'figures compared',
    facts: { reported: reported!, computed: computed!, unit: 'number', outcome, isOfLastHour },
  })

test('two figures that disagree are named with their difference', () => {
  const both = 'Fees in the record: 30000; volume × fee tier: 3000.'
  expect(compared({ is: 'near' })).toBe(both)
  expect(compared({ is: 'many times', times: 10 })).toBe(`${both} The first is 10 times the second.`)
  expect(compared({ is: 'apart', bps: 1234 }, true)).toBe(
    `${both} They are 12.34% apart. The rate is of the last hour, the TVL of now: it may have changed since.`,
  )
})

test('a rate is written in percent', () => {
  const [apr, rate]: readonly ComparedFigure[] = [
    { name: 'apr', value: 0.365 },
    { name: 'fees × 365 ÷ tvl', value: 0.36 },
  ]
  const facts = {
    reported: apr!,
    computed: rate!,
    unit: 'share',
    outcome: { is: 'near' },
    isOfLastHour: false,
  } as const
  expect(selfCheckText({ found: 'figures compared', facts })).toBe('APR in the record: 36.5%; fees × 365 ÷ TVL: 36%.')
})

test('missing figures are listed, and a ruled-out one has the same words as on the page of the pool', () => {
  const figures = [
    { name: 'tick', is: 'missing' },
    { name: 'sqrt price', is: 'unclear' },
  ] as const
  expect(selfCheckText({ found: 'figures missing', facts: { figures } })).toBe(
    'Tick is missing, sqrt price is unclear.',
  )
  const remark = { code: 'M-112', is: 'tick against sqrt price', about: 'tick', tick: 5, tickOfPrice: 81_122 } as const
  expect(selfCheckText({ found: 'contradicted', facts: { remark } })).toBe(remarkText(remark))
  expect(remarkText(remark)).toBe('The tick is 5, but the sqrt price is at tick 81122: the sqrt price is used.')
})
