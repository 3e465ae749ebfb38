export { deleteOldStaffNotices, notifyStaff } from './notices.ts'
