import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Few files send requests to wallets: no other can ask for a signature by accident. */

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !/^(exchange|gateway)\//.test(file))
  .map((file) => ({ file: join('src', file), text: readFileSync(join('src', file), 'utf8') }))

function filesWith(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
}

test('A-26 only nine files send requests to a wallet, and one to a node', () => {
  expect(filesWith(/\.request\(\{/).sort()).toEqual([
    // The receipt of a payment, from the node of its chain.
    'src/wallets/delivery/evm.ts',
    'src/wallets/evm/batch.ts',
    'src/wallets/evm/chainSwitch.ts',
    'src/wallets/evm/connection/provider.ts',
    'src/wallets/evm/executor.ts',
    'src/wallets/evm/rpc/rpcSource.ts',
    'src/wallets/evm/watchToken.ts',
    // A session: its methods are compared with a separate list.
    'src/wallets/walletConnect/evmProvider.ts',
    'src/wallets/walletConnect/session.ts',
    'src/wallets/walletConnect/solanaWallet.ts',
  ])
})

test('A-26 a transaction is asked for in one place, by one method, and signed by no other', () => {
  expect(filesWith(/method: 'eth_sendTransaction'/)).toEqual(['src/wallets/evm/executor.ts'])
  expect(filesWith(/method: 'wallet_sendCalls'/)).toEqual(['src/wallets/evm/batch.ts'])
  expect(filesWith(/'(eth_sign|personal_sign|eth_signTypedData\w*|wallet_sendTransaction)'/)).toEqual([])
  // A token is listed in the wallet by its owner's yes; nothing is signed for it.
  expect(filesWith(/method: 'wallet_watchAsset'/)).toEqual(['src/wallets/evm/watchToken.ts'])
})

test('wagmi sends nothing: it connects, and reports accounts and chains', () => {
  expect(
    filesWith(/\b(sendTransaction|writeContract|signMessage|signTypedData|switchChain|sendCalls)\b[^\n]*from 'wagmi/),
  ).toEqual([])
})

test('the first load contains neither wagmi nor viem', () => {
  const light = ['src/wallets/createWallets.ts', 'src/wallets/wallets.ts', 'src/wallets/balances.ts']
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const { text = '' } = sources.find((source) => source.file === file) ?? {}
    for (const [, specifier = ''] of text.matchAll(/^import (?!type )[^'"]*['"]([^'"]+)['"]/gm)) {
      if (!specifier.startsWith('.')) expect(specifier, file).not.toMatch(/^(viem|wagmi|@solana)/)
      else visit(`${join(file, '..', specifier)}.ts`)
    }
  }
  for (const file of light) visit(file)
  expect([...reached]).toContain('src/wallets/evm/hex.ts')
})
