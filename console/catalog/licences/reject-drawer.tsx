import { Checkbox, Form, Input } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { licenceRejectReasons } from '#contract/catalog/licences/api.ts'
import { consoleLicenceEndpoints, type LicenceReviewCase } from '#contract/catalog/licences/console-api.ts'
import { invalidatedByLicenceDecision, licenceApi } from './licence-api.ts'

interface Props {
  opened: LicenceReviewCase
  open: boolean
  close: () => void
  /** Called after the decision, to leave the case. */
  done: () => void
}

const REASONS = consoleLicenceEndpoints.reject.input.shape.reasons

/** 驳回: at least one reason of the list, and the reviewer's own words. */
export function RejectLicenceDrawer({ opened: { enterpriseId, id, kindName }, open, close, done }: Props) {
  const reject = useApiMutation(licenceApi.reject, {
    refresh: invalidatedByLicenceDecision,
    said: '已驳回，企业会收到原因',
    done: close,
    onward: done,
  })
  return (
    <FormDrawer<{ reasons: string[]; opinion?: string }>
      title={`驳回《${kindName}》`}
      open={open}
      close={close}
      busy={reject.isPending}
      initial={{ reasons: [] }}
      submit={({ reasons, opinion = '' }) => reject.mutate({ enterpriseId, id, reasons, opinion })}
      submitText="驳回"
      grave
    >
      <Form.Item
        name="reasons"
        label="原因（至少一项）"
        rules={[
          {
            validator: async (_, reasons: unknown) => {
              const result = REASONS.safeParse(reasons)
              if (!result.success) throw new Error(result.error.issues[0]?.message)
            },
          },
        ]}
      >
        <Checkbox.Group className="reason-list" options={licenceRejectReasons.map((reason) => ({ label: reason, value: reason }))} />
      </Form.Item>
      <Form.Item name="opinion" label="补充说明">
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="企业会看到" />
      </Form.Item>
    </FormDrawer>
  )
}
