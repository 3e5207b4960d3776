import { createRequire } from 'node:module'
import { keccak256 } from 'viem'

const require = createRequire(import.meta.url)

/** Contracts of Uniswap v3 that exchanges deploy unchanged, with the compiler artifacts of their packages. */
const artifacts = [
  ['Uniswap v3 SwapRouter', '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json'],
  [
    'Uniswap v3 NonfungiblePositionManager',
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  ],
  ['Uniswap v3 V3Migrator', '@uniswap/v3-periphery/artifacts/contracts/V3Migrator.sol/V3Migrator.json'],
  ['Uniswap v3 Factory', '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'],
]

/** Recognises a contract by its code, whatever factory and wrapped coin it was deployed with. */
export function knownContracts() {
  const names = new Map(
    artifacts.map(([name, file]) => {
      const { deployedBytecode } = require(file)
      return [fingerprint(deployedBytecode.replace(/__\$[0-9a-f]{34}\$__/gi, '0'.repeat(40))), name]
    }),
  )
  return (code) => names.get(fingerprint(code))
}

/**
 * A hash of the code without the parts that differ between deployments: the operands of PUSH32 (immutable values) and
 * of PUSH20 (library addresses). The metadata at the end hashes the compiler's input, which is the same.
 */
function fingerprint(code) {
  const bytes = Buffer.from(code.slice(2), 'hex')
  for (let at = 0; at < bytes.length; at++) {
    const operand = bytes[at] >= 0x60 && bytes[at] <= 0x7f ? bytes[at] - 0x5f : 0
    if (operand === 32 || operand === 20) bytes.fill(0, at + 1, at + 1 + operand)
    at += operand
  }
  return keccak256(bytes)
}
