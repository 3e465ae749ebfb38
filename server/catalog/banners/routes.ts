import type { consoleBannerEndpoints } from '#contract/catalog/banners/banner-api.ts'
import type { bannerEndpoints } from '#contract/catalog/banners/banner-shapes.ts'
import { reencodePicture } from '#server/people/files/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteBanner, listBanners, listCurrentBanners, readBannerPicture, saveBanner, setBannerPicture } from './banners.ts'

export const bannerHandlers: Handlers<typeof bannerEndpoints> = {
  list: (_, { db, moment }) => listCurrentBanners(db, moment),
  picture: async ({ id }, { db }) => {
    const { type, bytes } = await readBannerPicture(db, id)
    return { type, bytes: new Uint8Array(bytes), name: `${id}.webp` }
  },
}

export const consoleBannerHandlers: Handlers<typeof consoleBannerEndpoints> = {
  list: (_, { db, moment }) => listBanners(db, moment),
  save: (given, { caller: { staffId }, moment, write }) => write((tx) => saveBanner(tx, moment, { ...given, staffId })),
  setPicture: async (seen, { caller: { staffId }, file, moment, write }) => {
    const { type, bytes } = await reencodePicture(file, 'banner')
    return { pictureId: (await write((tx) => setBannerPicture(tx, moment, { ...seen, staffId, picture: { type, bytes } }))) ?? '' }
  },
  removePicture: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => setBannerPicture(tx, moment, { ...seen, staffId, picture: undefined }))
    return null
  },
  delete: async (seen, { write }) => {
    await write((tx) => deleteBanner(tx, seen))
    return null
  },
}
