/**
 * Owns the protocol that takes waybill numbers (电子面单) from the printing service of carriers, and gives them back.
 * Writes no table.
 * Never decides which parcel gets a number.
 */

export { computeKuaidi100LabelSignature, createKuaidi100WaybillNumbers } from './kuaidi100-labels.ts'
export type { TakenWaybillNumber, WaybillNumberService } from './waybill-numbers.ts'
