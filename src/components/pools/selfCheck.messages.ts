import { parseFraction, toSignificant } from '../../domain/fraction'
import { maxTick, minTick } from '../../domain/liquidity/tick'
import type { FigureComparison, FigureName, SelfCheck, SelfCheckFacts } from '../../domain/pools/selfCheck'
import { percentText } from '../../domain/text/figure'
import { exchangedSigns, locale } from '../../domain/text/locale'
import { defineMessages } from '../../ui/messages'
import { remarkText } from './remark.messages'

const names: Readonly<Record<FigureName, string>> = {
  tick: 'tick',
  'sqrt price': 'sqrt price',
  price: 'price',
  fees: 'fees',
  volume: 'volume',
  'fee tier': 'fee tier',
  apr: 'APR',
  tvl: 'TVL',
  'first amount': 'first amount',
  'second amount': 'second amount',
  liquidity: 'liquidity',
  ticks: 'ticks',
  positions: 'positions',
  'price by sqrt price': 'price by sqrt price',
  'volume × fee tier': 'volume × fee tier',
  'volume × fee tier, less community fee': 'volume × fee tier, less the community fee',
  'fees × 365 ÷ tvl': 'fees × 365 ÷ TVL',
  'amounts × prices': 'amounts × prices',
}

/** A sentence for each result; a missing one is a compile error. */
const findings: { readonly [Found in keyof SelfCheckFacts]: (facts: SelfCheckFacts[Found]) => string } = {
  'figures missing': ({ figures }) =>
    `${capital(figures.map(({ name, is }) => `${names[name]} is ${is}`).join(locale.comma))}.`,
  'figure derived': ({ figure, from }) => `${capital(names[figure])}: calculated from the ${names[from]} itself.`,
  contradicted: ({ remark }) => remarkText(remark),
  'impossible sqrt price': ({ sqrtPrice }) => `No pool can have the sqrt price ${sqrtPrice}.`,
  'ticks compared': ({ tickOfPrice, tick, apart }) => {
    const says = `The sqrt price is at tick ${tickOfPrice}, the record has ${tick}.`
    return apart <= 1 ? says : `${says} They are ${apart} ticks apart.`
  },
  'no decimals': () => 'The decimals of the tokens are unknown.',
  'no token prices': () => 'The prices of the tokens are unknown.',
  'empty pool': () => 'The TVL is zero, so no APR can be calculated.',
  'figures compared': ({ reported, computed, unit, outcome, isOfLastHour }) => {
    const write = unit === 'share' ? percentOf : short
    const says = `${capital(names[reported.name])} in the record: ${write(reported.value)}; ${names[computed.name]}: ${write(computed.value)}.`
    const hour = isOfLastHour ? ' The rate is of the last hour, the TVL of now: it may have changed since.' : ''
    return `${says}${comparisonText(outcome)}${hour}`
  },
  'tick domain': ({ tick }) => `Tick ${tick}; pools can have ${minTick} to ${maxTick}.`,
  'no ranges': () => 'The record has neither positions nor ticks.',
  'ranges fit': ({ count, spacing, isAssumed }) =>
    `All ${count} ticks are multiples of the spacing ${spacingText(spacing, isAssumed)} and in bounds.`,
  'inverted ranges': ({ count }) => `${count} positions end before they begin.`,
  'ticks off spacing': ({ off, count, spacing, isAssumed, example }) =>
    `${off} of ${count} ticks are not multiples of the spacing ${spacingText(spacing, isAssumed)}, such as ${example}.`,
  'ticks left over': ({ rest }) =>
    `The liquidity added and removed at the ticks does not add up: ${rest} is left over.`,
  'liquidity by ticks': ({ active, reported }) =>
    `Active at the tick: ${active} by the ticks, ${reported} by the record.`,
  'liquidity by positions': ({ active, reported, mayBeIncomplete }) => {
    const says = `Positions in range hold ${active}, ${reported} is active.`
    return mayBeIncomplete ? `${says} The record may not list all positions.` : says
  },
}

export const selfCheckMessages = defineMessages(findings)

/** The comparison of a check, as a sentence. */
export function selfCheckText(
  { found, facts }: Pick<SelfCheck, 'found' | 'facts'>,
  messages: typeof findings = selfCheckMessages.english,
): string {
  // Each text gets the facts of its own kind. The catalogue's type ensures that; a union cannot.
  return messages[found](facts as never)
}

function comparisonText(outcome: FigureComparison): string {
  switch (outcome.is) {
    case 'near':
      return ''
    case 'as near as rounding allows':
      return ' The difference is within rounding.'
    case 'one is zero':
      return ' One of them is zero.'
    case 'beyond all numbers':
      return ' They are too large or too small to compare.'
    case 'apart':
      return ` They are ${percentText(outcome.bps)} apart.`
    case 'many times':
      return ` The first is ${short(outcome.times)} times the second.`
  }
}

function spacingText(spacing: number, isAssumed: boolean): string {
  return isAssumed ? `${spacing} (assumed)` : String(spacing)
}

function short(value: number): string {
  const size = Math.abs(value)
  if (!Number.isFinite(value)) return String(value)
  if (size >= 1e18 || (size > 0 && size < 1e-12))
    return exchangedSigns(value.toExponential(3).replace('-', '−').replace('e+', 'e'))
  return `${value < 0 ? '-' : ''}${exchangedSigns(toSignificant(parseFraction(String(Math.abs(value))), 8))}`
}

function percentOf(value: number): string {
  return locale.percent(short(Number((value * 100).toPrecision(5))))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
