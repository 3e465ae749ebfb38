import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GoodsPicture } from '#contract/catalog/pictures/picture-urls.ts'
import { type EncodedPicture, storeEncodedPictures } from '#server/catalog/pictures/public.ts'
import { saveHomeHeroPicture } from '#server/operations/home/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { uuidFromBytes } from '#server/platform/core/uuid-bytes.ts'
import { demoGoods } from './catalog/catalog.ts'

/** The output of tools/pictures/render.ts: a folder of sizes for each product. */
export const PICTURES_FOLDER = path.join(import.meta.dirname, 'pictures')

/** The side of the rendered picture, from which the sizes are made. */
const RENDERED_PX = 960

/** The pictures of goods in the order of the gallery, by the beginning of their files. */
const views = [
  { view: '1', label: '主图' },
  { view: '2', label: '侧面' },
  { view: '3', label: '工作端' },
  { view: 'drawing', label: '尺寸图' },
] as const

/** The ids are the same in every filling, so that a picture of the demo always has the same URL; goods that look alike share one. */
function idOf(contentHash: Buffer): string {
  const bytes = Buffer.from(contentHash.subarray(0, 16))
  // A UUID of the version for own schemes (RFC 9562 §5.8).
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return uuidFromBytes(bytes)
}

/** The files of a view by the names in their URLs. The cut-out belongs to the first view. */
function readParts(slug: string, view: string): Map<string, Buffer> {
  const folder = path.join(PICTURES_FOLDER, slug)
  const own = readdirSync(folder).filter((name) => name.startsWith(`${view}-`) || (view === '1' && name.startsWith('cut-')))
  return new Map(own.map((name) => [name.replace(`${view}-`, ''), readFileSync(path.join(folder, name))]))
}

function readPicture(slug: string, { view, alt }: { view: string; alt: string }): EncodedPicture {
  const parts = readParts(slug, view)
  const contentHash = sha256(Buffer.concat([...parts.values()]))
  return { id: idOf(contentHash), alt, width: RENDERED_PX, height: RENDERED_PX, contentHash, staffId: null, parts }
}

/** The pictures of the demo's goods, by slug. */
export type DemoPictures = ReadonlyMap<string, GoodsPicture[]>

/** Stores the pictures of the demo's goods. They were encoded when they were rendered. */
export async function storeDemoPictures(sink: Parameters<typeof storeEncodedPictures>[0]): Promise<DemoPictures> {
  const found = new Map<string, EncodedPicture>()
  const pictures = new Map<string, GoodsPicture[]>()
  for (const { slug, name } of demoGoods) {
    const own = views.map(({ view, label }) => {
      const picture = readPicture(slug, { view, alt: `${name} ${label}` })
      found.set(picture.id, picture)
      return { id: picture.id, alt: picture.alt, drawing: view === 'drawing' }
    })
    pictures.set(slug, own)
  }
  await storeEncodedPictures(sink, [...found.values()])
  return pictures
}

/** The goods on the stage of the demo's home page. */
const STAGE_SLUG = 'pick-u84'

/** Puts the picture of a pick on the stage of the home page, with its dimensions. */
export async function setDemoHeroPicture(tx: Tx, moment: Moment, pictures: DemoPictures): Promise<void> {
  const name = demoGoods.find(({ slug }) => slug === STAGE_SLUG)?.name ?? ''
  const { id: goodsId } = await tx.selectFrom('goods').select('id').where('name', '=', name).executeTakeFirstOrThrow()
  const [picture] = pictures.get(STAGE_SLUG) ?? []
  await saveHomeHeroPicture(tx, moment, { pictureId: picture?.id ?? null, goodsId, rowVersion: 0, by: null })
}
