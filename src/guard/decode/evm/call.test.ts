import { encodeAbiParameters, encodeFunctionData, getAddress, parseAbi, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { addressOf, me, router, usdc, weth } from '../../../../test/guard/fixtures'
import { promisingContracts } from './call'
import { decodeCall } from './decodeCall'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
  'function execute(bytes commands, bytes[] inputs) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function deposit() payable',
])

test('a batch depends on every contract that is to pay something out: by a swap, a sweep, wrapping or unwrapping', () => {
  const [wrapped, sweeper, wrapper, unwrapper] = [getAddress(weth.address), ...['a', 'b', 'c'].map(addressOf)]
  const wrap = encodeAbiParameters(parseAbiParameters('address, uint256'), [me, 5n])
  const parts = [
    [wrapped!, encodeFunctionData({ abi, functionName: 'deposit' })],
    [sweeper!, encodeFunctionData({ abi, functionName: 'sweepToken', args: [getAddress(usdc.address), 5n, me] })],
    [wrapper!, encodeFunctionData({ abi, functionName: 'execute', args: ['0x0b', [wrap]] })],
    [unwrapper!, encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [5n, me] })],
  ] as const
  const calls = parts.map(([target, callData]) => ({ target, callData, allowFailure: false, value: 0n }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] })
  const call = decodeCall({ to: router, caller: me, value: 0n, data }, { wrapped: weth.address })
  expect(promisingContracts(call)).toEqual([sweeper, wrapper, unwrapper])
})
