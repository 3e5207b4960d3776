import { useQuery } from '@tanstack/react-query'
import type { Chain } from '../../domain/chain'
import { useMessages } from '../../ui/messages'
import { useServices } from '../services'
import { nameMessages } from './messages'
import { isName, nameQuery } from './names'
import { useName } from './useNamedAddress'

/** Beside an address: its name, where address and name stand for each other. Never instead of the address. */
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

/** What a typed name stands for, in full, or why it stands for nothing here; what a typed address is called. */
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
