/** A name from an untrusted source, cleaned for display. */
export type Label = {
  readonly text: string
  /** Characters were removed, or it contains characters that names normally do not have. */
  readonly isUnusual: boolean
  readonly hasLink: boolean
  /** It contains a sum of money: `$1,000 bonus`. */
  readonly hasSum: boolean
}

/** Cleans a name and cuts it to `maxLength` characters (graphemes). */
export function readLabel(raw: string, maxLength: number): Label {
  if (isPlain(raw, maxLength)) return { text: raw, isUnusual: false, hasLink: false, hasSum: hasSum(raw) }
  const text = cleanText(raw, maxLength)
  const expected = raw.trim().replace(/\s+/g, ' ')
  const start = raw.slice(0, 10_000)
  return {
    text: isolated(text),
    isUnusual: clip(expected, maxLength) !== text || (!isAscii(start) && strange.test(text)),
    hasLink: hasLink(start),
    hasSum: hasSum(start),
  }
}

/**
 * Removes characters that mislead: direction marks, invisible characters, controls, stacked accents.
 * White space becomes one space; text longer than `maxLength` ends in `…`.
 */
export function cleanText(raw: string, maxLength: number): string {
  const start = raw.slice(0, 20 * maxLength + 200)
  const visible = isAscii(start)
    ? start
    : start
        .replace(/[^\S\ufeff]+/gu, ' ')
        .replace(invisible, '')
        .replace(stackedMarks, '$1')
  return clip(visible.replace(/ {2,}/g, ' ').trim(), maxLength)
}

/** Someone else's sentence or name, ready to use within our text: cleaned, cut and isolated. */
export function foreignText(raw: string, maxLength = 300): string {
  return isolated(cleanText(raw, maxLength))
}

