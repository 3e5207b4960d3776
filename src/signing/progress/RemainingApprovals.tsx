import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../components/services'
import { chainKinds } from '../../domain/chainKinds'
import { sourceChainOf } from '../../guard/intent'
import type { Order } from '../../orders/order'
import { useMessages } from '../../ui/messages'
import { AllowanceNotice } from '../approvals/AllowanceNotice'
import { orderApprovalsQuery } from '../approvals/allowances'
import { progressMessages } from './messages'

/** Allowances that remain after an order, read from the chain, each with a Revoke button. */
export function RemainingApprovals({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const { data, isError } = useRemainingApprovals(order)
  const { intent } = order.plan
  if (!chainKinds[sourceChainOf(intent).kind].hasApprovals) return null
  if (isError) return <p className="text-fine text-quiet">{messages.leftoversUnknown}</p>
  // As high as the usual answer, so that nothing below it moves.
  if (!data) return <p className="text-fine text-quiet">{messages.leftoversLooking}</p>
  if (data.length === 0) return <p className="text-fine text-quiet">{messages.noLeftovers}</p>
  return (
    <div className="grid gap-2">
      {data.map((allowance) => (
        <AllowanceNotice
          key={`${allowance.token.address} ${allowance.spender}`}
          account={intent.sender}
          allowance={allowance}
          label={messages.revoke}
          text={messages.leftover}
        />
      ))}
    </div>
  )
}

/** One query, shared by all components that show it. */
export function useRemainingApprovals(order: Order, isWanted = true) {
  return useQuery({ ...orderApprovalsQuery(useServices(), order), ...(isWanted ? {} : { enabled: false }) })
}
