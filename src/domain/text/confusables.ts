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
