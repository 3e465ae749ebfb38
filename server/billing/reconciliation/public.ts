export { reconcileMissedDays } from './reconcile-days.ts'
