import { Checkbox, Form, Input } from 'antd'
import type * as z from 'zod/mini'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'

/** Why a submission is rejected: reasons of a list, and the reviewer's own words. */
export interface Rejection {
  reasons: string[]
  opinion: string
}

interface Props {
  title: string
  open: boolean
  close: () => void
  busy: boolean
  choices: readonly string[]
  /** The contract's rule for the reasons. */
  rule: z.ZodMiniType
  submit: (rejection: Rejection) => void
}

const OPINION_MAX = 200

/** 驳回: the form of every review. */
export function RejectSubmissionDrawer({ title, open, close, busy, choices, rule, submit }: Props) {
  return (
    <FormDrawer<{ reasons: string[]; opinion?: string }>
      title={title}
      open={open}
      close={close}
      busy={busy}
      initial={{ reasons: [] }}
      submit={({ reasons, opinion = '' }) => submit({ reasons, opinion })}
      submitText="驳回"
      grave
    >
      <Form.Item name="reasons" label="原因（至少一项）" rules={[toFormRule(rule)]}>
        <Checkbox.Group className="reason-list" options={choices.map((reason) => ({ label: reason, value: reason }))} />
      </Form.Item>
      <Form.Item name="opinion" label="补充说明">
        <Input.TextArea rows={3} showCount maxLength={OPINION_MAX} placeholder="企业会看到" />
      </Form.Item>
    </FormDrawer>
  )
}
