import { SENSITIVE_CHANGE_DELAY_HOURS } from '#contract/people/staff/dual-control.ts'

/** When a sensitive change takes effect without a decision of a second administrator; 生效 follows. */
export const SENSITIVE_CHANGE_AUTO_EFFECT_TEXT = `无人处理则 ${SENSITIVE_CHANGE_DELAY_HOURS} 小时后`

/** What happens to a sensitive change that a person is about to request. */
export const SENSITIVE_CHANGE_SECOND_PERSON_TEXT = `须另一位管理员同意，${SENSITIVE_CHANGE_AUTO_EFFECT_TEXT}生效`
