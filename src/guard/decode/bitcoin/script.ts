/** An output script in hexadecimal, without `0x`. */
export type Script = string

/** The data of an OP_RETURN output, in hexadecimal: one push, as nodes relay it. */
export function carriedData(script: Script): string | undefined {
  const [, direct, long, data = ''] = /^6a(?:([0-3].|4[0-9ab])|4c(..))((?:..)*)$/.exec(script) ?? []
  const length = direct ?? long
  return length !== undefined && data.length === Number.parseInt(length, 16) * 2 ? data : undefined
}

/** Whether only the witness signs an input of this script, so that signing keeps the transaction's id. */
export function isWitnessScript(script: Script): boolean {
  return /^(0014.{40}|0020.{64}|5120.{64})$/.test(script)
}
