import { expect, test } from 'vitest'
import type { Token } from '../../domain/token'
import { imageOf } from './image'

const imageBaseUrl = 'https://images.example/tokens'
const image = (imagePath: string | undefined) => imageOf({ imageBaseUrl }, { imagePath } as Token)

test('the image of a token is loaded only from the server of the deployment', () => {
  expect(image('/usdc.png')).toBe('https://images.example/tokens/usdc.png')
  expect(image('evm/usdc.svg')).toBe('https://images.example/tokens/evm/usdc.svg')
})

test.each([
  'https://evil.example/track.png',
  '//evil.example/track.png',
  '../../secrets.png',
  'javascript:alert(1)//.png',
  'data:image/png;base64,AAAA',
  'usdc.html',
  '',
  undefined,
])('%s is no picture of ours', (path) => {
  const found = image(path)
  expect(found === undefined || found.startsWith('https://images.example/tokens/')).toBe(true)
})

test('without a server for images there are monograms', () => {
  expect(imageOf({ imageBaseUrl: undefined }, { imagePath: 'usdc.png' } as Token)).toBeUndefined()
})
