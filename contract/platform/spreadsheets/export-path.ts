/** Where a buyer's list of a name is taken along: 'orderLines' at …/order-lines. A test holds the contract to it. */
export const exportPath = (name: string): string =>
  `/account-api/api/export/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
