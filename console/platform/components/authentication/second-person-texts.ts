import { CHANGE_DELAY_HOURS } from '#contract/people/staff/dual-control.ts'

/** When a sensitive change takes effect that no second administrator has decided on; 生效 follows. */
export const AUTO_EFFECT_TEXT = `无人处理则 ${CHANGE_DELAY_HOURS} 小时后`

/** What becomes of a sensitive change that somebody is about to ask for. */
export const SECOND_PERSON_TEXT = `须另一位管理员同意，${AUTO_EFFECT_TEXT}生效`
