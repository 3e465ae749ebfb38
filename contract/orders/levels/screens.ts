import type { MemberLevel } from '#contract/people/verification/verification-status.ts'

/** The path of the screen that shows an enterprise its level. It is available from silver on. */
export const levelScreenPaths = {
  1: '/user_level_normal',
  2: '/user_level_middle_unlock',
  3: '/user_level_middle_unlock',
  4: '/user_level_high_unlock',
} as const satisfies Record<MemberLevel, string>
