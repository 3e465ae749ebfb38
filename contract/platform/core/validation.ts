import type * as z from 'zod/mini'
import { inputFieldLabels } from '#contract/labels.ts'
import { dayFaults } from './fields.ts'
import type { RefusalDetail } from './refusal.ts'

/** zod's default message for a rule without one. It means that the message must be built here. */
const UNWORDED = 'Invalid input'

const nameOf = (path: readonly PropertyKey[]) => path.findLast((part): part is string => typeof part === 'string')

function sentence(issue: z.core.$ZodIssue, label: string): string {
  if (issue.message === dayFaults.missing) return `请选择${label}`
  if (issue.message === dayFaults.malformed) return `${label}格式不正确`
  if (issue.message !== UNWORDED) return issue.message
  if (issue.code === 'too_small') return `${label}不能小于 ${issue.minimum}`
  if (issue.code === 'too_big') return `${label}不能超过 ${issue.maximum}`
  return `${label}格式不正确`
}

/** Turns the first issue that zod found into the refusal's detail: the field, and a message that names it in Chinese. */
export function toValidationRefusalDetail(issue: z.core.$ZodIssue): RefusalDetail {
  if (issue.code === 'unrecognized_keys') return { field: issue.keys[0]?.slice(0, 40) ?? '', msg: '请求包含不支持的字段' }
  const field = nameOf(issue.path)
  if (field === undefined) return { msg: '请求参数有误' }
  const label = inputFieldLabels[field] ?? field
  const text = sentence(issue, label)
  return { field: issue.path.join('.'), msg: text.includes(label) || issue.message !== UNWORDED ? text : `${label}${text}` }
}
