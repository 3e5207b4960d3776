import { listings, solanaListing } from '../listing'
import { tokenMark } from './tokenMarks'

/** SVG images by path, as in `relativeImagePath`. */
export type Pictures = ReadonlyMap<string, string>

export function picturePath(currencyId: number): string {
  return `/tokens/${currencyId}.svg`
}

/** The images of all listed tokens. */
export const pictures: Pictures = new Map(
  [...listings, solanaListing].flatMap(({ coins }) =>
    coins.flatMap(({ currencyId, symbol }) => {
      const mark = tokenMark(symbol)
      return mark === undefined ? [] : [[picturePath(currencyId), mark] as const]
    }),
  ),
)
