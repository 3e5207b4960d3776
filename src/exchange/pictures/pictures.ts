import { listings, solanaListing } from '../listing'
import { tokenMark } from './tokenMarks'

/** SVG pictures by path, as `relativeImagePath` names them. */
export type Pictures = ReadonlyMap<string, string>

export function picturePath(currencyId: number): string {
  return `/tokens/${currencyId}.svg`
}

/** The pictures of all listed tokens. */
export const pictures: Pictures = new Map(
  [...listings, solanaListing].flatMap(({ coins }) =>
    coins.flatMap(({ currencyId, symbol }) => {
      const mark = tokenMark(symbol)
      return mark === undefined ? [] : [[picturePath(currencyId), mark] as const]
    }),
  ),
)
