/** What coupons take off by a quote, in fen. */
export const sumOfCoupons = (quote: string): number => {
  const { c } = JSON.parse(Buffer.from(quote, 'base64url').toString('utf8')) as { c: Record<string, number> }
  return Object.values(c).reduce((total, amount) => total + amount, 0)
}
