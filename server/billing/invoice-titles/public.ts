export { findTitle } from './titles.ts'
