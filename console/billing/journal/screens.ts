import { ScrollText } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

const under = '/journal'

/** The journal of accountants, in the order of its tabs. */
export const journalScreens = [
  {
    path: '/journal',
    title: '记账凭证',
    icon: ScrollText,
    group: '财务',
    call: getCallWithAccessRule('journal/lines'),
    load: () => import('./lines-page.tsx'),
  },
  {
    path: '/journal_accounts',
    title: '科目与记账规则',
    under,
    call: getCallWithAccessRule('journal/chart'),
    load: () => import('./accounts-page.tsx'),
  },
  {
    path: '/trial_balance',
    title: '科目余额表',
    under,
    call: getCallWithAccessRule('journal/balances'),
    load: () => import('./balances-page.tsx'),
  },
  { path: '/general_ledger', title: '总账', under, call: getCallWithAccessRule('journal/months'), load: () => import('./months-page.tsx') },
  {
    path: '/enterprise_ledger',
    title: '客户往来',
    under,
    call: getCallWithAccessRule('journal/enterprises'),
    load: () => import('./enterprises-page.tsx'),
  },
  {
    path: '/bank_journal',
    title: '银行日记账',
    under,
    call: getCallWithAccessRule('journal/bank-journal'),
    load: () => import('./bank-journal-page.tsx'),
  },
  {
    path: '/journal_months',
    title: '结账',
    under,
    call: getCallWithAccessRule('journal-month/list'),
    load: () => import('./closing-page.tsx'),
  },
] as const
