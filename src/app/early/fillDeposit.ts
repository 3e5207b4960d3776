import { shortAddress } from '../../domain/address'
import type { StartChoice, StartToken } from '../../rows/startRows'
import { fillMark } from '../../screens/pools/table/fillRow'
import { copyOfTemplate, part, show, write } from './drawnParts'
import { pictureOf } from './fillPools'
import type { StartDepositAnswer } from './startAnswer'

/** Puts the first pools in the place of the placeholder, the first of them chosen, as the form chooses it. */
export function fillDeposit(place: HTMLElement, answer: StartDepositAnswer): void {
  const list = copyOfTemplate('list')
  const [first] = answer.pools
  write(part(list, 'network').firstElementChild!, answer.network)
  for (const [at, button] of list.querySelectorAll('[data-fill=token] button').entries()) {
    const token = first!.tokens[at as 0 | 1]
    button.setAttribute(
      'aria-label',
      button.getAttribute('aria-label')!.replace('{}', () => token.symbol),
    )
    button.querySelector('bdi')!.textContent = token.symbol
    fillMark(button.firstElementChild as HTMLElement, token, pictureOf(answer))
  }
  fillAddresses(part(list, 'address'), first!.tokens)
  fillChoices(list.querySelector('fieldset')!, answer)
  show(place, [...list.children])
  fillAge(answer.age)
}

/** A native coin has none. */
function fillAddresses(drawn: HTMLElement, tokens: readonly StartToken[]): void {
  const lines = tokens.flatMap(({ symbol, address, isNative }) => {
    if (isNative) return []
    const line = drawn.cloneNode(true) as HTMLElement
    const [name, code] = line.querySelectorAll('bdi')
    name!.textContent = symbol
    code!.title = address
    code!.firstElementChild!.textContent = shortAddress(address)
    code!.lastElementChild!.textContent = address
    return [line]
  })
  drawn.replaceWith(...lines)
}

function fillChoices(choices: HTMLElement, answer: StartDepositAnswer): void {
  const drawn = part(choices, 'pool')
  const unknown = JSON.parse(choices.dataset.unknown!) as readonly string[]
  const lines = answer.pools.map((pool, at) => {
    const line = drawn.cloneNode(true) as HTMLElement
    const radio = line.querySelector('input')!
    radio.name = 'pool'
    radio.checked = at === 0
    fillChoice(line, pool, unknown, answer)
    return line
  })
  drawn.replaceWith(...lines)
  const more = part(choices, 'more')
  if (answer.more === 0) more.remove()
  else write(more.firstElementChild!, `${answer.more}`)
}

function fillChoice(
  line: HTMLElement,
  pool: StartChoice,
  unknown: readonly string[],
  answer: StartDepositAnswer,
): void {
  const [marks, texts] = [...line.children].slice(1)
  for (const [at, place] of [...marks!.children].entries())
    fillMark(place.firstElementChild as HTMLElement, pool.tokens[at as 0 | 1], pictureOf(answer))
  const [pair, figures, apr] = texts!.children
  for (const [at, name] of [...pair!.querySelectorAll('bdi')].entries())
    name.textContent = pool.tokens[at as 0 | 1].symbol
  if (!pool.isMeme) pair!.lastElementChild!.remove()
  const written = [pool.fee, pool.tvl, pool.apr]
  for (const [at, place] of [...figures!.children, apr!].entries()) {
    const figure = written[at]
    if (figure === undefined) place.textContent = unknown[at]!
    else write(place, figure)
  }
}

/** As the form says how old its figures are, for as long as the page waits for it. */
function fillAge(age: number): void {
  const place = part(document, 'age')
  const template = place.firstElementChild!
  const beganAt = performance.now()
  const draw = () => place.replaceChildren(template, dotOf(age + performance.now() - beganAt))
  draw()
  const timer = setInterval(() => (place.isConnected ? draw() : clearInterval(timer)), 1_000)
}

function dotOf(age: number): Node {
  const seconds = Math.floor(age / 1_000)
  const dots = copyOfTemplate('ages').children
  const dot = dots[seconds < 2 ? 0 : seconds < 15 ? 1 : age < 5 * 60_000 ? 2 : 3]!
  write(dot.lastChild!, `${seconds}`)
  return dot
}