/** Someone else's sentence in quotation marks, which it cannot close itself, and without web addresses. */
export function quotedText(raw: string): string {
  const text = cleanText(raw, 200).replace(/[“”„‟"«»]/g, "'")
  const shown = hasLink(text) ? text.replace(/\S*(?:\/|[.。｡․]\S|\bdot\b)\S*/gi, '…') : text
  return `“${isolated(shown)}”`
}

/**
 * Keeps letters that are written from right to left to themselves (U+2068, U+2069): without it they would turn round
 * the figures and names next to them. Other text is left as it is.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${withoutIsolates(text)}\u2069` : text
}

/** The text without isolating characters, for searching and for files. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '')
}

/**
 * The look-alike skeleton of a ticker (after UTS #39): tickers with the same skeleton are easily confused.
 * `USDС` (Cyrillic С), `ＵＳＤＣ`, `U5DC`, `U$DC` and `USDC.` have the skeleton of `USDC`.
 */
export function skeletonOf(ticker: string): string {
  const start = ticker.slice(0, 200)
  if (isAscii(start)) return asciiSkeleton(start)
  const shapes = inPlainLetters(start).normalize('NFKD').replace(ignored, '')
  return withoutSigns(inPlainLetters(shapes).replace(/(?<=\p{Lu}.*)l|l(?=.*\p{Lu})/gu, 'I')).replace(
    /[\p{P}\p{S}]/gu,
    '',
  )
}

/** Characters of the table of look-alikes as ASCII. Some decompose to what they do not look like: `Ϲ` to a sigma. */
function inPlainLetters(text: string): string {
  return Array.from(text, (character) => looksLike(character) ?? character).join('')
}

/**
 * The skeleton without what decorates a ticker: `$USDC`, `USDC™` and `USDC²` are treated as `USDC`. `undefined` for a
 * ticker without decoration.
 */
export function undecoratedSkeleton(ticker: string): string | undefined {
  const start = ticker.slice(0, 200)
  const plain = start.replace(isAscii(start) ? /^\$+|\$+$/g : decoration, '')
  return plain === start || plain === '' ? undefined : skeletonOf(plain)
}

/** The same without Unicode's classes of characters: the first use of each takes longer than reading a hundred tickers. */
function asciiSkeleton(ticker: string): string {
  const isMixed = /[A-Z]/.test(ticker)
  return withoutSigns(isMixed ? ticker.replaceAll('l', 'I') : ticker).replace(/[^A-Z0-9]/g, '')
}

/** Two letters that look like one (`VV`, `rn`) become that one, then signs and digits become letters. */
function withoutSigns(text: string): string {
  return text
    .replace(/VV|vv/g, 'W')
    .replaceAll('rn', 'm')
    .toUpperCase()
    .replace(/[0-9|!$€£¥@]/g, (character) => lookalikeSigns[character] ?? character)
}

/** Whether a name contains a web address, or asks to visit one. */
export function hasLink(text: string): boolean {
  const plain = visibleOf(text).replace(/\s*[[({]\s*(?:\.|dot)\s*[\])}]\s*|[。｡․]|\s+dot\s+/gi, '.')
  return (
    /https?:|hxxps?:|www\.|\bt\.me\b|\bdiscord\.gg\b|\/\/|\b(claim|visit|airdrop|reward|bonus|voucher)\b.*\./i.test(
      plain,
    ) ||
    /\b[\w-]+\.[a-z]{2,}\/\S/i.test(plain) ||
    linkDomain.test(plain)
  )
}

/** Whether a name contains a sum of money, as scam airdrops do: `$5,000`, `1000 USDC reward`, `claim 3 ETH`. */
export function hasSum(text: string): boolean {
  const plain = visibleOf(text)
  return (
    /[$€£¥₿]\s*\d[\d.,]{2,}|\d[\d.,]{2,}\s*[$€£¥₿]/.test(plain) ||
    /\b\d[\d.,]*\s*k?\s*(?:usd|usdc|usdt|eth|btc|bnb|sol|dai|dollars?|euros?)\b/i.test(plain)
  )
}

/** The visible part of a text, in the plainest characters. */
function visibleOf(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC').replace(invisible, '')
}

/** Visible characters of ASCII, and spaces. */
function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

const linkDomain =
  /\b[\w-]{2,}\.(com|org|net|io|xyz|app|site|top|info|live|gift|gifts|click|link|pro|me|co|cc|vip|ru|cn|online|store|shop|club|space|website|tech|bonus|win|promo|lol|wtf|world|today|page|dev|ai|gg|fun|art|pw|tk|ml|ga|cf|gq|ws|biz|events?|claims?|su|icu|cyou|rest|quest|digital|zone|run|one|us|uk|eu|de|in|to|sh)\b/i

/** The blocks of scripts written from right to left, in the first plane and the second. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const strange = /[\p{Co}\p{Cn}\p{Cs}\ufffd]/u
/**
 * U+2800 (blank braille), U+FFFC and U+FFFD are drawn empty or as a box, though Unicode does not call them ignorable.
 */
const invisible = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2800\ufffc]/gu
const ignored = /[\p{M}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800\s]/gu
/** Currency signs around a ticker, and raised or lowered signs behind it. */
const decoration = /^\p{Sc}+|(?:[\p{Sc}\p{No}™℠®©ª-º]|[\u2070-\u209f\u1d2c-\u1d6a])+$/gu
const stackedMarks = /(\p{M}{2})\p{M}+/gu

function isPlain(raw: string, maxLength: number): boolean {
  return raw.length <= maxLength && /^[\w()&+$-]+(?: [\w()&+$-]+)*$/.test(raw)
}

/** Created when the first long name is cut: creating a segmenter takes longer than cutting all names. */
let graphemes: Intl.Segmenter | undefined

/** At most `maxLength` characters (graphemes); longer text ends in `…`. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  // Each ASCII character is one grapheme, unless the next character joins the last of them.
  if (isAscii(text.slice(0, maxLength + 1))) return `${text.slice(0, maxLength - 1).trimEnd()}…`
  const characters = charactersOf(text)
  if (characters.length <= maxLength) return text
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}

/** Code points if the browser cannot segment graphemes (Firefox before 125). */
function charactersOf(text: string): readonly string[] {
  if (!Intl.Segmenter) return Array.from(text)
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

const lookalikeSigns: Readonly<Record<string, string>> = {
  ...{ 0: 'O', 1: 'I', 2: 'Z', 3: 'E', 4: 'A', 5: 'S', 6: 'G', 7: 'T', 8: 'B', 9: 'G' },
  ...{ '|': 'I', '!': 'I', $: 'S', '€': 'E', '£': 'L', '¥': 'Y', '@': 'A' },
}

/**
 * Characters that look like ASCII ones, each group written `ascii:lookalikes`. From Unicode's confusables.txt (UTS #39)
 * as published in the npm package unhomoglyph 1.0.6, without what NFKD decomposes to ASCII anyway; currency signs and
 * barred letters, small capitals and the letters of flags added. Generated: edit the source, not the characters.
 */
const groups =
  '2:ƧϨᒿꙄꛯꝚ 3:ƷȜЗӠⳌꝪꞫ𑣊𖼻𝈆 4:Ꮞ𑢯 5:Ƽ𑢻 6:бᏮⳒ𑣕 7:𐓒𑣆𝈒 8:Ȣȣ৪੪𐌚𞣋 9:৭੧୨൭ⳊꝮ𑢬𑣌𑣖 A:🇦ᴀᗩ∆ΑΛАѦᎪᗅ₳ꓮ𐊠𖽀𝚨𝛢𝜜𝝖𝞐 AA:Ꜳ ' +
  'AE:ÆӔ AO:Ꜵ AR:🜇 AU:Ꜷ AV:ꜸꜺ AY:Ꜽ B:🇧ʙɃΒВь฿Ᏼᗷ₿ꓐꞴ𐊂𐊡𐌁𝚩𝛣𝜝𝝗𝞑 C:🇨©¢ƇϹϽСᏟ₵Ⲥꓚ𐊢𐌂𐐕𐔜𑣩𑣲🝌 D:🇩ᴅÐĐđᎠᗞᗪ₫ꓓ ' +
  'E:🇪ᴇΕΞξЄЕєᎬ€⋿ⴹꓰꞓ𐊆𑢦𑢮𝚬𝛦𝜠𝝚𝞔 F:🇫ꜰϜᖴꓝꞘ𐊇𐊥𐔥𑢢𑣂𝈓𝟊 G:🇬ɢԌᏀᏳ₲ꓖ H:🇭ʜΗНᎻᕼⲎꓧ𐋏𝚮𝛨𝜢𝝜𝞖 J:🇯ᴊͿЈ୵ᎫᒍꓙꞲ K:🇰ᴋΚКᏦᛕ₭Ⲕꓗ𐔘𝚱𝛫𝜥𝝟𝞙 ' +
  'L:🇱ʟ£ŁłȽᏞᒪⳐꓡ𐐛𐔦𑢣𑢲𖼖𝈪 M:🇲ᴍΜϺМᎷᗰᛖ₼Ⲙꓟ𐊰𐌑𝚳𝛭𝜧𝝡𝞛 MB:🝫 N:🇳ɴИΝ₦Ⲛꓠ𐔓𝚴𝛮𝜨𝝢𝞜 O:🇴ØøΟОՕ߀০ଠ୦ዐ∅Ⲟⵔ〇ꓳ𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠𝚶𝛰𝜪𝝤𝞞 OE:Œ ' +
  'OO:ꚘꝎ P:🇵ᴘΡРᏢᑭ₱₽Ⲣꓑ𐊕𝚸𝛲𝜬𝝦𝞠 Q:🇶ⵕ QE:🜀 R:🇷ʀ®ƦᎡᏒᖇ₹ꓣ𐒴𖼵𝈖 S:🇸§ЅՏᏕᏚ₴ꓢꞨꞩ𐊖𐐠𖼺 T:🇹ᴛŦŧƬΤτТᎢ₮⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊𝚻𝛵𝜯𝝩𝞣🝨 T3:Ꜩ ' +
  'U:🇺Սሀᑌ∪⋃ꓴ𐓎𑢸𖽂 V:🇻Ѵ٧۷Ꮩᐯⴸꓦꛟ𐔝𑢠𖼈𝈍 VB:🝬 W:🇼ѠԜᎳᏔ₩ꓪ𑣦𑣯 X:🇽ΧХ᙭ᚷ╳ⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬𝚾𝛸𝜲𝝬𝞦 Y:🇾¥ΥϒУҮᎩᎽⲨꓬ𐊲𑢤𖽃𝚼𝛶𝜰𝝪𝞤 ' +
  'Z:🇿ΖᏃꓜ𐋵𑢩𑣥𝚭𝛧𝜡𝝛𝞕 a:ɑαа⍺𝛂𝛼𝜶𝝰𝞪 aa:ꜳ ae:æӕ ao:ꜵ au:ꜷ av:ꜹꜻ ay:ꜽ b:ƄЬᏏᑲᖯ bl:Ы c:ϲсᴄⲥꮯ𐐽 d:ԁᏧᑯꓒ dz:ʣ ' +
  'e:еҽ℮ꬲ f:քẝꞙꬵ g:ƍɡցᶃ h:һհᏂ i:🇮ıɩɪ˛ͺιіӏᎥι⍳ꙇꭵ𑣃𝚤𝛊𝜄𝜾𝝸𝞲 j:ϳј l:ƖǀΙІӀ׀וןا١۱ߊᛁ∣⏽Ⲓⵏꓲ𐊊𐌉𐌠𖼨𝚰𝛪𝜤𝝞𝞘𞣇𞸀𞺀ﺍﺎ￨ ' +
  'lO:Ю ll:ǁװ‖∥ ls:ʪ lt:₶ lz:ʫ n:ոռ ' +
  'o:οσоօסه٥ھہە۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲟꬽ𐐬𐓪𑣈𑣗𝛐𝛔𝜊𝜎𝝄𝝈𝝾𝞂𝞸𝞼𞸤𞹤𞺄ﮦﮧﮨﮩﮪﮫﮬﮭﻩﻪﻫﻬ oe:œ oo:∞ꚙꝏ p:ρϱр⍴ⲣ𝛒𝛠𝜌𝜚𝝆𝝔𝞀𝞎𝞺𝟈 ' +
  'q:ԛգզ r:гᴦⲅꭇꭈꮁ rn:𑜀𑣣 s:ƽѕꜱꮪ𐑈𑣁 tf:ꝷ ts:ʦ u:μµʋυսᴜꞟꭎꭒ𐓶𑣘𝛖𝜐𝝊𝞄𝞾 ue:ᵫ uo:ꭣ v:νѵטᴠ∨⋁ꮩ𑜆𑣀𝛎𝜈𝝂𝝼𝞶 ' +
  'w:ɯѡԝաᴡꮃ𑜊𑜎𑜏 x:×хᕁᕽ᙮⤫⤬⨯ y:ɣʏγуүყᶌỿℽꭚ𑣜𝛄𝛾𝜸𝝲𝞬 z:ᴢꮓ𑣄'

/** The ASCII that a character looks like, if it is in a group; the last one counts. */
export function looksLike(character: string): string | undefined {
  // ASCII names and parts the groups; half a character is in none.
  const isLetter = character > '~' && !/^[\ud800-\udfff]$/.test(character)
  const at = isLetter ? groups.lastIndexOf(character) : -1
  if (at < 0) return undefined
  const colon = groups.lastIndexOf(':', at)
  return groups.slice(groups.lastIndexOf(' ', colon) + 1, colon)
}
