import type { consoleBanner } from '../../contract/content/banner-api.ts'
import type { banner } from '../../contract/content/banner-shapes.ts'
import { redraw } from '../files/public.ts'
import type { Handlers } from '../http/context.ts'
import { deleteBanner, listBanners, readBanners, readPicture, saveBanner, setPicture } from './banners.ts'

export const bannerHandlers: Handlers<typeof banner> = {
  list: (_, { db, moment }) => readBanners(db, moment),
  picture: async ({ id }, { db }) => {
    const { type, bytes } = await readPicture(db, id)
    return { type, bytes: new Uint8Array(bytes), name: `${id}.webp` }
  },
}

export const consoleBannerHandlers: Handlers<typeof consoleBanner> = {
  list: (_, { db, moment }) => listBanners(db, moment),
  save: (given, { moment, write }) => write((tx) => saveBanner(tx, moment, given)),
  setPicture: async ({ id }, { file, moment, write }) => {
    const { type, bytes } = await redraw(file, 'banner')
    return { pictureId: (await write((tx) => setPicture(tx, moment, { id, picture: { type, bytes } }))) ?? '' }
  },
  removePicture: async ({ id }, { moment, write }) => {
    await write((tx) => setPicture(tx, moment, { id, picture: undefined }))
    return null
  },
  delete: async ({ id }, { write }) => {
    await write((tx) => deleteBanner(tx, id))
    return null
  },
}
