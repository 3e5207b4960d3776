/*
 * Compiles the contracts of this folder into `artifacts/`: ABI and creation code, without parts that differ between
 * machines (no metadata hash, no CBOR tail). With `--check` it writes nothing and fails when the committed artifacts
 * differ from the sources.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const artifacts = join(here, 'artifacts')
const require = createRequire(import.meta.url)

const compiled = compile()
const isCheck = process.argv.includes('--check')
const stale = Object.entries(compiled).filter(([name, text]) => text !== committed(name))
const orphaned = readdirSync(artifacts).filter((file) => !(file.replace(/\.json$/, '') in compiled))

if (isCheck) {
  for (const [name] of stale) console.error(`${name}.json is not what its source compiles to.`)
  for (const file of orphaned) console.error(`${file} has no source.`)
  process.exitCode = stale.length + orphaned.length > 0 ? 1 : 0
} else {
  mkdirSync(artifacts, { recursive: true })
  for (const [name, text] of stale) writeFileSync(join(artifacts, `${name}.json`), text)
}
console.log(`${Object.keys(compiled).length} contracts, ${stale.length} differ from the committed artifacts.`)

/** Name of each deployable contract, and the text of its artifact. */
function compile() {
  const solc = require('solc')
  const files = readdirSync(here).filter((file) => file.endsWith('.sol'))
  const output = JSON.parse(solc.compile(JSON.stringify(input(files)), { import: readImport }))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))

  const deployable = files
    .flatMap((file) => Object.entries(output.contracts[file]))
    .filter(([, contract]) => contract.evm.bytecode.object !== '')
  return Object.fromEntries(deployable.map(([name, contract]) => [name, artifact(name, contract)]))
}

function input(files) {
  return {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(here, file), 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
}

function readImport(path) {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (cause) {
    return { error: `${path} cannot be read: ${cause}` }
  }
}

function artifact(name, { abi, evm }) {
  return `${JSON.stringify({ contractName: name, abi, bytecode: `0x${evm.bytecode.object}` }, null, 1)}\n`
}

function committed(name) {
  try {
    return readFileSync(join(artifacts, `${name}.json`), 'utf8')
  } catch {
    return undefined
  }
}
