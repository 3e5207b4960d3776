import { expect, test } from 'vitest'
import { inPixels, inShadow } from './widgetStyle'

test('styles of the page become styles of the element, and nothing else changes', () => {
  const css = [
    '@font-face{font-family:"Geist";src:url(/geist.woff2)}',
    '@property --tw-border-style{syntax:"*";inherits:false}',
    ':root,:host{--color-ink:#000}',
    ':root[data-theme="dark"]{color-scheme:dark}',
    'body{color:red}.body{color:blue}tbody{color:green}',
    '@layer base{body{margin:0}}',
  ].join('')
  expect(inShadow(css)).toBe(
    [
      ':host,:host{--color-ink:#000}',
      ':host([data-theme="dark"]){color-scheme:dark}',
      '.widget{color:red}.body{color:blue}tbody{color:green}',
      '@layer base{.widget{margin:0}}',
    ].join(''),
  )
})

test('sizes follow the text size of the browser, for any `rem` of the page; conditions keep theirs', () => {
  expect(inPixels('@media (min-width:48rem){.a{margin:-.5rem 1rem;--b:calc(2.5rem*2)}}', 16)).toBe(
    '@media (min-width:48rem){.a{margin:-8px 16px;--b:calc(40px*2)}}',
  )
  expect(inPixels('.a{width:10rem}', 20)).toBe('.a{width:200px}')
})
