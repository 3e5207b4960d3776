import { expect, test } from 'vitest'
import { chainWith, deployment } from '../../../test/services'
import { addressUrl, transactionUrl } from './explorerLinks'

const hostile = [
  '@evil.example',
  '//evil.example',
  '/../../evil',
  '\\\\evil.example',
  'javascript:alert(1)',
  '?x#y',
  ' ',
]

test.each(hostile)(
  'A-16 for any address or transaction of a service (%s), the host is that of the settings',
  (text) => {
    for (const url of [addressUrl(deployment, 741_001, text), transactionUrl(deployment, 741_001, text)]) {
      const { protocol, host, pathname, search, hash } = new URL(url!)
      expect([protocol, host, search, hash]).toEqual(['https:', 'explorer.example', '', ''])
      expect(pathname.split('/')).toHaveLength(3)
    }
  },
)

test('A-16 a chain without an explorer in the settings has no link', () => {
  const chains = [chainWith(741_001, 'Harbor', { explorerUrl: undefined })]
  expect(addressUrl({ chains }, 741_001, '0x1')).toBeUndefined()
  expect(addressUrl(deployment, 999, '0x1')).toBeUndefined()
  expect(transactionUrl({ ...deployment, chains }, 741_001, '0x1')).toBeUndefined()
})
