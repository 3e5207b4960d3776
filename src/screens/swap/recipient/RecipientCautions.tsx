import { useQuery } from '@tanstack/react-query'
import { lookAlikeOf } from '../../../components/addressBook'
import { useServices } from '../../../components/services'
import { addressKey } from '../../../domain/address'
import type { Token } from '../../../domain/token'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { readAddressUse } from '../../../wallets/addressUse'
import { useKnownAddresses } from './KnownAddresses'
import { recipientMessages } from './messages'

/** Reasons to check an address twice: a contract, an unused address, or one that resembles a known one. */
export function RecipientCautions({ address, buy }: { address: string; buy: Token }) {
  const messages = useMessages(recipientMessages)
  const { wallets } = useServices()
  const { chainId, kind, name } = buy.chain
  const { data: use } = useQuery({
    queryKey: ['address use', chainId, address],
    queryFn: async () => (await readAddressUse(wallets.rpc(chainId), kind, address)) ?? null,
    staleTime: 60_000,
  })
  const known = useKnownAddresses(kind)
  const alike = lookAlikeOf(
    address,
    known.map((each) => each.address),
  )
  const meant = known.find((each) => each.address === alike)
  return (
    <>
      {meant && (
        <Notice kind="warn" isLive title={messages.lookAlike(meant.name, meant.isOwn)}>
          <code className="block font-mono wrap-anywhere">{meant.address}</code>
          {messages.butThisIs}
          <code className="block font-mono wrap-anywhere">{address}</code>
        </Notice>
      )}
      {use === 'contract' && (
        <Notice kind="warn" isLive>
          {messages.isContract(name, buy.symbol)}
        </Notice>
      )}
      {/* The app's own records count, too: a node may respond late, and ignores token transfers. */}
      {use === 'unused' && !known.some((each) => addressKey(each.address) === addressKey(address)) && (
        <Notice kind="warn" isLive>
          {messages.isUnused(name)}
        </Notice>
      )}
    </>
  )
}
