import type { consoleMallCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { insertMallCompanyPicture, readMallCompanyPictureInSize, STAMP_FILE_NAME } from '#server/content/content/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { encodeMallCompanyPicture } from './encode-company-picture.ts'

export const consoleMallCompanyPictureHandlers: Handlers<typeof consoleMallCompanyPictureEndpoints> = {
  upload: async ({ use }, { file, moment, write }) => {
    const parts = await encodeMallCompanyPicture(file, use)
    return { pictureId: await write((tx) => insertMallCompanyPicture(tx, moment, parts)) }
  },
  stamp: async ({ id }, { db }) => {
    const bytes = (await readMallCompanyPictureInSize(db, id, STAMP_FILE_NAME)) ?? refuse('PICTURE_NOT_FOUND')
    return { type: 'image/png', bytes: new Uint8Array(bytes), name: 'stamp.png' }
  },
}
