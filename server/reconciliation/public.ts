export { runMissedDays } from './run-days.ts'
