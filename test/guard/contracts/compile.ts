import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Hex, isHex } from 'viem'
import { knownJson } from '../../knownJson'

/** Creation code of a contract of this folder, or another one. Compiled when asked: only tests ever deploy these. */
export function compile(name: string, path = join(import.meta.dirname, `${name}.sol`)): Hex {
  const solc: { compile: (input: string) => string } = createRequire(import.meta.url)('solc')
  const file = `${name}.sol`
  const output = knownJson(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { [file]: { content: readFileSync(path, 'utf8') } },
        settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
      }),
    ),
  )
  const code = `0x${output.contracts?.[file]?.[name]?.evm.bytecode.object}`
  if (!isHex(code) || code === '0xundefined') throw new Error(JSON.stringify(output.errors))
  return code
}
