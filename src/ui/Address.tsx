import { shortAddress } from '../domain/address'

/** Both ends of an address or hash; the whole of it on hover and for screen readers. */
export function Address({ value }: { value: string }) {
  const short = shortAddress(value)
  return (
    <bdi title={value} className="font-mono">
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{value}</span>
    </bdi>
  )
}
