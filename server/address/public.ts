export { findAddress, listAddresses, readAddress } from './addresses.ts'
