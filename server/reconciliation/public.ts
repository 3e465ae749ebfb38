export { type Ran, runMissedDays } from './run-days.ts'
