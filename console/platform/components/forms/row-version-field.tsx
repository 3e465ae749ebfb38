import { Alert, Form, Input } from 'antd'
import { useEffect } from 'react'
import { Refusal } from '#contract/platform/core/refusal.ts'

/** The version that a form of a versioned row sends. */
export interface RowVersionFormValues {
  rowVersion: number
}

/** The current version in a refusal. */
const currentVersionIn = (error: Error | null): number | undefined => {
  if (!(error instanceof Refusal) || error.reason !== 'ROW_CHANGED') return undefined
  const { rowVersion } = error.detail
  return typeof rowVersion === 'number' ? rowVersion : undefined
}

/**
 * The version field for a form whose initial values contain the row version. The version stays the one of the initial values, whatever is
 * fetched meanwhile. Only a refusal that says who changed what replaces it. The input stays, and the person must deliberately save again.
 */
export function RowVersionFormItem({ error }: { error: Error | null }) {
  const form = Form.useFormInstance<RowVersionFormValues>()
  const current = currentVersionIn(error)
  useEffect(() => {
    if (current !== undefined) form.setFieldValue('rowVersion', Math.max(current, form.getFieldValue('rowVersion')))
  }, [form, current])
  return (
    <>
      <Form.Item name="rowVersion" hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      {current !== undefined && <Alert type="warning" showIcon role="alert" className="notice" title={error?.message} />}
    </>
  )
}
