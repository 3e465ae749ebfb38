import { ScrollText } from 'lucide-react'
import { financeReadAccess } from '#contract/billing/finance/roles.ts'

/** All screens of the journal may be opened by who may read it. The menu needs only this, not its calls. */
const call = { needs: financeReadAccess }
const under = '/journal'

/** The journal of accountants, in the order of its tabs. */
export const journalScreens = [
  { path: '/journal', title: '记账凭证', icon: ScrollText, group: '财务', call, load: () => import('./lines-page.tsx') },
  { path: '/journal_accounts', title: '科目与记账规则', under, call, load: () => import('./accounts-page.tsx') },
  { path: '/trial_balance', title: '科目余额表', under, call, load: () => import('./balances-page.tsx') },
  { path: '/general_ledger', title: '总账', under, call, load: () => import('./months-page.tsx') },
  { path: '/enterprise_ledger', title: '客户往来', under, call, load: () => import('./enterprises-page.tsx') },
  { path: '/bank_journal', title: '银行日记账', under, call, load: () => import('./bank-journal-page.tsx') },
  { path: '/journal_months', title: '结账', under, call, load: () => import('./closing-page.tsx') },
] as const
