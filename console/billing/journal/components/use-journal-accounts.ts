import { useQuery } from '@tanstack/react-query'
import { formatJournalAccount, type JournalSettings } from '#contract/billing/journal/settings.ts'
import { DEFAULT_JOURNAL_STANDARD, journalStandards } from '#contract/billing/journal/standards.ts'
import { journalApi } from './journal-api.ts'

/** The account that is shown if the URL names none: 应收账款, which has the same code in all sets of standards. */
export const DEFAULT_JOURNAL_ACCOUNT = journalStandards[DEFAULT_JOURNAL_STANDARD].accounts.receivable.code

/** The chart of accounts with its rules. */
export const useJournalChartOfAccounts = () => useQuery({ queryKey: ['finance', 'journal', 'chart'], queryFn: () => journalApi.chart({}) })

/** The accounts of the chart as options of a field. */
export const toAccountOptions = ({ accounts }: Pick<JournalSettings, 'accounts'>) =>
  [...accounts]
    .sort((one, other) => (one.code < other.code ? -1 : 1))
    .map((account) => ({ value: account.code, label: formatJournalAccount(account) }))
