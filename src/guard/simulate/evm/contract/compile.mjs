/*
 * Compiles Prober.sol into code.ts: the run-time code, nothing that differs between machines. With `--check` it writes
 * nothing and fails when the committed code differs from the source.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const solc = createRequire(import.meta.url)('solc')
const source = readFileSync(join(here, 'Prober.sol'), 'utf8')
const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: 'Solidity',
      sources: { 'Prober.sol': { content: source } },
      settings: {
        optimizer: { enabled: true, runs: 1 },
        // Old chains are asked too: nothing newer than PUSH0 is used, and not even that.
        evmVersion: 'london',
        metadata: { bytecodeHash: 'none', appendCBOR: false },
        outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
      },
    }),
  ),
)
const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))

const code = output.contracts['Prober.sol'].Prober.evm.deployedBytecode.object
const text = `/** What Prober.sol compiles to (solc ${solc.version().split('+')[0]}); \`compile.mjs\` writes and checks it. */
export const proberCode =
  '0x${code}'
`
const file = join(here, 'code.ts')

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('code.ts is not what Prober.sol compiles to.')
  process.exitCode = 1
}
console.log(`Prober.sol: ${code.length / 2} bytes.`)
