import { useQuery } from '@tanstack/react-query'
import type { Chain } from '../../domain/chain'
import { useMessages } from '../../ui/messages'
import { useServices } from '../services'
import { nameMessages } from './messages'
import { isName, nameQuery } from './names'
import { useName } from './useNamedAddress'

/** Next to an address: its name, if address and name resolve to each other. Never instead of the address. */
export function NameOf({ address }: { address: string }) {
  const messages = useMessages(nameMessages)
  const { data: name } = useQuery(nameQuery(useServices(), address))
  if (!name) return null
  return (
    <span className="text-fine text-quiet">
      <span className="sr-only">{messages.name} </span>
      <bdi className="wrap-anywhere text-ink">{name}</bdi>
    </span>
  )
}

/** The full address that a typed name resolves to, or why it does not resolve; the name of a typed address. */
export function NameNote({ typed, chain }: { typed: string; chain?: Chain }) {
  const messages = useMessages(nameMessages)
  const { data, isError } = useName(typed, chain)
  if (!isName(typed)) return <NameOf address={typed.trim()} />
  return (
    <p role="status" className="text-fine text-text">
      {isError ? (
        messages.failed
      ) : !data ? (
        messages.looking
      ) : data.is === 'found' ? (
        <>
          <bdi className="font-medium text-ink">{data.name}</bdi> {messages.is}{' '}
          <code className="font-mono wrap-anywhere">{data.address}</code>
        </>
      ) : (
        messages.not[data.is]
      )}
    </p>
  )
}
