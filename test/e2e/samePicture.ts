import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

/*
 * Compares screens with stored pictures. Both are reduced to a fourth of their size and compared block by block: what
 * anti-aliasing and the digits of a price change disappears, what moves, vanishes or changes its colour does not.
 */

const folder = join(import.meta.dirname, 'pictures')

/** A fourth in each direction. */
const reduction = 4
/** The side of a block in reduced pixels: 16 pixels of the screen. */
const block = 4
/** A reduced pixel is off when one of its colours is off by more, of 255. */
const offBy = 20
/** How many blocks may have changed, that is, have more than half of their pixels off: a few letters. */
const maxChanged = 8

/** The same as `differenceOf`, but with `TIDEGATE_PICTURES=renew` the screen becomes the stored picture. */
export async function differenceUnlessRenewed(page: Page, name: string): Promise<string | undefined> {
  if (process.env.TIDEGATE_PICTURES !== 'renew') return differenceOf(page, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), Buffer.from(await reducedPicture(page), 'base64'))
  return undefined
}

/** How a screen differs from its stored picture, as a sentence; `undefined` when it looks the same. */
export async function differenceOf(page: Page, name: string): Promise<string | undefined> {
  const found = await reducedPicture(page)
  const path = join(folder, `${name}.png`)
  if (!existsSync(path)) return `${name} has no stored picture: npm run pictures -- compared`
  const { changed, size } = await compare(page.context(), readFileSync(path).toString('base64'), found)
  if (changed <= maxChanged) return undefined
  // The picture as it is now is next to the evidence of other failures.
  const now = join(import.meta.dirname, '..', '..', '.tidegate', 'pictures')
  mkdirSync(now, { recursive: true })
  writeFileSync(join(now, `compared-${name}.png`), Buffer.from(found, 'base64'))
  return `${name} looks different: ${changed} blocks of ${block * reduction} pixels (${size}). If it should: npm run pictures -- compared`
}

/** The visible part of a page, reduced, as PNG in base64. Variable parts are covered. */
async function reducedPicture(page: Page): Promise<string> {
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family === 'Geist' && status === 'loaded'),
  )
  const changing = ['time', '[aria-label^="Account "]', '[role=status][aria-label="Freshness"]']
  const showLines = await hideLines(page)
  const shot = await page.screenshot({
    animations: 'disabled',
    mask: changing.map((selector) => page.locator(selector)),
    maskColor: '#808080',
  })
  await showLines()
  return inBlankPage(page.context(), (blank) =>
    blank.evaluate(
      async ([image, by]) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob())
        const canvas = new OffscreenCanvas(Math.round(picture.width / by), Math.round(picture.height / by))
        const context = canvas.getContext('2d')!
        context.imageSmoothingQuality = 'high'
        context.drawImage(picture, 0, 0, canvas.width, canvas.height)
        const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      },
      [shot.toString('base64'), reduction] as const,
    ),
  )
}

/**
 * Hides the lines of charts and what is at their prices, not their room: earlier orders move prices. A mask would cover
 * dialogs in front of them too.
 */
async function hideLines(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`[role=slider] > svg, [role=slider] > svg ~ *, td polyline, [data-history],
      [data-history] ~ *, :has(> [data-history]) + div { visibility: hidden !important }`)
    document.adoptedStyleSheets.push(sheet)
  })
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** The number of blocks that differ; infinite where the sizes differ. */
function compare(context: BrowserContext, stored: string, found: string): Promise<{ changed: number; size: string }> {
  return inBlankPage(context, (blank) =>
    blank.evaluate(
      async ([stored, found, block, offBy]) => {
        const [before, after] = await Promise.all([pixelsOf(stored), pixelsOf(found)])
        const { width, height } = after
        const size = `${width} × ${height}, was ${before.width} × ${before.height}`
        if (before.width !== width || before.height !== height) return { changed: Number.POSITIVE_INFINITY, size }
        let changed = 0
        for (let top = 0; top < height; top += block)
          for (let left = 0; left < width; left += block) if (isChanged(left, top)) changed++
        return { changed, size }

        function isChanged(left: number, top: number): boolean {
          let off = 0
          for (let y = top; y < Math.min(top + block, height); y++)
            for (let x = left; x < Math.min(left + block, width); x++) if (isOff(4 * (y * width + x))) off++
          return off > (block * block) / 2
        }

        function isOff(at: number): boolean {
          return [0, 1, 2].some((part) => Math.abs(before.data[at + part]! - after.data[at + part]!) > offBy)
        }

        async function pixelsOf(image: string): Promise<ImageData> {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob())
          const canvas = new OffscreenCanvas(picture.width, picture.height)
          const context = canvas.getContext('2d')!
          context.drawImage(picture, 0, 0)
          return context.getImageData(0, 0, picture.width, picture.height)
        }
      },
      [stored, found, block, offBy] as const,
    ),
  )
}

/** Works in an empty page, where the app's content policy does not apply. */
async function inBlankPage<Result>(context: BrowserContext, work: (page: Page) => Promise<Result>): Promise<Result> {
  const page = await context.newPage()
  try {
    return await work(page)
  } finally {
    await page.close()
  }
}
