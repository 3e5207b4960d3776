import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Hex, isHex } from 'viem'
import { knownJson } from '../../knownJson'

const require = createRequire(import.meta.url)
const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'contracts')

/**
 * Creation code of a contract of this folder, or another one. Compiled when asked: only tests ever deploy these. The
 * compiler takes seconds, so the code is kept by the hash of its input.
 */
export function compile(name: string, path = join(import.meta.dirname, `${name}.sol`)): Hex {
  const file = `${name}.sol`
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(path, 'utf8') } },
    settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  })
  const { version } = knownJson(readFileSync(require.resolve('solc/package.json'), 'utf8'))
  const kept = join(cache, createHash('sha256').update(`${version} ${name} ${input}`).digest('hex'))
  if (existsSync(kept)) return toHex(readFileSync(kept, 'utf8'), kept)

  const solc: { compile: (input: string) => string } = require('solc')
  const output = knownJson(solc.compile(input))
  const code = toHex(`0x${output.contracts?.[file]?.[name]?.evm.bytecode.object}`, JSON.stringify(output.errors))
  mkdirSync(cache, { recursive: true })
  // Another worker never reads half of a file.
  writeFileSync(`${kept}.${process.pid}`, code)
  renameSync(`${kept}.${process.pid}`, kept)
  return code
}

function toHex(code: string, problem: string): Hex {
  if (!isHex(code)) throw new Error(problem)
  return code
}
