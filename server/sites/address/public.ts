/**
 * Owns the addresses of companies.
 * Writes the table `address`.
 * Never changes the address of an order.
 */

export { findAddress, listAddresses, requireAddress } from './addresses.ts'
export { provinces } from './regions.ts'
