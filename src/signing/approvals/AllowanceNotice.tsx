import { useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../components/services'
import { shortAddress } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import { grouped } from '../../domain/text/figure'
import { useMessages } from '../../ui/messages'
import { isUnlimited } from '../plan/names'
import { ActionNotice } from '../progress/ActionNotice'
import { type Allowance, revokePlan } from './allowances'
import { approvalMessages } from './messages'

type AllowanceNoticeProps = {
  readonly account: string
  readonly allowance: Allowance
  /** The text of the button. */
  readonly label: string
  /** The sentence about a spender and an amount. */
  readonly text: (who: string, amount: string) => string
}

/** An allowance, with a button that revokes it: an order of its own. */
export function AllowanceNotice({ account, allowance, label, text }: AllowanceNoticeProps) {
  const messages = useMessages(approvalMessages)
  const { orderService, clock } = useServices()
  const queries = useQueryClient()
  const { token, spender, amount } = allowance
  const revoke = async () => {
    const id = await orderService.open(revokePlan(account, allowance, clock()))
    await orderService.act(id, { type: 'start' })
    await queries.invalidateQueries({ queryKey: ['approvals', account] })
  }
  const much = isUnlimited(amount)
    ? messages.anyAmount(token.symbol)
    : `${grouped(fromUnits(amount, token.decimals))} ${token.symbol}`
  return (
    <ActionNotice label={label} act={revoke}>
      {text(shortAddress(spender), much)}
    </ActionNotice>
  )
}
