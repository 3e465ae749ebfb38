import type { MallCompanyProfile } from './api.ts'

const name = '工业品商城'

/** The profile of a mall whose people have not written their own yet. */
export const defaultMallCompanyProfile: MallCompanyProfile = {
  name,
  shortName: name,
  tagline: '',
  introduction: '',
  address: '',
  phone: '',
  email: '',
  hours: '',
  copyright: '',
  filingNo: '',
  filingUrl: '',
  logoId: null,
  darkLogoId: null,
}
