/**
 * Owns the addresses of companies.
 * Writes the table `address`.
 * Never changes the address of an order.
 */

export {
  type AddressInput,
  deleteAddressesOfEnterprises,
  findAddress,
  insertAddressesOfNewEnterprise,
  listAddresses,
  requireAddress,
} from './addresses.ts'
export { parseAddressRow } from './import-addresses.ts'
export { provinceNamesByCodePrefix } from './regions.ts'
