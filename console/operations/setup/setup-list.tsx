import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type SetupProgress, type SetupState, setupStates } from '#contract/operations/setup/api.ts'
import { canSettle, setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { invalidatedBySetup, setupApi } from './setup-api.ts'
import './setup.css'

interface Props {
  steps: readonly SetupProgress[]
  rowVersion: number
}

const tones: Record<SetupState, TagTone> = {
  done: 'good',
  settled: 'good',
  connected: 'good',
  open: 'wait',
  unset: 'wait',
  failed: 'bad',
}
const isOpen = ({ state }: SetupProgress): boolean => state === 'open' || state === 'unset' || state === 'failed'

/** 开店准备: what a mall needs before it opens. It takes the place of the queue until an administrator says that the opening is over. */
export function SetupList({ steps, rowVersion }: Props) {
  const settle = useApiMutation(setupApi.settle, { refresh: invalidatedBySetup })
  const finish = useApiMutation(setupApi.finish, { refresh: invalidatedBySetup, said: '已完成开店' })
  const left = steps.filter(isOpen)
  const [next] = left
  return (
    <>
      <PageHead
        title="开店准备"
        note={next ? `还有 ${left.length} 步，下一步：${setupSteps[next.step].label}` : '全部就绪'}
        actions={
          <Button type="primary" disabled={next !== undefined} loading={finish.isPending} onClick={() => finish.mutate({ rowVersion })}>
            完成开店
          </Button>
        }
      />
      <Panel title="步骤">
        <ol className="setup-steps">
          {steps.map((progress) => (
            <Row
              key={progress.step}
              progress={progress}
              busy={settle.isPending}
              settle={(settled) => settle.mutate({ step: progress.step, settled, rowVersion })}
            />
          ))}
        </ol>
      </Panel>
    </>
  )
}

interface RowProps {
  progress: SetupProgress
  busy: boolean
  settle: (settled: boolean) => void
}

function Row({ progress, busy, settle }: RowProps) {
  const { step, state, note } = progress
  const { label, why, screen } = setupSteps[step]
  return (
    <li>
      <div className="setup-said">
        <b>{label}</b>
        <p className="mute">{why}</p>
        {note !== '' && <p>{note}</p>}
      </div>
      <Tag tone={tones[state]}>{setupStates[state].label}</Tag>
      <span className="setup-acts">
        {screen === null ? <span className="mute">在服务器的环境设置中配置</span> : <Link to={screen}>去办理</Link>}
        {canSettle(step) && isOpen(progress) && (
          <Button size="small" disabled={busy} aria-label={`确认${label}`} onClick={() => settle(true)}>
            已核对或不需要
          </Button>
        )}
        {state === 'settled' && (
          <Button size="small" type="text" disabled={busy} aria-label={`重新检查${label}`} onClick={() => settle(false)}>
            重新检查
          </Button>
        )}
      </span>
    </li>
  )
}
