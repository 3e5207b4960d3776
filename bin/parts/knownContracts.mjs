import { createRequire } from 'node:module'

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

/** Recognises a contract by its code, regardless of the factory and wrapped coin it was deployed with. */
export function knownContracts() {
  const known = artifacts.map(([name, file]) => {
    const published = bytesOf(require(file).deployedBytecode)
    return { name, published, immutables: immutablesIn(published) }
  })
  return (code) => known.find((contract) => isSameCode(bytesOf(code), contract))?.name
}

/**
 * Where the values of immutables belong: artifacts leave 32 zeros there, which no compiler pushes otherwise. Other
 * constants (selectors, the hash that pool addresses come from) are code like the rest.
 */
function immutablesIn(bytes) {
  const places = []
  for (let at = 0; at < bytes.length; at++) {
    const size = bytes[at] >= 0x60 && bytes[at] <= 0x7f ? bytes[at] - 0x5f : 0
    if (size === 32 && bytes.subarray(at + 1, at + 33).every((byte) => byte === 0)) places.push(at + 1)
    at += size
  }
  return places
}

function isSameCode(bytes, { published, immutables }) {
  if (bytes.length !== published.length) return false
  for (const place of immutables) bytes.fill(0, place, place + 32)
  return bytes.equals(published)
}

function bytesOf(code) {
  return Buffer.from(code.slice(2), 'hex')
}
