let issued = 0

/** A waybill number of Deppon (德邦快递) that no other parcel has. */
export const createWaybillNo = (): string => `DPK${String(++issued).padStart(12, '0')}`
