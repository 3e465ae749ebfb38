import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import type { ManualBankLineInput } from '#contract/billing/bank/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** The form values of a line that is typed before its statement. */
export interface ManualBankLineFormValues {
  /** The account that the money came to; not chosen: the only one in use. */
  accountNo?: string
  reference?: string
  day?: string
  lineAmount?: string
  payerName?: string
  payerAccount?: string
  lineRemark?: string
  /** Why the day lies so far back. */
  reason?: string
}

const filled = (text: string | undefined): string => text?.trim() ?? ''

/** Returns the typed line. Without an amount of its own it has the amount that it is used for. */
export function toManualBankLine(values: ManualBankLineFormValues, amount?: Fen): ManualBankLineInput {
  const own = filled(values.lineAmount)
  return {
    accountNo: values.accountNo,
    reference: filled(values.reference),
    day: filled(values.day),
    amount: own === '' && amount !== undefined ? amount : parseAmountOrThrow(own),
    payerName: filled(values.payerName),
    payerAccount: filled(values.payerAccount),
    remark: filled(values.lineRemark),
  }
}
