import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint } from '#contract/platform/core/endpoint.ts'
import { pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { badDebtAmountFields, OwnBadDebt } from './shapes.ts'

export const badDebtEndpoints = defineEndpoints('/account-api/api/bad-debt', {
  list: readEndpoint({
    path: 'list',
    summary: '已核销的账款：核销、已还、免追偿与待追偿，最近核销的在前',
    needs: ['applyLimit', 'buyPay'],
    input: z.strictObject(pageInput),
    /** `totals`: the sums of all pages. */
    output: z.object({ ...pageOutput(OwnBadDebt).shape, totals: z.object(badDebtAmountFields) }),
  }),
})
