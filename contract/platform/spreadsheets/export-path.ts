/** The path of a buyer's export by its name: 'orderLines' is at …/order-lines. A test checks the contract. */
export const getBuyerExportPath = (name: string): string =>
  `/account-api/api/export/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
