/**
 * Owns the protocol that looks companies up in the register of companies.
 * Writes no table.
 * Never decides who may ask, nor what an answer is used for.
 */

export type { CompanyRegister } from './company-register.ts'
export { computeQichachaToken, createQichachaRegister } from './qichacha.ts'
