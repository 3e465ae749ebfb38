import { ContactRound } from 'lucide-react'
import { enterpriseNoteReadAccess } from '#contract/people/account-managers/access.ts'
import { addAuditorToAccessRule } from '#contract/platform/core/permissions.ts'

/** The rules instead of the calls, so that the menu does not load them. */
const call = { needs: addAuditorToAccessRule(enterpriseNoteReadAccess) }
const overview = { needs: addAuditorToAccessRule({ staff: ['support', 'finance', 'admin'] }) }

/** The screens of account managers, follow-ups and tags. */
export const accountManagerScreens = [
  { path: '/account_managers', title: '客户经理', icon: ContactRound, call: overview, load: () => import('./account-managers-page.tsx') },
  { path: '/follow_ups', title: '跟进', under: '/account_managers', call, load: () => import('./follow-ups-page.tsx') },
  { path: '/enterprise_tags', title: '企业标签', under: '/account_managers', call, load: () => import('./tags-page.tsx') },
] as const
