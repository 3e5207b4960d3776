import { addressKey } from '../../domain/address'

const [ethereum, optimism, bnb, polygon, base, arbitrum] = [1, 10, 56, 137, 8453, 42_161] as const

/**
 * Contracts that bridges and aggregators publish for deliveries with a message: they receive the transfer and execute
 * the message. Anyone may direct the funds that they hold, so none of them is ever called, paid or allowed anything.
 */
const published: readonly { readonly address: string; readonly chains: readonly number[] }[] = [
  // Across: MulticallHandler.
  { address: '0x924a9f036260DdD5808007E1AA95f08eD08aA569', chains: [ethereum, optimism, polygon, base, arbitrum] },
  // LI.FI: ReceiverAcrossV3, ReceiverAcrossV4, ReceiverStargateV2.
  { address: '0xca6e6B692F568055adA0bF72A06D1EBbC938Fb23', chains: [optimism, base, arbitrum] },
  { address: '0x22713FA768c255fd7A6186ad39896126EDCF7946', chains: [bnb] },
  { address: '0x33b255b5db44A78c34381f89f1a454bc0Ef49871', chains: [bnb, base, arbitrum] },
  { address: '0x1493e7B8d4DfADe0a178dAD9335470337A3a219A', chains: [optimism, bnb, base, arbitrum] },
]

export function isDeliveryContract(address: string, chainId: number): boolean {
  return published.some((known) => known.chains.includes(chainId) && addressKey(known.address) === addressKey(address))
}
