import { Alert, Form, Input, Radio } from 'antd'
import { goodsApi, invalidatedByGoods } from '#console/catalog/goods-editing/goods-api.ts'
import { useConfirmUnusualPrices } from '#console/catalog/pricing/unusual-prices.tsx'
import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { formatGoodsPublishingProblems } from '#contract/catalog/goods-editing/problems.ts'
import { DraftOutdatedDetail, GoodsNotReadyDetail } from '#contract/catalog/goods-editing/shapes.ts'
import { getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { toGoodsContent } from './draft.ts'
import type { DraftStore } from './draft-store.ts'

interface Props {
  store: DraftStore
  goodsId: string
  open: boolean
  close: () => void
  readAnew: () => Promise<void>
}

interface Values {
  when: 'now' | 'later'
  day?: string
  time?: string
  note?: string
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/
const MINUTE_MS = 60_000

/** 'HH:mm' in Shanghai time. */
function toInstant(day: string, time: string): Date {
  const [, hours = '0', minutes = '0'] = TIME.exec(time) ?? []
  return new Date(getStartOfShanghaiDay(day).getTime() + (Number(hours) * 60 + Number(minutes)) * MINUTE_MS)
}

/** The call. Unusual values are confirmed in a question, with the old and the new values. */
function usePublish({ store, close, readAnew }: Pick<Props, 'store' | 'close' | 'readAnew'>) {
  const confirm = useConfirm()
  const confirmPrices = useConfirmUnusualPrices()
  const publish = useApiMutation(goodsApi.publish, {
    invalidates: invalidatedByGoods.filter(([name]) => name !== 'consoleGoods'),
    successMessage: ({ publishAt }) => (publishAt === null ? '已发布' : `已定时，将于 ${formatShanghaiTimeToMinute(publishAt)} 发布`),
    onSuccess: async () => {
      close()
      await readAnew()
    },
    confirmRefusal: (refusal, input): boolean => {
      const { reason, detail } = refusal
      // The drawer lists the problems.
      if (reason === 'GOODS_NOT_READY') return true
      if (reason === 'ROW_CHANGED') {
        close()
        void store.compare()
        return true
      }
      const outdated = reason === 'DRAFT_OUTDATED' ? DraftOutdatedDetail.safeParse(detail).data : undefined
      if (outdated) {
        confirm({
          title: '已发布的内容在草稿之后有变动，以草稿为准？',
          content: <Outdated differences={outdated.differences} />,
          okText: '以草稿为准发布',
          stay: '返回核对',
          grave: true,
          // Saving the draft again confirms it on top of the current published content.
          run: async () => {
            if (await store.compare()) await publish.mutateAsync({ ...input, rowVersion: store.read().rowVersion })
            else close()
          },
        })
        return true
      }
      return confirmPrices(refusal, {
        title: '价格变动较大或低于成本，确认发布？',
        okText: '确认发布',
        stay: '返回修改',
        run: () => publish.mutateAsync({ ...input, confirmed: true }),
      })
    },
  })
  return publish
}

/** Publishes now or at a time. */
export function PublishGoodsDrawer({ store, goodsId, open, close, readAnew }: Props) {
  const today = toShanghaiDay(useNow())
  const publish = usePublish({ store, close, readAnew })
  const submit = ({ when, day = '', time = '', note = '' }: Values) => {
    const { rowVersion } = store.read()
    publish.mutate({ goodsId, rowVersion, note, ...(when === 'later' ? { publishAt: toInstant(day, time) } : {}) })
  }
  const error = publish.error && 'detail' in publish.error ? GoodsNotReadyDetail.safeParse(publish.error.detail).data : undefined
  return (
    <FormDrawer<Values>
      title="发布"
      open={open}
      close={close}
      busy={publish.isPending}
      initial={{ when: 'now', day: today, time: '08:00' }}
      submitText="确认发布"
      submit={submit}
    >
      <p className="drawer-note">发布后一秒内全站生效。以前的版本保留，可以随时恢复。</p>
      {error && (
        <Alert
          type="error"
          role="alert"
          className="notice"
          title="还不能发布"
          description={
            <ul>
              {formatGoodsPublishingProblems(toGoodsContent(store.read().draft), error.problems).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          }
        />
      )}
      <Form.Item name="when" label="什么时候">
        <Radio.Group
          options={[
            { value: 'now', label: '立即' },
            { value: 'later', label: '定时' },
          ]}
        />
      </Form.Item>
      <When today={today} />
      <Form.Item name="note" label="改了什么（可不填，只给同事看）">
        <Input.TextArea rows={3} showCount maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}

function When({ today }: { today: string }) {
  const form = Form.useFormInstance<Values>()
  const when = Form.useWatch('when', form) ?? 'now'
  if (when === 'now') return null
  return (
    <div className="field-pair">
      <DayField name="day" label="日期" min={today} />
      <Form.Item
        name="time"
        label="时间"
        required
        rules={[
          { required: true, message: '请填写时间' },
          { pattern: TIME, message: '写成 08:00' },
        ]}
      >
        <Input className="num" autoComplete="off" placeholder="08:00" maxLength={5} />
      </Form.Item>
    </div>
  )
}

const LISTED = 20

/** The fields that both sides have changed. */
const Outdated = ({ differences }: DraftOutdatedDetail) => (
  <FoldableList
    className="unusual-prices"
    items={differences}
    shown={LISTED}
    render={({ path, label, from, to }) => (
      <li key={path}>
        {label}：已发布 <span className="num">{from}</span>，草稿 <b className="num">{to}</b>
      </li>
    )}
  />
)
