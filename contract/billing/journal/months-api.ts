import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Instant, Month, NullOutput, pageInput, pageOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Yuan } from '#contract/platform/core/money.ts'
import { journalMonthLifecycle } from './journal-month-lifecycle.ts'

/** A month of the journal. */
export const JournalMonth = z.object({
  month: z.string(),
  state: z.enum(keysOf(journalMonthLifecycle.states)),
  /** Its days that are in the journal. */
  days: z.int(),
  entries: z.int(),
  debit: Yuan,
  closedBy: z.nullable(z.string()),
  closedAt: z.nullable(Instant),
  /** The last request to open it again. */
  reason: z.nullable(z.string()),
  askedBy: z.nullable(z.string()),
  askedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.string()),
  /** What the caller can do now: close it, make its entries anew, ask to open it, decide on that. */
  actions: z.array(z.enum(['close', 'remake', 'ask', 'agree', 'refuse'])),
})
export type JournalMonth = z.output<typeof JournalMonth>

const MonthInput = z.strictObject({ month: Month })

export const consoleJournalMonthEndpoints = defineEndpoints('/console-api/api/journal-month', {
  list: readEndpoint({
    path: 'list',
    summary: '结账：各月凭证张数、状态和经办人，最近的在前',
    needs: { staff: 'ledgerView' },
    input: z.strictObject(pageInput),
    output: pageOutput(JournalMonth),
  }),
  close: writeEndpoint({
    path: 'close',
    summary: '结账：该月已全部生成凭证、以前各月都已结账后才能结；结账后该月凭证不再变化',
    needs: { staff: 'ledgerEdit' },
    audits: 'month',
    input: MonthInput,
    output: NullOutput,
    refusals: ['JOURNAL_MONTH_STATE', 'JOURNAL_MONTH_NOT_OVER', 'JOURNAL_MONTH_ORDER'],
  }),
  ask: writeEndpoint({
    path: 'ask',
    summary: '申请反结账：只能是最后一个已结账的月份，写明原因',
    needs: { staff: 'ledgerEdit' },
    audits: 'month',
    input: z.strictObject({ month: Month, reason: RequiredText(200, '请填写原因') }),
    output: NullOutput,
    refusals: ['JOURNAL_MONTH_STATE', 'JOURNAL_MONTH_ORDER'],
  }),
  decide: writeEndpoint({
    path: 'decide',
    summary: '同意或驳回反结账：由另一人决定，申请人可以撤回自己的申请',
    needs: { staff: 'ledgerEdit' },
    audits: 'month',
    input: z.strictObject({ month: Month, approve: z.boolean() }),
    output: NullOutput,
    refusals: ['JOURNAL_MONTH_STATE', 'SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'],
  }),
  remake: writeEndpoint({
    path: 'remake',
    summary: '按现行记账规则重新生成一个未结账月份的凭证',
    needs: { staff: 'ledgerEdit' },
    audits: 'month',
    input: MonthInput,
    output: NullOutput,
    refusals: ['JOURNAL_MONTH_STATE'],
  }),
})
