export { findAddress, listAddresses, requireAddress } from './addresses.ts'
export { provinces } from './regions.ts'
