export { seatAdmin } from './accounts.ts'
export { findStaff, insertStaff, staffNames } from './people.ts'
export { findStaffSession, holdStaffSession } from './staff-sessions.ts'
