export { findStaffSession, holdStaffSession, insertStaff, staffNames } from './people.ts'
