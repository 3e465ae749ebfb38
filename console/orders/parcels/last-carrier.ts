const KEY = 'packing-carrier'

/** The carrier that was used last on this device, in a form or at the packing desk; '': none. */
export const readLastCarrier = (): string => localStorage.getItem(KEY) ?? ''

export const keepLastCarrier = (carrier: string): void => localStorage.setItem(KEY, carrier)
