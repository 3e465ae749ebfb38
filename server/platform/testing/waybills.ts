let issued = 0

/** A waybill number of Deppon's (德邦快递) that no other parcel bears. */
export const createWaybillNo = (): string => `DPK${String(++issued).padStart(12, '0')}`
