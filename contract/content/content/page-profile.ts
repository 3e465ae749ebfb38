import type { MallCompanyProfile } from './api.ts'
import { defaultMallCompanyProfile } from './default-company-profile.ts'

/** What stands on the stage of the home page. Its picture is shown as a cut-out. */
export interface HomeHeroPicture {
  pictureId: string
  /** What the picture shows. */
  alt: string
  /** The goods whose dimensions are shown with it; null: none. */
  goodsId: string | null
}

/** What the server writes into the pages, so that it is there before anything is drawn. */
export interface MallProfile extends MallCompanyProfile {
  /** null: the stage has no picture. */
  stage: HomeHeroPicture | null
}

/** The profile of a mall whose people have not written their own yet. */
export const defaultMallProfile: MallProfile = { ...defaultMallCompanyProfile, stage: null }
