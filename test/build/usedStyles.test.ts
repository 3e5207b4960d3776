import { expect, test } from 'vitest'
import { usedStyles } from '../../bin/parts/usedStyles.mjs'

const page = '<main id="refused" class="card md:hidden [&amp;&gt;p]:x"><p class="group">a</p></main>'

test('of the styles a drawn page keeps the rules for what is in it, in their order and layers', () => {
  const css = `/*! who made it {} */@layer base, utilities;
    @layer base{p{margin:0}.gone p{margin:1px}#refused,#lost{color:red}}
    @layer utilities{.card{a:b}.card:hover,.gone{c:d}.card .gone{e:f}.card:not(.gone){g:h}}`
  expect(usedStyles(css, page)).toBe(
    '@layer base, utilities;@layer base{p{margin:0}#refused,#lost{color:red}}' +
      '@layer utilities{.card{a:b}.card:hover,.gone{c:d}.card:not(.gone){g:h}}',
  )
})

test('escaped names are read as browsers read them', () => {
  const css = String.raw`.md\:hidden{a:b}.md\:flex{a:b}.\[\&\>p\]\:x{c:d}.\63 ard{e:f}.card:is(:where(.group):hover *){g:h}`
  expect(usedStyles(css, page)).toBe(css.replace(String.raw`.md\:flex{a:b}`, ''))
})

test('at-rules without selectors stay; a condition without rules is removed, and a layer without rules keeps its place', () => {
  const css =
    '@property --x{syntax:"}";inherits:false}@media print{.gone{a:b}}@layer late{.gone{a:b}}@supports (a:b){@media (c){.card{d:e}}}'
  expect(usedStyles(css, page)).toBe(
    '@property --x{syntax:"}";inherits:false}@layer late{}@supports (a:b){@media (c){.card{d:e}}}',
  )
})

test('a rule that fetches a picture is left out, and a file that breaks off is refused', () => {
  expect(usedStyles('.card{mask:url("/a.svg")}.card{content:";"}', page)).toBe('.card{content:";"}')
  expect(() => usedStyles('.card{a:b', page)).toThrow('middle of a rule')
})
