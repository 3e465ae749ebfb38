import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCouponReportEndpoints } from '#contract/operations/reports/coupon-report-api.ts'
import { consoleCustomerReportEndpoints } from '#contract/operations/reports/customer-api.ts'
import { consoleReceivablesReportEndpoints } from '#contract/operations/reports/receivables-api.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { consoleStockReportEndpoints } from '#contract/operations/reports/stock-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const salesReportApi = createApiClient(consoleSalesReportEndpoints, sendConsoleRequest)
export const couponReportApi = createApiClient(consoleCouponReportEndpoints, sendConsoleRequest)
export const customerReportApi = createApiClient(consoleCustomerReportEndpoints, sendConsoleRequest)
export const receivablesReportApi = createApiClient(consoleReceivablesReportEndpoints, sendConsoleRequest)
export const stockReportApi = createApiClient(consoleStockReportEndpoints, sendConsoleRequest)
