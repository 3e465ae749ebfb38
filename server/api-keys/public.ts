export { revokeByStaff } from './change-keys.ts'
export { findKey } from './find-key.ts'
export { describeKeys } from './key-view.ts'
export { forgetOldKeys } from './keys.ts'
