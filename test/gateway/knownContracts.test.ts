import managerArtifact from '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json'
import { expect, test } from 'vitest'
import { knownContracts } from '../../bin/parts/knownContracts.mjs'

const nameOf: (code: string) => string | undefined = knownContracts()
const code = managerArtifact.deployedBytecode
const name = 'Uniswap v3 NonfungiblePositionManager'
const zeros = `7f${'00'.repeat(32)}`

test('the doctor knows a contract by its code with any factory and wrapped coin', () => {
  expect(nameOf(code)).toBe(name)
  expect(nameOf(code.toUpperCase().replace('0X', '0x'))).toBe(name)
  expect(nameOf(code.replaceAll(zeros, `7f${'00'.repeat(12)}${'22'.repeat(20)}`))).toBe(name)
})

test('one that finds its pools by the hash of other code is not known, nor one with another selector or less code', () => {
  const hashOfPools = 'e34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
  expect(code).toContain(`7f${hashOfPools}`)
  expect(nameOf(code.replace(hashOfPools, '11'.repeat(32)))).toBeUndefined()
  expect(nameOf(code.replace('7f8fcbaf0c', '7f095ea7b3'))).toBeUndefined()
  expect([nameOf('0x'), nameOf(code.slice(0, -2)), nameOf(`${code}00`)]).toEqual([undefined, undefined, undefined])
})
