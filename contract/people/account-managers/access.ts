import type { StaffAccessRule } from '#contract/platform/core/permissions.ts'

/** Who sees which company has whom, and what staff have noted about companies. */
export const enterpriseCareReadAccess = { staff: ['support', 'reviewer', 'finance', 'admin'] } as const satisfies StaffAccessRule
/** Who looks after companies: writes notes and follow-ups, and sets tags. */
export const enterpriseCareWriteAccess = { staff: ['support', 'admin'] } as const satisfies StaffAccessRule
