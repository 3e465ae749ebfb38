/**
 * With which refusals a call may end, by its path: those that the limits of the run cause. Any other final answer but success is a defect of
 * the mall, or of the run.
 */
const expectedRefusalsByPath: Readonly<Record<string, readonly string[]>> = {
  '/order-api/api/order/preview': ['OUT_OF_STOCK', 'CREDIT_SHORT', 'WALLET_SHORT'],
  '/order-api/api/order/submit': ['OUT_OF_STOCK', 'CREDIT_SHORT', 'WALLET_SHORT'],
  '/order-api/api/order/pay-by-credit': ['CREDIT_SHORT'],
  '/order-api/api/order/pay-by-wallet': ['WALLET_SHORT'],
  '/order-api/api/approval/approve': ['CREDIT_SHORT'],
  '/marketing-api/api/coupon/claim': ['COUPON_LIMIT'],
  '/pay-api/api/payment/repay': ['REPAY_TOO_MUCH'],
  '/account-api/api/statement/repay-by-wallet': ['WALLET_SHORT', 'REPAY_TOO_MUCH'],
}

/** Whether a call may end with a refusal. `besides`: what this one call may end with as well. */
export const isRefusalExpected = (path: string, reason: string | undefined, besides: readonly string[] = []): boolean =>
  reason !== undefined && (expectedRefusalsByPath[path]?.includes(reason) === true || besides.includes(reason))
