/** A name somebody else chose, made fit to be shown. */
export type Label = {
  readonly text: string
  /** Something had to be taken out, or the writing is one that names do not come in. */
  readonly isUnusual: boolean
  readonly hasLink: boolean
}

/** At most so many characters, as a person counts them. */
export function readLabel(raw: string, limit: number): Label {
  if (isPlain(raw, limit)) return { text: raw, isUnusual: false, hasLink: false }
  const text = cleanText(raw, limit)
  const expected = raw.trim().replace(/\s+/g, ' ')
  return {
    text,
    isUnusual: clip(expected, limit) !== text || strange.test(text),
    hasLink: hasLink(raw.slice(0, 10_000)),
  }
}

/**
 * Text without the characters that fool the eye: directions, invisible ones, controls, floods of accents.
 * White space is one space; longer than `limit`, it ends in `…`.
 */
export function cleanText(raw: string, limit: number): string {
  const seen = raw
    .slice(0, 20 * limit + 200)
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(invisible, '')
    .replace(flood, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  return clip(seen, limit)
}

/**
 * What a ticker looks like at a glance: two tickers of one skeleton are easily taken for each other.
 * `USDС` (Cyrillic С), `ＵＳＤＣ` and `U5DC` share the skeleton of `USDC`.
 */
export function skeletonOf(ticker: string): string {
  const plain = ticker.normalize('NFKD').replace(/\p{M}|\p{Default_Ignorable_Code_Point}|\s/gu, '')
  return Array.from(plain, (character) => twins.get(character) ?? character)
    .join('')
    .toUpperCase()
    .replace(/[015|$]/g, (character) => digitTwins[character] ?? character)
}

/** Names that say where to go: an address of the web, or an invitation to visit one. */
export function hasLink(text: string): boolean {
  return (
    /https?:|www\.|t\.me\b|\/\/|\b(claim|visit|airdrop|reward)\b.*\./i.test(text) ||
    /\b[\w-]{2,}\.(com|org|net|io|xyz|app|site|top|info|live|gift|click|link|pro|me|co|cc|vip|ru|cn)\b/i.test(text)
  )
}

const strange = /[\p{Co}\p{Cn}\p{Cs}\ufffd]/u
const invisible = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const flood = /(\p{M}{2})\p{M}+/gu

function isPlain(raw: string, limit: number): boolean {
  return raw.length <= limit && /^[\w()&+$-]+(?: [\w()&+$-]+)*$/.test(raw)
}

/** Made when the first long name turns up: it costs more than all the names together. */
let graphemes: Intl.Segmenter | undefined

function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const characters = Array.from(graphemes.segment(text))
  if (characters.length <= limit) return text
  return `${characters
    .slice(0, limit - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}

const digitTwins: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', '|': 'I', $: 'S' }

/** Letters of other alphabets that look Latin: each group is a letter, then its doubles. */
const twins = new Map(
  (
    'AАΑᎪꓮ aаɑα BВΒᏴꓐ₿ bЬƅ CСϹᏟꓚ cсϲ DᎠꓓ dԁ EЕΕᎬꓰΞ eеҽ FϜꓝ GԌᏀꓖ gɡ HНΗᎻꓧ hһ IІΙӀꓲ iіıι JЈᎫꓙ jј KКΚᏦꓗ kк ' +
    'LᏞꓡ MМΜᎷꓟ NΝꓠ nո OОΟՕꓳ oоοօ PРΡᏢꓑ pрρ QԚ qԛ RᎡꓣ SЅՏꓢ sѕ TТΤᎢꓔ₮ tт UՍꓴ uսυ VѴᏙꓦ vѵν WԜᎳꓪ wԝ XХΧꓫ xх ' +
    'YҮΥꓬ yуγ ZΖᏃꓜ'
  )
    .split(' ')
    .flatMap(pairs),
)

function pairs(group: string): [string, string][] {
  const [first = '', ...others] = Array.from(group)
  return others.map((other) => [other, first])
}
