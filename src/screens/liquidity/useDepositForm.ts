import {
  type LiquidityLink,
  readLiquidityLink,
  type UnreadLinkPart,
  unreadLinkParts,
  writeLiquidityLink,
} from '../../components/liquidityLink'
import { type FormLink, useFormInUrl } from '../../ui/hooks/useFormInUrl'

/** The person's entries: the fields that a link may contain, and those it may not. */
export type DepositForm = LiquidityLink & {
  /** Slippage tolerance in percent, as typed; `undefined` for the pool's default. */
  readonly tolerance: string | undefined
  /** The native coin is paid instead of its wrapped form. */
  readonly paysCoin: boolean
  /** Invalid parts of the link, kept until the person changes something. */
  readonly unread: readonly UnreadLinkPart[]
}

/** The form, mirrored in the URL. Any change makes what was unread of the link irrelevant. */
export function useDepositForm(): readonly [DepositForm, (change: Partial<DepositForm>) => void] {
  const [form, setForm] = useFormInUrl(depositFormLink)
  return [form, (change) => setForm((form) => ({ ...form, unread: nothing, ...change }))]
}

const depositFormLink: FormLink<DepositForm> = {
  path: '/liquidity/add',
  read: formOf,
  write: writeLiquidityLink,
}

function formOf(search: string): DepositForm {
  const link = readLiquidityLink(search)
  return {
    ...link,
    chainId: link.pool?.chainId ?? link.pair?.chainId ?? link.chainId,
    tolerance: undefined,
    paysCoin: false,
    unread: unreadLinkParts(search),
  }
}

const nothing: readonly UnreadLinkPart[] = []
