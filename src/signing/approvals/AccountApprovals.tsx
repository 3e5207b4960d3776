import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAllOrders } from '../../components/orders/useAllOrders'
import { useServices } from '../../components/services'
import { useTokens } from '../../components/tokens/useTokens'
import { shortAddress } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import { grouped } from '../../domain/text/figure'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { isUnlimited } from '../plan/names'
import { ActionNotice } from '../progress/ActionNotice'
import { approvalMessages } from './messages'
import { revokeAllowancePlan, type StandingApproval, standingApprovalsQuery } from './standingApprovals'

/** All allowances of an account, read when the section is opened, each with a Revoke button. */
export function AccountApprovals({ account }: { account: string }) {
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
  const { wallets, deployment } = useServices()
  const { tokens } = useTokens()
  const { orders, unread } = useAllOrders()
  const { data } = useQuery(standingApprovalsQuery(wallets, { account, tokens, orders, deployment }))
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
        <ApprovalNotice key={`${approval.token.id} ${approval.spender}`} account={account} approval={approval} />
      ))}
      {data && <p className="text-quiet">{messages.scope(data.asked)}</p>}
    </section>
  )
}

function ApprovalNotice({ account, approval }: { account: string; approval: StandingApproval }) {
  const messages = useMessages(approvalMessages)
  const { orderService, clock } = useServices()
  const queries = useQueryClient()
  const { token, spender, amount } = approval
  const revoke = async () => {
    const id = await orderService.open(revokeAllowancePlan(account, approval, clock()))
    await orderService.act(id, { type: 'start' })
    await queries.invalidateQueries({ queryKey: ['approvals', account] })
  }
  const much = isUnlimited(amount)
    ? messages.anyAmount(token.symbol)
    : `${grouped(fromUnits(amount, token.decimals))} ${token.symbol}`
  return (
    <ActionNotice label={messages.revoke(token.symbol)} act={revoke}>
      {messages.line(shortAddress(spender), much, token.chain.name)}
    </ActionNotice>
  )
}
