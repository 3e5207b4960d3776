import { type Address, concat, getCreate2Address, type Hex, isHex, toHex } from 'viem'
import type { LocalChain } from './chain'
import { creationCode } from './contracts'
import type { ImpersonatedAccount } from './impersonatedAccount'

/** The canonical CREATE2 deployer, at the same address on every EVM chain; anvil has it from its first block. */
const deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt = toHex(0, { size: 32 })

/** Deploys the contract that bounds atomic batches to its canonical address, unless a kept chain has it already. */
export async function deployAssertion({ rpc }: LocalChain, treasury: ImpersonatedAccount): Promise<void> {
  const code = creationCode.batchAssertion()
  const found = await rpc.call('eth_getCode', [assertionAddress(code), 'latest'])
  if (isHex(found) && found !== '0x') return
  await treasury.send({ label: 'deploy the batch assertion', to: deployer, data: concat([salt, code]) })
}

function assertionAddress(bytecode: Hex): Address {
  return getCreate2Address({ from: deployer, salt, bytecode })
}
