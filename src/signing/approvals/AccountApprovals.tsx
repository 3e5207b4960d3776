import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAllOrders } from '../../components/orders/useAllOrders'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { AllowanceNotice } from './AllowanceNotice'
import { accountApprovalsQuery } from './allowances'
import { approvalMessages } from './messages'

/** All allowances of an account, read when the section is opened, each with a Revoke button. */
export default function AccountApprovals({ account }: { account: string }) {
  const messages = useMessages(approvalMessages)
  const [isWanted, setWanted] = useState(false)
  if (!isWanted)
    return (
      <div>
        <Button size="small" onClick={() => setWanted(true)}>
          {messages.show}
        </Button>
      </div>
    )
  return <Approvals account={account} />
}

function Approvals({ account }: { account: string }) {
  const messages = useMessages(approvalMessages)
  const services = useServices()
  const { tokens } = useTokens()
  const { orders, unread } = useAllOrders()
  const { data } = useQuery(accountApprovalsQuery(services, account, tokens, orders))
  return (
    <section aria-label={messages.title} className="grid grid-cols-1 gap-2 text-fine" aria-busy={!data}>
      {!data && <p role="status">{messages.looking}</p>}
      {data?.failed.map((network) => (
        <p key={network} className="text-amber">
          {messages.failed(network)}
        </p>
      ))}
      {data?.approvals.length === 0 && data.failed.length === 0 && (
        <p role="status">{unread === 0 ? messages.none : messages.looking}</p>
      )}
      {data?.approvals.map((approval) => (
        <AllowanceNotice
          key={`${approval.token.id} ${approval.spender}`}
          account={account}
          allowance={approval}
          label={messages.revoke(approval.token.symbol)}
          text={(who, much) => messages.line(who, much, approval.token.chain.name)}
        />
      ))}
      {data && <p className="text-quiet">{messages.scope(data.asked)}</p>}
    </section>
  )
}
