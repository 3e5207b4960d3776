import { type RpcPort, readWord } from './rpc'

/** `GasPriceOracle` of the OP stack, at this address on each of its chains and on no other. */
const oracle = '0x420000000000000000000000000000000000000f'
/** `getL1Fee(bytes)` */
const getL1Fee = '0x49948e0e'
/** The bytes of a transaction in addition to its calldata: addresses, amounts and a signature. */
const frame = 'ff'.repeat(110)

/** `getOperatorFee(uint256)`; chains before Isthmus do not have it. */
const getOperatorFee = '0x275aedd2'
/** The gas of a swap whose gas is not known yet. */
const defaultGas = 500_000n

/**
 * A rollup's fee for a transaction in addition to gas, as the chain itself estimates it: for its data, and for the
 * operator of the chain. Zero on a chain without such a fee or estimate.
 */
export async function readRollupFees(calldata: string, ask: RpcPort, gas = defaultGas) {
  const data = `${calldata.slice(2)}${frame}`
  const size = data.length / 2
  const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
  const [forData, forOperator] = await Promise.all([
    askOracle(`${getL1Fee}${word(32)}${word(size)}${data.padEnd(64 * Math.ceil(size / 32), '0')}`, ask),
    askOracle(`${getOperatorFee}${word(gas)}`, ask),
  ])
  return { forData, forOperator, total: forData + forOperator }
}

async function askOracle(data: string, ask: RpcPort): Promise<bigint> {
  return (await readWord(ask, { to: oracle, data })) ?? 0n
}
