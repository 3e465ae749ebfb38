export { findAddress, listAddresses, readAddress } from './addresses.ts'
export { provinces } from './regions.ts'
