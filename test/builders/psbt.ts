import { toBase64 } from '../../src/domain/encodings'
import { scriptOf } from '../../src/guard/decode/bitcoin/address'

export type PsbtInputPart = {
  readonly address: string
  readonly units: bigint
  readonly sequence?: number
  /** Further members of the input: number, and bytes in hexadecimal. */
  readonly members?: readonly (readonly [type: number, value: string])[]
  /** Leaves out the value that is spent. */
  readonly isSilent?: boolean
}

/** An output to an address, or one that carries bytes (hexadecimal) or a script. */
export type PsbtOutputPart = { readonly units: bigint } & (
  | { readonly address: string }
  | { readonly data: string }
  | { readonly script: string }
)

/** Writes a PSBT of version 0 in base64. */
export function psbtOf(
  inputs: readonly PsbtInputPart[],
  outputs: readonly PsbtOutputPart[],
  { lockTime = 0 } = {},
): string {
  const unsigned = [
    '02000000',
    size(inputs.length),
    ...inputs.map(({ sequence = 0xffff_ffff }, index) => `${'aa'.repeat(32)}${le(index, 4)}00${le(sequence, 4)}`),
    size(outputs.length),
    ...outputs.map(output),
    le(lockTime, 4),
  ].join('')
  const maps = inputs.map(({ address, units, members = [], isSilent }) => [
    ...(isSilent ? [] : [member('01', output({ address, units }))]),
    ...members.map(([type, value]) => member(type.toString(16).padStart(2, '0'), value)),
  ])
  const whole = ['70736274ff', member('00', unsigned), '00', ...maps.map((map) => `${map.join('')}00`)].join('')
  return toBase64(Buffer.from(`${whole}${'00'.repeat(outputs.length)}`, 'hex'))
}

/** Base64 as hexadecimal, as some wallets take and return it. */
export function hexOfPsbt(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

function output(part: PsbtOutputPart): string {
  const script = outputScript(part)
  return `${le(part.units, 8)}${size(script.length / 2)}${script}`
}

function outputScript(part: PsbtOutputPart): string {
  if ('script' in part) return part.script
  if ('address' in part) return scriptOf(part.address) ?? ''
  const length = part.data.length / 2
  return `6a${length > 75 ? '4c' : ''}${le(length, 1)}${part.data}`
}

function member(key: string, value: string): string {
  return `${size(key.length / 2)}${key}${size(value.length / 2)}${value}`
}

function size(count: number): string {
  return count < 0xfd ? le(count, 1) : `fd${le(count, 2)}`
}

function le(value: bigint | number, length: number): string {
  const digits = BigInt(value)
    .toString(16)
    .padStart(length * 2, '0')
  return (digits.match(/../g) ?? []).reverse().join('')
}
