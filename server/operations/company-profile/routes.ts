import type { consoleMallCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { insertCompanyPicture, readCompanyPicture, STAMP_PART } from '#server/content/content/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { encodeCompanyPicture } from './encode-company-picture.ts'

export const consoleCompanyPictureHandlers: Handlers<typeof consoleMallCompanyPictureEndpoints> = {
  upload: async ({ use }, { file, moment, write }) => {
    const parts = await encodeCompanyPicture(file, use)
    return { pictureId: await write((tx) => insertCompanyPicture(tx, moment, parts)) }
  },
  stamp: async ({ id }, { db }) => {
    const bytes = (await readCompanyPicture(db, id, STAMP_PART)) ?? refuse('PICTURE_NOT_FOUND')
    return { type: 'image/png', bytes: new Uint8Array(bytes), name: 'stamp.png' }
  },
}
