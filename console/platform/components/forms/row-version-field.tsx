import { Alert, Form, Input } from 'antd'
import { useEffect } from 'react'
import { Refusal } from '#contract/platform/core/refusal.ts'

/** What a form of a row with a version sends along. */
export interface Versioned {
  rowVersion: number
}

/** The version that a refusal has told of. */
const toldBy = (error: Error | null): number | undefined => {
  if (!(error instanceof Refusal) || error.reason !== 'ROW_CHANGED') return undefined
  const { rowVersion } = error.detail
  return typeof rowVersion === 'number' ? rowVersion : undefined
}

/**
 * Belongs into the form of a row with a version, whose initial values name it. The version stays the one that the fields were filled from, whatever is read
 * meanwhile: only the refusal that says who changed what moves it on. What was typed stays, and saving again is done on purpose.
 */
export function RowVersionField({ error }: { error: Error | null }) {
  const form = Form.useFormInstance<Versioned>()
  const told = toldBy(error)
  useEffect(() => {
    if (told !== undefined) form.setFieldValue('rowVersion', Math.max(told, form.getFieldValue('rowVersion')))
  }, [form, told])
  return (
    <>
      <Form.Item name="rowVersion" hidden noStyle>
        <Input type="hidden" />
      </Form.Item>
      {told !== undefined && <Alert type="warning" showIcon role="alert" className="notice" title={error?.message} />}
    </>
  )
}
