import { shortAddress } from '../domain/address'

/** The beginning and end of an address or hash; in full on hover and for screen readers. */
export function Address({ value }: { value: string }) {
  const short = shortAddress(value)
  return (
    <bdi title={value} translate="no" className="font-mono">
      <span aria-hidden="true" className="whitespace-nowrap">
        {short}
      </span>
      <span className="sr-only">{value}</span>
    </bdi>
  )
}
